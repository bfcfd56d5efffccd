/** Handling memo create (section "Handling memo create"). */
import { HANDLING_TYPES, TICKET_STATUSES, type HandlingType, type TicketStatus } from '../enums';
import { badRequest } from '../refusal';
import { ok } from '../respond';
import type { Context, Route } from '../router';
import type { MessageInput } from '../store/inputs';
import { parseTimestamp } from '../time';
import { boolean, integer, oneOf, text, timestamp } from '../validate';
import { checkNeeded, knownUser, refuseUnknown } from './ticketRules';

const RECORD_BODY = {
	ticket_id: integer(),
	subject: text(),
	status_cd: oneOf(TICKET_STATUSES),
	operated_at: timestamp(),
	operator: text(),
	duration: integer({ min: 0, max: 1440 }),
	body: text(),
	customer_email: text(),
	customer_tel: text(),
	icon_cd: oneOf(HANDLING_TYPES),
	is_html: boolean(),
	assignee: text(),
};

interface RecordBody {
	ticket_id?: number;
	subject?: string;
	status_cd?: TicketStatus;
	operated_at?: string;
	operator?: string;
	duration?: number;
	body?: string;
	customer_email?: string;
	customer_tel?: string;
	icon_cd?: HandlingType;
	is_html?: boolean;
	assignee?: string;
}

/** The state of a memo's message is not shown: the customer's call is taken as received, all else as sent. */
function stateOf(icon: HandlingType): 'received' | 'sent' {
	return icon === 'received_phone' ? 'received' : 'sent';
}

function memoOf(body: RecordBody): MessageInput {
	const icon_cd = body.icon_cd ?? 'received_phone';
	return {
		title: body.subject ?? '',
		body: body.body ?? '',
		is_html: body.is_html ?? false,
		from: body.customer_email ?? body.customer_tel ?? null,
		method_cd: 'record',
		action_cd: stateOf(icon_cd),
		memo: { icon_cd, operator: body.operator ?? null, duration: body.duration ?? null },
	};
}

function create(context: Context) {
	const { store, readings } = context;
	const { inbox, tickets } = context.inbox();
	checkNeeded(context, 'memoFields', ['subject', 'operated_at', 'duration', 'body']);
	const body = context.body as RecordBody;
	const operatedAt = store.calendar.keep(parseTimestamp(body.operated_at ?? '') ?? store.now());
	if (operatedAt > store.now()) throw badRequest('operated_at must be a past time');
	const operator = knownUser(context, 'operator', body.operator);
	const memo = { ...memoOf({ ...body, operator }), sent_at: operatedAt };
	if (body.ticket_id === undefined) {
		const { ticket_id, messages } = store.createTicket({
			message_box_id: inbox.message_box_id,
			title: memo.title,
			status_cd: body.status_cd ?? 'closed',
			assignee: knownUser(context, 'assignee', body.assignee) ?? null,
			messages: [{ ...memo, created_at: store.now() }],
		});
		return ok({ message_id: messages[0].message_id, ticket_id });
	}
	if (!tickets.get(body.ticket_id)) refuseUnknown(context, 'ticket_id');
	const { message_id } = store.addMessage(body.ticket_id, memo);
	const status_cd = body.status_cd ?? (readings.memoStatus === 'closes' ? 'closed' : undefined);
	if (status_cd) store.editTicket(body.ticket_id, { status_cd });
	return ok({ message_id, ticket_id: body.ticket_id });
}

export const recordRoutes: Route[] = [
	{ method: 'POST', path: ':message_box_id/records', body: RECORD_BODY, handle: create },
];
