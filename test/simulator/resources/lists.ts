/** Records that can only be listed (sections "Address books and inboxes", "Inbox-scoped lists", "Template search"). */
import { LISTS, type List } from '../../contract/lists';
import type { Context, Handlers } from '../context';
import { pageOf } from './rules';

function searchTemplates(context: Context) {
	const { template_category_name: category } = context.body;
	return pageOf(context, context.inbox().templates.filter((one) => one.template_category_name === category));
}

/** @returns one list of an inbox or address book; in pages if the contract has them */
const stored = (list: List) => (context: Context) => {
	const contents = list.owner === 'message_box_id' ? context.inbox() : context.addressBook();
	const rows = contents[list.name as keyof typeof contents] as unknown[];
	return list.operation.parameters.some(({ name }) => name === 'per_page') ? pageOf(context, rows) : rows;
};

export const lists: Handlers = {
	listCustomerGroups: ({ store }) => [...store.addressBooks.values()].map(({ book }) => book),
	listMessageBoxes: ({ store }) => [...store.inboxes.values()].map(({ inbox }) => inbox),
	listUsers: (context) => pageOf(context, [...context.store.users.values()]),
	searchTemplates,
	// trees.ts has labels and classifications, whose names are computed.
	...Object.fromEntries(LISTS.map((list) => [list.operation.id, stored(list)])),
};
