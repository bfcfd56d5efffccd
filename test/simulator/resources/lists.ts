/** What is only listed (sections "Address books and inboxes", "Inbox-scoped lists", "Template search"). */
import type { Context, Handlers } from '../context';
import { badRequest } from '../refusal';
import { checkNeeded, pageOf } from './rules';

/** Whether the lists of the tenant come in pages is not shown. */
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

export const lists: Handlers = {
	listCustomerGroups: (context) => tenantList(context, [...context.store.addressBooks.values()].map(({ book }) => book)),
	listMessageBoxes: (context) => tenantList(context, [...context.store.inboxes.values()].map(({ inbox }) => inbox)),
	listUsers,
	listBadges: (context) => pageOf(context, context.addressBook().badges),
	listPendingReasons: ({ inbox }) => inbox().pendingReasons,
	listMailAccounts: (context) => pageOf(context, context.inbox().mailAccounts),
	listTemplates: (context) => pageOf(context, context.inbox().templates),
	searchTemplates,
};
