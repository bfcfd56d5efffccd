/** Memo create (section "Memo create"). */
import type { Context, Handlers } from '../context';
import type { HandlingType, TicketStatus } from '../enums';
import { badRequest } from '../refusal';
import type { MessageInput } from '../store/inputs';
import { checkUser, refuseUnknown } from './rules';

type Texts = Record<'subject' | 'operated_at' | 'body', string> & Partial<Record<'operator' | 'customer_email' | 'customer_tel' | 'assignee', string>>;

interface RecordBody extends Texts {
	ticket_id?: number;
	status_cd?: TicketStatus;
	icon_cd?: HandlingType;
	is_html?: boolean;
}

function memoOf(body: RecordBody): MessageInput {
	return {
		title: body.subject,
		body: body.body,
		is_html: body.is_html ?? false,
		from: body.customer_email ?? body.customer_tel ?? null,
		method_cd: 'record',
		// The document does not show the state of a memo: here a call of the customer is received, and all other memos are sent.
		action_cd: (body.icon_cd ?? 'received_phone') === 'received_phone' ? 'received' : 'sent',
	};
}

function create(context: Context) {
	const { store, readings } = context;
	const { inbox, tickets } = context.inbox();
	const body = context.body as unknown as RecordBody;
	const operatedAt = store.calendar.keep(store.calendar.read(body.operated_at) ?? NaN);
	if (operatedAt > store.now()) throw badRequest('operated_at must be a past time');
	checkUser(context, 'operator');
	const { status_cd = 'closed' } = body;
	const memo = { ...memoOf(body), sent_at: operatedAt };
	if (body.ticket_id === undefined) {
		checkUser(context, 'assignee');
		const { ticket_id, messages } = store.createTicket({
			message_box_id: inbox.message_box_id,
			title: memo.title,
			status_cd,
			assignee: body.assignee ?? null,
			messages: [{ ...memo, created_at: store.now() }],
		});
		return { message_id: messages[0].message_id, ticket_id };
	}
	const ticket = tickets.get(body.ticket_id) ?? refuseUnknown('ticket_id');
	const { message_id } = store.addMessage(ticket, memo);
	const removesReason = status_cd === 'ongoing' && readings.memoPendingReason === 'removes';
	store.editTicket(ticket, { status_cd, ...(removesReason ? { pending_reason_id: null } : {}) });
	return { message_id, ticket_id: body.ticket_id };
}

export const records: Handlers = { createRecord: create };
