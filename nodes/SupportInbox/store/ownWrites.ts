import type { IDataObject } from 'n8n-workflow';
import type { LocalTime } from '../adapter/clock';
import { setBounded } from './bounded';
import { type Changes, type Snapshot, differences, isSame, snapshotOf } from './snapshot';
import { type TicketSummary, type WatchedField, WATCHED } from './ticketFields';
import type { Moment, TicketComment } from './tickets';
import { type ServiceTime, MINUTE, SECOND } from './time';

/** A comment that a write may have left in its ticket. */
export type OwnComment = Pick<TicketComment, 'comment_type' | 'comment'>;

/** Where a ticket cannot have been snoozed, no snooze can have ended. */
export const SNOOZE_ENDED: OwnComment = { comment_type: 'canceled_snooze', comment: '' };

/** Whether the writes of a workflow are ignored. */
export type IgnoredWriters = (workflowId: string | undefined) => boolean;

/**
 * A write of this process to a ticket.
 * - `onService`: the period in which it took effect; null while that is unknown.
 * - `isUpdate`: a ticket update; otherwise a memo or a mail, which brings a message and may set the status.
 * - `body`: the sent fields that a row has, in the API's names; `before`: the ticket as it was last read before the write.
 * - `isRead`: the write was built from `before`: a field that it sent with the same value is unchanged, such as the status of a memo.
 * - `comments`: the comments that it may have left in the ticket.
 * - `workflowId`, `executionId`: of the workflow and the execution that wrote.
 */
export interface OwnWrite {
	sentAt: LocalTime;
	answeredAt: LocalTime;
	onService: { earliest: ServiceTime; latest: ServiceTime } | null;
	isUpdate: boolean;
	body: IDataObject;
	before?: Snapshot;
	isRead?: boolean;
	comments: readonly OwnComment[];
	workflowId?: string;
	executionId?: string;
}

/**
 * Longest time between the last read and a write (ms): in a longer one, the write might hide that somebody moved `last_updated_at`. Each
 * ticket is read once a minute, and the round that reads it takes part of the next.
 */
const MAX_GAP = 1.5 * MINUTE;

/** `takenBy`: the triggers that have taken in a row that shows the write. A memory that has taken in rows up to that time contains it. */
type TakenWrite = OwnWrite & { takenBy: Map<string, ServiceTime> };

/** A row, see Row. */
type ReadRow = Moment & { ticket: TicketSummary };

/** Most writes remembered for one ticket, and most tickets; a forgotten write costs a request, or leads to an unwanted event. */
const MAX_WRITES = 10;
const MAX_TICKETS = 2_000;

/** What this process has written to the tickets of one inbox. A write explains changes only of the fields that it sent. */
export class OwnWrites {
	private readonly writes = new Map<number, TakenWrite[]>();

	add(ticketId: number, write: OwnWrite): void {
		const known = this.writes.get(ticketId) ?? [];
		setBounded(this.writes, ticketId, [...known, { ...write, takenBy: new Map<string, ServiceTime>() }].slice(-MAX_WRITES), MAX_TICKETS);
	}

	/** @returns the remembered writes of a ticket by an execution, in their order */
	ofExecution(ticketId: number, executionId: string): OwnWrite[] {
		return (this.writes.get(ticketId) ?? []).filter((write) => write.executionId === executionId);
	}

	/** Whether one of the remembered writes of a ticket has set a pending reason, perhaps after the ticket was read last. */
	haveSnoozed(ticketId: number): boolean {
		return (this.writes.get(ticketId) ?? []).some(({ body }) => typeof body.pending_reason_id === 'number');
	}

	/** Begins a poll whose memory has taken in rows up to `processedUntil`: n8n may have restored an older memory. */
	beginPoll(trigger: string, processedUntil: ServiceTime): void {
		for (const writes of this.writes.values()) {
			for (const { takenBy } of writes) if ((takenBy.get(trigger) ?? -Infinity) > processedUntil) takenBy.delete(trigger);
		}
	}

	/** @returns the writes to a ticket that a trigger has not taken in yet */
	untaken(ticketId: number, trigger: string): OwnWrite[] {
		return (this.writes.get(ticketId) ?? []).filter(({ takenBy }) => !takenBy.has(trigger));
	}

	/**
	 * Notes that a trigger has taken in what a row shows.
	 *
	 * @param processedUntil up to when its memory has taken in rows
	 */
	noteTaken(row: ReadRow, trigger: string, processedUntil: ServiceTime): void {
		const at = Math.max(row.asOf, processedUntil);
		const visible = (this.writes.get(row.ticket.ticket_id) ?? []).filter((write) => isVisibleIn(row, write));
		for (const { takenBy } of visible) takenBy.set(trigger, takenBy.get(trigger) ?? at);
	}

	/**
	 * @param seenAt when the ticket was seen before
	 * @param updated its `last_updated_at` now
	 * @returns whether a write of this process has moved `last_updated_at` since then; a change by somebody else before that
	 *   write cannot be seen
	 */
	explain(ticket: TicketSummary, seenAt: ServiceTime, updated: ServiceTime): boolean {
		return (this.writes.get(ticket.ticket_id) ?? []).some(({ onService, body, isUpdate }) => {
			if (!isUpdate || onService === null || onService.latest < seenAt || onService.earliest > seenAt + MAX_GAP) return false;
			// The service may cut its times to the second.
			const isInSpan = updated >= Math.floor(onService.earliest / SECOND) * SECOND && updated <= onService.latest;
			return isInSpan && isAsWritten(ticket, body);
		});
	}
}

/** Whether a row shows a write, or something that came after it. */
export function isVisibleIn({ ticket, readAt, answeredAt }: ReadRow, write: OwnWrite): boolean {
	return readAt >= write.answeredAt || (answeredAt >= write.sentAt && hasEffect(ticket, write));
}

/** Whether a ticket shows what was written, as far as a row has the fields. */
function isAsWritten(ticket: TicketSummary, body: IDataObject): boolean {
	return writtenFieldsIn(ticket, body).every(([shown, written]) => isSame(shown, written));
}

/**
 * Whether a ticket shows something of what the write has changed, or what somebody else has made of that since. A write that has
 * changed no field of a row has its effect at once.
 */
function hasEffect(ticket: TicketSummary, { body, before }: OwnWrite): boolean {
	const readIn = (field: string) => before?.[field as keyof Snapshot];
	const changed = writtenFieldsIn(ticket, body).filter(([, written, field]) => !isSame(readIn(field), written));
	const hasMoved = ([shown, written, field]: [unknown, unknown, string]) =>
		before === undefined ? isSame(shown, written) : !isSame(shown, readIn(field));
	return changed.length === 0 || changed.some(hasMoved);
}

/** @returns for each written field that a row has: the value in the row, the written value, and the field */
function writtenFieldsIn(ticket: TicketSummary, body: IDataObject): Array<[unknown, unknown, string]> {
	const row = ticket as unknown as IDataObject;
	return Object.keys(body).filter((field) => field in row).map((field) => [row[field], body[field], field]);
}

/**
 * @param fields the fields that matter; empty: all
 * @returns what differs and none of these writes explains; null: nothing
 */
export function changesOfOthers(
	before: Snapshot,
	after: Snapshot,
	own: readonly OwnWrite[],
	fields: readonly WatchedField[] = [],
): Changes | null {
	return differences(afterWrites(before, own), after, fields);
}

/** @returns how a ticket would look if nothing but these writes had changed it */
function afterWrites(snapshot: Snapshot, writes: readonly OwnWrite[]): Snapshot {
	return writes.reduce((before, { body, before: read, isRead = false }) => {
		// A write without a pending reason removes the ticket's pending reason.
		const sent: IDataObject = { pending_reason_id: null, ...body };
		const written = WATCHED.filter((field) => field in sent)
			.filter((field) => !isRead || !isSame(read?.[field], sent[field]))
			.map((field) => [field, afterWrite(before[field], sent[field], read?.[field])]);
		return snapshotOf({ ...before, ...Object.fromEntries(written) } as TicketSummary);
	}, snapshot);
}

/** A write replaces the whole list that it read before: only the ids that it added or removed are its own changes. */
function afterWrite(before: unknown, written: unknown, shown: unknown): unknown {
	if (!Array.isArray(written)) return written;
	const read = new Set((shown ?? before ?? []) as unknown[]);
	const kept = ((before ?? []) as unknown[]).filter((id) => !read.has(id) || written.includes(id));
	return [...new Set([...kept, ...(written as unknown[]).filter((id) => !read.has(id))])];
}

/**
 * Comments have no id, and the answer to a write does not name them: only type and text identify a comment that a write has left.
 *
 * @param body what was sent, in the API's names
 * @param isUpdate a ticket update; otherwise a memo or a mail
 * @returns the comments that the service may have made of it (API document, Ticket update and States and transitions). The
 *   document does not show whether a comment without a text is made
 */
export function commentsLeftBy(body: IDataObject, isUpdate: boolean): OwnComment[] {
	const isReply = 'message_id' in body;
	const namesReason = typeof body.pending_reason_id === 'number';
	return [
		...(isUpdate && typeof body.assignee === 'string' ? [{ comment_type: 'assign', comment: String(body.assign_comment ?? '') }] : []),
		namesReason ? { comment_type: 'snooze', comment: String(body.snooze_comment ?? '') } : SNOOZE_ENDED,
		...(isReply ? [{ comment_type: 'request', comment: '' }] : []),
	];
}
