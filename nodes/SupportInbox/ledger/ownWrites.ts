import type { IDataObject } from 'n8n-workflow';
import { setBounded } from './bounded';
import type { OwnComment } from './ownComments';
import { type Snapshot, isSame } from './snapshot';
import type { TicketSummary } from './ticketFields';
import type { Row } from './tickets';
import { MINUTE, SECOND } from './time';

/** Whether the writes of a workflow are ignored. */
export type IgnoredWriters = (workflowId: string | undefined) => boolean;

/**
 * A write of this process to a ticket.
 * - `sentAt`, `answeredAt`: in ms of the steady clock.
 * - `onService`: the period on the service's clock in which it took effect (ms); null while that is unknown.
 * - `isUpdate`: a ticket update; otherwise a memo or a mail, which brings a message and may set the status.
 * - `body`: the sent fields that a row has, in the API's names; `before`: the ticket as it was last read before the write.
 * - `isRead`: the write was built from `before`: a field that it sent with the same value is unchanged, such as the status of a memo.
 * - `comments`: the comments that it may have left in the ticket.
 * - `workflowId`: of the workflow that wrote.
 */
export interface OwnWrite {
	sentAt: number;
	answeredAt: number;
	onService: { earliest: number; latest: number } | null;
	isUpdate: boolean;
	body: IDataObject;
	before?: Snapshot;
	isRead?: boolean;
	comments: readonly OwnComment[];
	workflowId?: string;
}

/** Longest time between the last read and a write (ms): in a longer one, the write might hide that somebody moved `last_updated_at`. */
const MAX_GAP = MINUTE;
/** From this time after its answer on, every row shows a write (ms); until then, an index may lag behind. */
const SHOWN_AFTER = 10 * SECOND;

/** `shown`: the first reading that shows the write: later numbers of a trigger contain it. */
type ShownWrite = OwnWrite & { shown?: number };

/** Most writes remembered for one ticket, and most tickets; a forgotten write costs a request, or leads to an unwanted event. */
const MAX_WRITES = 10;
const MAX_TICKETS = 2_000;

/** What this process has written to the tickets of one inbox. A write explains changes only of the fields that it sent. */
export class OwnWrites {
	private readonly writes = new Map<number, ShownWrite[]>();

	add(ticketId: number, write: OwnWrite): void {
		setBounded(this.writes, ticketId, [...this.of(ticketId), { ...write }].slice(-MAX_WRITES), MAX_TICKETS);
	}

	/** Whether one of the remembered writes of a ticket has set a pending reason, perhaps after the ticket was read last. */
	haveSnoozed(ticketId: number): boolean {
		return this.of(ticketId).some(({ body }) => typeof body.pending_reason_id === 'number');
	}

	/** Notes the writes that a row shows for the first time. @param seq the number of its reading @returns whether there are any */
	note({ ticket, readAt }: Pick<Row, 'ticket' | 'readAt'>, seq: number): boolean {
		const writes = this.of(ticket.ticket_id).filter(({ shown }) => shown === undefined);
		const shown = writes.filter((write) => readAt >= write.answeredAt + SHOWN_AFTER || (readAt >= write.sentAt && hasEffect(ticket, write)));
		for (const write of shown) write.shown = seq;
		return shown.length > 0;
	}

	/** @returns the writes of a ticket that a reading after this number was the first to show */
	shownAfter(ticketId: number, seq: number): OwnWrite[] {
		return this.of(ticketId).filter(({ shown }) => shown !== undefined && shown > seq);
	}

	/**
	 * @param seenAt when the ticket was seen before (ms of the service's clock)
	 * @param updated its `last_updated_at` now (ms of the service's clock)
	 * @returns whether a write of this process has moved `last_updated_at` since then; a change by somebody else before that
	 *   write cannot be seen
	 */
	explain(ticket: TicketSummary, seenAt: number, updated: number): boolean {
		return this.of(ticket.ticket_id).some(({ onService, body, isUpdate }) => {
			if (!isUpdate || onService === null || onService.latest < seenAt || onService.earliest > seenAt + MAX_GAP) return false;
			// The service may cut its times to the second.
			const isInSpan = updated >= Math.floor(onService.earliest / SECOND) * SECOND && updated <= onService.latest;
			return isInSpan && writtenFieldsIn(ticket, body).every(([shown, written]) => isSame(shown, written));
		});
	}

	private of(ticketId: number): ShownWrite[] {
		return this.writes.get(ticketId) ?? [];
	}
}

/**
 * Whether a ticket shows something of what the write has changed, or what somebody else has made of that since. A write that has
 * changed no field of a row has its effect at once.
 */
function hasEffect(ticket: TicketSummary, { body, before }: OwnWrite): boolean {
	const readIn = (field: string) => before?.[field as keyof Snapshot];
	const changed = writtenFieldsIn(ticket, body).filter(([, written, field]) => !isSame(readIn(field), written));
	const isShown = ([shown, written, field]: [unknown, unknown, string]) => (before === undefined ? isSame(shown, written) : !isSame(shown, readIn(field)));
	return changed.length === 0 || changed.some(isShown);
}

/** @returns for each written field that a row has: the value in the row, the written value, and the field */
function writtenFieldsIn(ticket: TicketSummary, body: IDataObject): Array<[unknown, unknown, string]> {
	const row = ticket as unknown as IDataObject;
	return Object.keys(body).filter((field) => field in row).map((field) => [row[field], body[field], field]);
}
