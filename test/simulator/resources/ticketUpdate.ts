/** Ticket update (section "Ticket update"). */
import type { Context, Handlers } from '../context';
import type { SnoozeTerm } from '../enums';
import { badRequest } from '../refusal';
import type { PendingReason } from '../store/Directory';
import type { TicketPatch } from '../store/inputs';
import { newAttributes, type Snooze, type Ticket } from '../store/types';
import { checkUser, pendingReason } from './rules';
import { ticketOfPath } from './ticketSearch';

type UpdateBody = Partial<Pick<Ticket, 'status_cd' | 'pending_reason_id' | 'label_ids' | 'assignee' | 'color_cd' | 'case_category_ids'>> & {
	snooze_term?: SnoozeTerm;
	approval_required?: boolean;
	snooze_time?: string;
	snooze_comment?: string;
	notification_mention_name?: string;
	assign_comment?: string;
};

const SNOOZE_FIELDS = ['snooze_term', 'snooze_time', 'snooze_comment', 'notification_mention_name'] as const;

/** Rule 2: the return time is from the term or the time in the body, else the reason's default. Rule 3 does not show both together. */
function snoozeOf({ store }: Context, reason: PendingReason | undefined, body: UpdateBody): Snooze | null {
	const field = SNOOZE_FIELDS.find((name) => body[name] !== undefined);
	if (!reason?.is_snoozed) {
		if (field) throw badRequest(`${field} needs a pending reason that snoozes`);
		return null;
	}
	const snooze = store.snoozeBy(
		body.snooze_term ?? reason.snooze_term,
		body.snooze_comment,
		body.notification_mention_name,
	);
	if (body.snooze_time === undefined) return snooze;
	const returnsAt = store.calendar.read(body.snooze_time) ?? NaN;
	if (!(returnsAt > store.now())) throw badRequest('snooze_time is past');
	return { ...snooze, returnsAt };
}

function comment({ store, readings }: Context, ticket: Ticket, wasSnoozed: boolean, { assignee, assign_comment = '' }: UpdateBody): void {
	const add = (comment_type: 'assign' | 'snooze', text: string) => {
		if (text !== '' || readings.emptyComments === 'written') store.addTicketComment(ticket, { comment_type, comment: text });
	};
	if (assignee) add('assign', assign_comment);
	if (ticket.snooze) add('snooze', ticket.snooze.comment);
	else if (wasSnoozed) store.addTicketComment(ticket, { comment_type: 'canceled_snooze', comment: '' });
}

const EDITABLE = Object.keys(newAttributes());

/** @returns the fields of a body that a ticket has by the same name, each id of a list once */
function editsOf(body: UpdateBody): TicketPatch {
	const edits = Object.entries(body).filter(([name, value]) => EDITABLE.includes(name) && value !== undefined);
	return Object.fromEntries(edits.map(([name, value]) => [name, Array.isArray(value) ? [...new Set(value)] : value]));
}

function update(context: Context) {
	const { store } = context;
	const ticket = ticketOfPath(context);
	const body = context.body as UpdateBody;
	for (const field of ['assignee', 'notification_mention_name']) checkUser(context, field);
	const status = body.status_cd ?? ticket.status_cd;
	if (body.assign_comment !== undefined && !body.assignee) throw badRequest('assign_comment needs an assignee');
	const reason = pendingReason(context, body.pending_reason_id, status);
	const patch: TicketPatch = {
		...editsOf(body),
		status_cd: status,
		pending_reason_id: reason?.pending_reason_id ?? null,
		snooze: snoozeOf(context, reason, body),
		approvalRequired: body.approval_required ?? false,
	};
	const wasSnoozed = ticket.snooze !== null;
	store.editTicket(ticket, patch);
	comment(context, ticket, wasSnoozed, body);
}

export const ticketUpdate: Handlers = { updateTicket: update };
