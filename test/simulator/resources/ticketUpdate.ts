/** Ticket update (section "Ticket update"). */
import {
	SNOOZE_TERMS,
	TICKET_COLORS,
	TICKET_STATUSES,
	type SnoozeTerm,
	type TicketColor,
	type TicketStatus,
} from '../enums';
import { badRequest, notShown } from '../refusal';
import { noContent } from '../respond';
import type { Context, Route } from '../router';
import type { TicketPatch } from '../store/inputs';
import type { Store } from '../store/Store';
import type { PendingReason, Snooze, Ticket } from '../store/types';
import { parseTimestamp } from '../time';
import { boolean, integer, list, nullable, oneOf, text, timestamp } from '../validate';
import { checkEntries, checkUser, pendingReason } from './ticketRules';
import { ticketOfPath } from './ticketSearch';

const UPDATE_BODY = {
	status_cd: oneOf(TICKET_STATUSES),
	pending_reason_id: nullable(integer()),
	snooze_term: oneOf(SNOOZE_TERMS),
	snooze_time: timestamp(),
	snooze_comment: text({ max: 1000 }),
	notification_mention_name: text(),
	label_ids: list(integer()),
	assignee: nullable(text()),
	approval_required: boolean(),
	assign_comment: text({ max: 1000 }),
	color_cd: nullable(oneOf(TICKET_COLORS)),
	case_category_ids: list(integer()),
};

interface UpdateBody {
	status_cd?: TicketStatus;
	pending_reason_id?: number | null;
	snooze_term?: SnoozeTerm;
	snooze_time?: string;
	snooze_comment?: string;
	notification_mention_name?: string;
	label_ids?: number[];
	assignee?: string | null;
	approval_required?: boolean;
	assign_comment?: string;
	color_cd?: TicketColor | null;
	case_category_ids?: number[];
}

const SNOOZE_FIELDS = ['snooze_term', 'snooze_time', 'snooze_comment', 'notification_mention_name'] as const;

/** Rule 2: the return time is the term's or the given one, else the reason's default. Both together are not shown (rule 3). */
function snoozeOf(store: Store, reason: PendingReason | undefined, body: UpdateBody): Snooze | null {
	if (!reason?.is_snoozed) {
		const field = SNOOZE_FIELDS.find((name) => body[name] !== undefined);
		if (field) throw badRequest(`${field} needs a pending reason that snoozes`);
		return null;
	}
	const snooze = store.snoozeBy(
		body.snooze_term ?? reason.snooze_term,
		body.snooze_comment,
		body.notification_mention_name,
	);
	if (body.snooze_time === undefined) return snooze;
	if (body.snooze_term !== undefined) throw notShown('snooze_term together with snooze_time is not shown');
	const returnsAt = parseTimestamp(body.snooze_time) ?? NaN;
	if (returnsAt <= store.now()) throw badRequest('snooze_time is past');
	return { ...snooze, returnsAt };
}

function comment(store: Store, ticket: Ticket, before: Snooze | null, body: UpdateBody): void {
	if (body.assignee) {
		store.addTicketComment(ticket, { comment_type: 'assign', comment: body.assign_comment ?? '' });
	}
	if (ticket.snooze) {
		store.addTicketComment(ticket, { comment_type: 'snooze', comment: ticket.snooze.comment });
	} else if (before) {
		store.addTicketComment(ticket, { comment_type: 'canceled_snooze', comment: '' });
	}
}

function update(context: Context) {
	const { store, readings } = context;
	const ticket = ticketOfPath(context);
	const inbox = context.inbox();
	const body = context.body as UpdateBody;
	const status = body.status_cd ?? ticket.status_cd;
	checkUser(store, 'assignee', body.assignee);
	checkUser(store, 'notification_mention_name', body.notification_mention_name);
	checkEntries(inbox.labels, 'label_ids', body.label_ids);
	checkEntries(inbox.classifications, 'ticket classifications', body.case_category_ids);
	if (body.assign_comment !== undefined && !body.assignee) {
		throw badRequest('assign_comment needs an assignee');
	}
	const reason = pendingReason(inbox, body.pending_reason_id, status);
	const patch: TicketPatch = {
		status_cd: status,
		pending_reason_id: reason?.pending_reason_id ?? null,
		snooze: snoozeOf(store, reason, body),
	};
	if (body.label_ids) patch.label_ids = [...new Set(body.label_ids)];
	if (body.case_category_ids) patch.case_category_ids = [...new Set(body.case_category_ids)];
	if (body.assignee !== undefined) patch.assignee = body.assignee;
	if (body.color_cd !== undefined) patch.color_cd = body.color_cd;
	const keepsApproval = readings.approvalRequiredOmission === 'keep' && body.approval_required === undefined;
	if (!keepsApproval) patch.approvalRequired = body.approval_required ?? false;
	const before = ticket.snooze;
	store.editTicket(ticket.ticket_id, patch);
	comment(store, ticket, before, body);
	return noContent();
}

export const ticketUpdateRoutes: Route[] = [
	{
		method: 'PUT',
		path: ':message_box_id/tickets/:ticket_id',
		body: UPDATE_BODY,
		handle: update,
	},
];
