import { type IDataObject, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';
import { fold } from '../fields/fold';
import { ownNamesIn } from '../fields/names';
import { filled, oneOf, quote } from '../fields/rules';
import { settingField } from '../fields/sent';
import { isId, isText, orNull, wholeList } from '../transport/client/answer';
import { DOCUMENTED, LISTS, nameOf } from '../transport/client/lists';
import { PagedList } from '../transport/client/pages';
import type { Item, Plan, SentFields } from '../transport/engine/item';
import { sendRequest, withLock } from '../transport/engine/sendItem';
import type { Semantics } from '../transport/retry/retryPolicy';
import { type Tree, rejectPath } from './named';

const CHOICES = [
	{ name: 'Create Another', value: 'create' },
	{ name: 'Error', value: 'error' },
	{ name: 'Use Existing', value: 'useExisting' },
];

export const ifExistsField = settingField(filled(oneOf(CHOICES)), {
	displayName: 'If It Exists',
	name: 'ifExists',
	type: 'options',
	options: CHOICES,
	default: 'useExisting',
	description: 'If the name is there already under the same parent. Default: Use Existing.',
});

/** With Use Existing, the next attempt finds the row that an earlier attempt has created; otherwise the outcome has to be remembered. */
export function semanticsOfCreation(fields: Pick<SentFields, 'settings'>): Semantics {
	return ifExistsOf(fields) === 'useExisting' ? 'idempotent' : 'nonIdempotent';
}

/**
 * Makes the plan that looks for a label or classification of the name before it creates one: the API document does not exclude
 * a second one of the same name (Labels and Ticket classifications). Meanwhile no other item of this process creates one in
 * the inbox.
 *
 * @param defaults values for fields that the user left empty
 * @returns a plan whose items contain the id, and whether the row was created
 */
export function createUnlessThere(name: Tree, defaults?: IDataObject): Plan {
	return async (item) => {
		const { values, connection, body } = item;
		const choice = ifExistsOf(item);
		const create = async () => await created(item, name, choice, defaults);
		if (choice === 'create') return await create();
		const list = LISTS[name](values.messageBoxId as number);
		return await withLock(item, list.path, async () => {
			const expected = wholeList({ [list.key]: isId, name: isText, parent_id: orNull(isId) });
			const all = new PagedList(connection.dispatcher.clock.now());
			await all.complete(item.read, list, Infinity, expected);
			const { rows } = all;
			const ownName = ownNamesIn(list, rows);
			const { name: wanted, parent_id: parent = null } = body;
			const like = inUseFirst(named(wanted, rows.filter((row) => row.parent_id === parent), ownName));
			const above = rows.find((row) => row[list.key] === parent);
			const path = above === undefined ? String(wanted) : `${nameOf(above)}${list.separator}${String(wanted)}`;
			const ofPath = named(path, rows, nameOf);
			if (like.length === 0) {
				rejectPath(item, name, rows, parent, NOTHING, ' Create Another, under If It Exists, creates it as it is.');
				if (ofPath.length === 0) return await create();
				const [{ parent_id }] = ofPath;
				const place = rows.find((row) => row[list.key] === parent_id);
				const own = `${quote(ownName(ofPath[0]))} ${place === undefined ? 'at the top' : `below ${quote(nameOf(place))}`}`;
				throw rejection(item, name, ofPath, `It has the name ${own}: enter that to use it, or correct it with Update`, path);
			}
			if (like.length > 1) throw rejection(item, name, like, 'Use one of them by its ID');
			if (choice === 'error') throw rejection(item, name, like, 'Use Existing returns its ID');
			const [{ [list.key]: id, archived }] = like;
			return [{ json: { [list.key]: id, created: false, ...(archived === true && { archived }) } }];
		});
	};
}

/** @returns the rows with a name; without one, those whose name only looks the same, since by its name they are found as well */
function named(wanted: unknown, rows: readonly IDataObject[], nameIn: (row: IDataObject) => string): IDataObject[] {
	const written = String(wanted).normalize('NFC');
	const exact = rows.filter((row) => nameIn(row).normalize('NFC') === written);
	return exact.length > 0 ? exact : rows.filter((row) => fold(nameIn(row)) === fold(written));
}

/** @returns the rows that are not archived; all of them, if none is in use */
function inUseFirst(rows: IDataObject[]): IDataObject[] {
	const inUse = rows.filter(({ archived }) => archived !== true);
	return inUse.length > 0 ? inUse : rows;
}

async function created(item: Item, list: Tree, choice: unknown, defaults?: IDataObject): Promise<INodeExecutionData[]> {
	const { noun } = DOCUMENTED[list];
	const how =
		choice === 'useExisting'
			? `Run this again: a ${noun} that exists by then is used.`
			: `Look at the ${list} of the inbox before you create it again.`;
	const { items } = await sendRequest(item, { body: { ...defaults, ...item.body }, semantics: 'nonIdempotent', reconciliation: { how } });
	return items.map(({ json }) => ({ json: { ...json, created: true } }));
}

const NOTHING = 'Nothing was created.';

/** @param how how to use what is there */
function rejection(
	{ context, itemIndex, body }: Item,
	list: Tree,
	rows: IDataObject[],
	how: string,
	name: unknown = body.name,
): NodeOperationError {
	const { noun, key } = DOCUMENTED[list];
	const what = rows.length === 1 ? `There is a ${noun} "${String(name)}" already` : `There are ${rows.length} ${list} "${String(name)}"`;
	return new NodeOperationError(context.getNode(), `${what} (ID ${rows.map((row) => row[key]).join(', ')})`, {
		description: `${NOTHING} ${how}; Create Another, under If It Exists, creates one more.`,
		itemIndex,
	});
}

function ifExistsOf({ settings }: Pick<SentFields, 'settings'>): unknown {
	return settings.ifExists ?? 'useExisting';
}
