/** Address books, inboxes, users and badges (section "Address books and inboxes"). */
import { ok, pageOf } from '../respond';
import type { Route } from '../router';

const LIST = { default: 30, max: 100 };

export const tenantRoutes: Route[] = [
	{
		method: 'GET',
		path: 'customer_groups',
		handle: ({ store }) =>
			ok(
				[...store.addressBooks.values()].map(({ book }) => ({
					customer_group_id: book.customer_group_id,
					name: book.name,
					message_box_ids: book.message_box_ids,
					last_updated_at: store.calendar.format(book.last_updated_at),
				})),
			),
	},
	{
		method: 'GET',
		path: 'message_boxes',
		handle: ({ store }) =>
			ok(
				[...store.inboxes.values()].map(({ inbox }) => ({
					...inbox,
					last_updated_at: store.calendar.format(inbox.last_updated_at),
				})),
			),
	},
	{
		method: 'GET',
		path: 'users',
		paging: LIST,
		handle: (context) =>
			pageOf(context, [...context.store.users.values()], (user) => ({
				...user,
				last_page_loaded_at:
					user.last_page_loaded_at === null
						? null
						: context.store.calendar.format(user.last_page_loaded_at),
			})),
	},
	{
		method: 'GET',
		path: 'customer_groups/:customer_group_id/badges',
		paging: LIST,
		handle: (context) => pageOf(context, context.addressBook().badges, (badge) => badge),
	},
];
