/** Address books, inboxes, users and badges (section "Address books and inboxes"). */
import type { Answer } from '../messages';
import { badRequest } from '../refusal';
import { ok, pageOf } from '../respond';
import type { Context, Handlers } from '../context';
import type { User } from '../store/types';

/** Whether these lists come in pages is not shown. */
function tenantList<T>(context: Context, all: T[], render: (element: T) => unknown): Answer {
	const { tenantLists } = context.readings;
	if (tenantLists === 'pages') return pageOf(context, all, render);
	if (context.page.page > 1 && tenantLists === 'wholeThenRefused') throw badRequest('page is unknown');
	return ok(context.page.page > 1 && tenantLists === 'wholeThenEmpty' ? [] : all.map(render));
}

function usersOf({ store, readings }: Context): User[] {
	const users = [...store.users.values()];
	return readings.deletedUsers === 'listed' ? users : users.filter(({ status_cd }) => status_cd !== 'deleted');
}

export const tenant: Handlers = {
	listCustomerGroups: (context) =>
		tenantList(context, [...context.store.addressBooks.values()], ({ book }) => ({
			customer_group_id: book.customer_group_id,
			name: book.name,
			message_box_ids: book.message_box_ids,
			last_updated_at: context.store.calendar.format(book.last_updated_at),
		})),
	listMessageBoxes: (context) =>
		tenantList(context, [...context.store.inboxes.values()], ({ inbox }) => ({
			...inbox,
			last_updated_at: context.store.calendar.format(inbox.last_updated_at),
		})),
	listUsers: (context) =>
		pageOf(context, usersOf(context), ({ last_page_loaded_at: at, ...user }) => ({
			...user,
			last_page_loaded_at: at === null ? null : context.store.calendar.format(at),
		})),
	listBadges: (context) => pageOf(context, context.addressBook().badges),
};
