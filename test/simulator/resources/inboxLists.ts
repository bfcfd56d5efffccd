/** Lists of one inbox that are only read: pending reasons, mail accounts, templates (sections "Inbox-scoped lists", "Template search"). */
import type { Context, Handlers } from '../context';
import { ok, pageOf } from '../respond';
import { checkNeeded } from './ticketRules';

function searchTemplates(context: Context) {
	checkNeeded(context, 'otherFields', ['template_category_name']);
	const { template_category_name: category } = context.body;
	return pageOf(context, context.inbox().templates.filter((one) => category === undefined || one.template_category_name === category));
}

export const inboxLists: Handlers = {
	listPendingReasons: ({ inbox }) => ok(inbox().pendingReasons),
	listMailAccounts: (context) => pageOf(context, context.inbox().mailAccounts),
	listTemplates: (context) => pageOf(context, context.inbox().templates),
	searchTemplates,
};
