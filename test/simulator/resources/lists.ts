/** Records that can only be listed (sections "Address books and inboxes", "Inbox-scoped lists", "Template search"). */
import { OPERATIONS, type Parameter } from '../../contract/contract';
import type { Context, Handlers } from '../context';
import { badRequest } from '../refusal';
import { checkNeeded, pageOf } from './rules';

/** The document does not show whether the lists of the tenant come in pages. */
function tenantList<T>(context: Context, all: T[]): T[] {
	const { tenantLists } = context.readings;
	if (tenantLists === 'pages') return pageOf(context, all);
	if (context.page.page > 1 && tenantLists === 'wholeThenRefused') throw badRequest('page is unknown');
	return context.page.page > 1 && tenantLists === 'wholeThenEmpty' ? [] : all;
}

function listUsers(context: Context) {
	const isListed = ({ status_cd }: { status_cd: string }) => context.readings.deletedUsers === 'listed' || status_cd !== 'deleted';
	return pageOf(context, [...context.store.users.values()].filter(isListed));
}

function searchTemplates(context: Context) {
	checkNeeded(context, 'otherFields', ['template_category_name']);
	const { template_category_name: category } = context.body;
	return pageOf(context, context.inbox().templates.filter((one) => category === undefined || one.template_category_name === category));
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
	listCustomerGroups: (context) => tenantList(context, [...context.store.addressBooks.values()].map(({ book }) => book)),
	listMessageBoxes: (context) => tenantList(context, [...context.store.inboxes.values()].map(({ inbox }) => inbox)),
	listUsers,
	searchTemplates,
	...Object.fromEntries(storedLists.map(({ id, segments, parameters }) => [id, (context: Context) => storedList(context, segments, parameters)])),
};
