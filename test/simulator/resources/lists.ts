/** Records that can only be listed (sections "Address books and inboxes", "Inbox-scoped lists", "Template search"). */
import { OPERATIONS, type Parameter } from '../../contract/contract';
import type { Context, Handlers } from '../context';
import { pageOf } from './rules';

function searchTemplates(context: Context) {
	const { template_category_name: category } = context.body;
	return pageOf(context, context.inbox().templates.filter((one) => one.template_category_name === category));
}

/** The lists of an inbox or address book. trees.ts replaces the handlers of labels and classifications, whose rows are computed. */
const storedLists = OPERATIONS.filter(({ method, segments, answer }) => method === 'GET' && answer?.type === 'array' && /^\{/.test(segments.at(-2) ?? ''));

/** @returns the rows stored under the name of the path, such as `mailAccounts` for `mail_accounts`; in pages if the contract has them */
function storedList(context: Context, segments: string[], parameters: Parameter[]): unknown[] {
	const name = segments.at(-1)!.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
	const contents = segments[0] === 'customer_groups' ? context.addressBook() : context.inbox();
	const rows = contents[name as keyof typeof contents] as unknown[];
	return parameters.some((one) => one.name === 'per_page') ? pageOf(context, rows) : rows;
}

export const lists: Handlers = {
	listCustomerGroups: ({ store }) => [...store.addressBooks.values()].map(({ book }) => book),
	listMessageBoxes: ({ store }) => [...store.inboxes.values()].map(({ inbox }) => inbox),
	listUsers: (context) => pageOf(context, [...context.store.users.values()]),
	searchTemplates,
	...Object.fromEntries(storedLists.map(({ id, segments, parameters }) => [id, (context: Context) => storedList(context, segments, parameters)])),
};
