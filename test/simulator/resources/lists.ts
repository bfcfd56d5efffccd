/** Records that can only be listed (sections "Address books and inboxes", "Inbox-scoped lists", "Template search"). */
import { OPERATIONS, type ContractOperation } from '../../contract/contract';
import { LISTS, type List } from '../../contract/lists';
import type { Context, Handlers } from '../context';
import { notFound } from '../refusal';
import { pageOf } from './rules';

function searchTemplates(context: Context) {
	const { template_category_name: category } = context.body;
	return pageOf(context, context.inbox().templates.filter((one) => one.template_category_name === category));
}

/** @returns one list of an inbox or address book; in pages if the contract has them */
const stored = (list: List) => (context: Context) => {
	const rows = rowsOf(list, context);
	return list.operation.parameters.some(({ name }) => name === 'per_page') ? pageOf(context, rows) : rows;
};

/** @throws Refusal 404 if there is no such inbox or address book */
function rowsOf({ name, owner }: List, context: Context): Array<Record<string, unknown>> {
	const contents = owner === 'message_box_id' ? context.inbox() : context.addressBook();
	return contents[name as keyof typeof contents] as unknown as Array<Record<string, unknown>>;
}

/** @returns those of the operations that read one row of a list, or create one: a GET of `<list>/{id}`, a POST to `<list>` */
export function rowHandlers(list: List, operations: ContractOperation[]): Handlers {
	const { key, name, owner, operation } = list;
	const path = operation.segments.join('/');
	const read = (context: Context) => {
		const row = rowsOf(list, context).find((one) => one[key] === context.id(key));
		if (!row) throw notFound(key);
		return row;
	};
	const create = ({ store, id, body }: Context) => store.addRow(name, id(owner), body);
	const handlerAt: Record<string, Handlers[string] | undefined> = { [`GET ${path}/{${key}}`]: read, [`POST ${path}`]: create };
	return Object.fromEntries(operations.flatMap(({ id, method, segments }) => {
		const handler = handlerAt[`${method} ${segments.join('/')}`];
		return handler ? [[id, handler]] : [];
	}));
}

export const lists: Handlers = {
	listCustomerGroups: ({ store }) => [...store.addressBooks.values()].map(({ book }) => book),
	listMessageBoxes: ({ store }) => [...store.inboxes.values()].map(({ inbox }) => inbox),
	listUsers: (context) => pageOf(context, [...context.store.users.values()]),
	searchTemplates,
	// trees.ts has labels and classifications, whose names are computed.
	...Object.fromEntries(LISTS.map((list) => [list.operation.id, stored(list)])),
	...Object.assign({}, ...LISTS.map((list) => rowHandlers(list, OPERATIONS))),
};
