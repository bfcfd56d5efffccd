/** Lists of one inbox that are only read: pending reasons, mail accounts, templates (sections "Inbox-scoped lists", "Template search"). */
import { ok, pageOf } from '../respond';
import type { Route } from '../router';
import { text } from '../validate';
import { checkNeeded } from './ticketRules';

const TEMPLATES = { default: 10, max: 30 };

export const inboxListRoutes: Route[] = [
	{
		method: 'GET',
		path: ':message_box_id/pending_reasons',
		handle: ({ inbox }) => ok(inbox().pendingReasons),
	},
	{
		method: 'GET',
		path: ':message_box_id/mail_accounts',
		paging: { default: 30, max: 100 },
		handle: (context) => pageOf(context, context.inbox().mailAccounts, (account) => account),
	},
	{
		method: 'GET',
		path: ':message_box_id/templates',
		paging: TEMPLATES,
		handle: (context) => pageOf(context, context.inbox().templates, (template) => template),
	},
	{
		method: 'POST',
		path: ':message_box_id/templates/search',
		paging: TEMPLATES,
		body: { template_category_name: text() },
		handle: (context) => {
			checkNeeded(context, 'otherFields', ['template_category_name']);
			const { template_category_name: category } = context.body;
			const found = context
				.inbox()
				.templates.filter((one) => category === undefined || one.template_category_name === category);
			return pageOf(context, found, (template) => template);
		},
	},
];
