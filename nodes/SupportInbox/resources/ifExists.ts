import { type IDataObject, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import { ownNamesIn } from '../fields/names';
import { settingsOf } from '../fields/prepare';
import { filled, oneOf } from '../fields/rules';
import { settingField } from '../fields/sent';
import { isId, isText, orNull, wholeList } from '../transport/client/answer';
import { DOCUMENTED, LISTS, readPages } from '../transport/client/lists';
import type { EngineRequest, ItemRequest, Plan } from '../transport/engine/requestPolicy';
import { Mutex } from '../transport/order/mutex';
import type { Semantics } from '../transport/retry/policy';

const CHOICES = [
	{ name: 'Create Another', value: 'create' },
	{ name: 'Refuse', value: 'refuse' },
	{ name: 'Use It', value: 'use' },
];

export const ifExistsField = settingField(filled(oneOf(CHOICES)), {
	displayName: 'If It Exists',
	name: 'ifExists',
	type: 'options',
	options: CHOICES,
	default: 'use',
	description: 'What to do if the name is there already under the same parent. Use It, also if this is not added, returns its ID.',
});

/** The lists of an inbox whose rows are created by name. */
type Creatable = 'labels' | 'classifications';

/** With Use It, the next try finds the row that an earlier try has created; otherwise the outcome has to be remembered. */
export function semanticsOfCreation(_body: IDataObject, request: Pick<EngineRequest, 'options'>): Semantics {
	return ifExistsOf(request) === 'use' ? 'idempotent' : 'nonIdempotent';
}

/**
 * Makes the plan that looks for a label or classification of the name before it creates one: the API document does not exclude
 * a second one of the same name (Labels and Ticket classifications). Meanwhile no other item of this process creates one in
 * the inbox.
 *
 * @param defaults values for fields that the user left empty
 * @returns a plan whose items contain the id, and whether the row was created
 */
export function createUnlessThere(name: Creatable, defaults?: IDataObject): Plan {
	return async (item) => {
		const { values, connection, signal, request } = item;
		const choice = ifExistsOf(request);
		const create = async () => await created(item, name, choice, defaults);
		if (choice === 'create') return await create();
		const list = LISTS[name](values.messageBoxId as number);
		return await connection.session.of(Mutex).run(list.path, async () => {
			const expected = wholeList({ [list.key]: isId, name: isText, parent_id: orNull(isId) });
			const rows = await readPages(connection.session, item.read, list, Infinity, expected);
			const ownName = ownNamesIn(list, rows);
			const { name: wanted, parent_id: parent = null } = request.options.body as IDataObject;
			const like = rows.filter((row) => ownName(row) === wanted && row.parent_id === parent);
			if (like.length === 0) return await create();
			if (choice === 'refuse' || like.length > 1) throw refusal(item, name, like.map((row) => row[list.key]));
			return [{ json: { [list.key]: like[0][list.key], created: false } }];
		}, signal);
	};
}

async function created(item: ItemRequest, list: Creatable, choice: unknown, defaults?: IDataObject): Promise<INodeExecutionData[]> {
	const { noun } = DOCUMENTED[list];
	const how = choice === 'use' ? `Run this again: a ${noun} that exists by then is used.` : `Look at the ${list} of the inbox before you create it again.`;
	const { items } = await item.send({ body: { ...defaults, ...(item.request.options.body as IDataObject) }, semantics: 'nonIdempotent', finder: { how } });
	return items.map(({ json }) => ({ json: { ...json, created: true } }));
}

function refusal({ context, itemIndex, request }: ItemRequest, list: Creatable, ids: unknown[]): NodeOperationError {
	const { noun } = DOCUMENTED[list];
	const { name } = request.options.body as IDataObject;
	const isOne = ids.length === 1;
	const what = isOne ? `There is a ${noun} "${String(name)}" already` : `There are ${ids.length} ${list} "${String(name)}"`;
	return new NodeOperationError(context.getNode(), `${what} (ID ${ids.join(', ')})`, {
		description: `Nothing was created. ${isOne ? 'Use It returns its ID' : 'Use one of them by its ID'}; Create Another, under If It Exists, creates one more.`,
		itemIndex,
	});
}

function ifExistsOf(request: Pick<EngineRequest, 'options'>): unknown {
	return settingsOf(request).ifExists ?? 'use';
}
