import type { IDataObject } from 'n8n-workflow';
import { setBounded } from './bounded';
import { InboxStore } from './inboxStore';
import { type IgnoredWriters, type OwnWrite, commentsLeftBy } from './ownWrites';
import { type TicketSummary, TICKET_FIELDS } from './ticketFields';
import { Details, type Moment } from './tickets';
import { type ServiceTime, DAY } from './time';

/**
 * A write as it was sent: the update of a ticket, a memo, a mail ...
 * - `path`: with its values encoded; `values`: the same values by the name of their slot in the operation's path.
 * - `body`: in the API's names.
 * - `precondition`: the ticket as it was read before the first try was sent; undefined: nothing was read.
 */
export interface SentWrite {
	method: string;
	path: string;
	values: Readonly<Record<string, string | number>>;
	body: IDataObject;
	precondition?: IDataObject;
}

/**
 * A write of this process that has ended. A write whose outcome is unknown may be passed in again as confirmed.
 * - `answer`: the first row of the answer, with the ids of what was created; `{}` if the answer is empty.
 * - `confirmed`: false when its outcome is unknown; it may still take effect.
 * - The other fields are those of OwnWrite.
 */
export interface EndedWrite extends SentWrite, Pick<OwnWrite, 'sentAt' | 'answeredAt' | 'onService' | 'workflowId' | 'executionId'> {
	answer: IDataObject;
	confirmed: boolean;
}

/** Most created ids that are remembered; a ticket or message with a forgotten id may start the workflow that created it. */
const MAX_CREATED = 5_000;

/** Most tickets that are kept of all inboxes of a token. */
const MAX_ROWS = 20_000;

/** What this process knows of a token: the tickets of each inbox, and the ids that it has created. */
export class Store {
	private readonly inboxes = new Map<number, InboxStore>();
	private readonly details = new Details();
	/** The workflow that created each id, by {@link createdKey}. */
	private readonly created = new Map<string, string | undefined>();

	/** @returns what is known of an inbox */
	of(messageBoxId: number): InboxStore {
		const known = this.inboxes.get(messageBoxId) ?? new InboxStore(messageBoxId, this.details, () => this.keepWithinRows());
		this.inboxes.set(messageBoxId, known);
		return known;
	}

	/** Throws away what is known of an inbox. */
	drop(messageBoxId: number): void {
		this.inboxes.delete(messageBoxId);
		this.details.drop(messageBoxId);
	}

	/** Throws away what is known of the inboxes that nobody has read for a day. */
	dropStale(now: ServiceTime): void {
		for (const [id, { readAt }] of this.inboxes) if (readAt < now - DAY && readAt > -Infinity) this.drop(id);
	}

	/** Drops tickets of the inboxes that were read the longest ago, where all have too many. */
	private keepWithinRows(): void {
		let excess = [...this.inboxes.values()].reduce((sum, { size }) => sum + size, 0) - MAX_ROWS;
		if (excess <= 0) return;
		for (const inbox of [...this.inboxes.values()].sort((a, b) => a.readAt - b.readAt)) {
			if (excess <= 0) return;
			excess -= inbox.dropRows(excess);
		}
	}

	/** Whether this process has created an id in an inbox, in a workflow that `by` accepts. @param idField the API's name of the id */
	hasCreated(messageBoxId: number, idField: string, id: unknown, by: IgnoredWriters = () => true): boolean {
		const key = createdKey(messageBoxId, idField, id);
		return this.created.has(key) && by(this.created.get(key));
	}

	/** Takes in tickets that a write has read (API document, Ticket). A ticket that lacks the fields of a row is left out. */
	recordRead(messageBoxId: number, tickets: readonly object[], moment: Moment): void {
		const rows = tickets.filter(
			(ticket): ticket is TicketSummary => 'ticket_id' in ticket && 'created_at' in ticket && 'last_updated_at' in ticket,
		);
		this.orDrop(messageBoxId, (inbox) => inbox.recordRows(rows, moment));
	}

	/** Takes in a ticket update, or a memo or mail in an old or a new ticket. A write that may still take effect explains no change. */
	recordWrite({
		method,
		values,
		confirmed,
		body,
		answer,
		precondition,
		sentAt,
		answeredAt,
		onService,
		workflowId,
		executionId,
	}: EndedWrite): void {
		const ticketId = Number(values.ticketId ?? body.ticket_id ?? answer.ticket_id);
		const messageBoxId = Number(values.messageBoxId);
		if (Number.isNaN(ticketId) || Number.isNaN(messageBoxId)) return;
		const noteCreated = (idField: string, id: number) =>
			setBounded(this.created, createdKey(messageBoxId, idField, id), workflowId, MAX_CREATED);
		if (typeof answer.message_id === 'number') noteCreated('message_id', answer.message_id);
		const isOfKnown = method === 'PUT' || 'ticket_id' in body || 'message_id' in body;
		if (!isOfKnown && confirmed) noteCreated('ticket_id', ticketId);
		if (!isOfKnown || !confirmed) return;
		const sent = Object.fromEntries(Object.entries(body).filter(([field]) => field in TICKET_FIELDS));
		const isUpdate = method === 'PUT';
		const write = { sentAt, answeredAt, onService, workflowId, executionId, body: sent, isUpdate, comments: commentsLeftBy(body, isUpdate) };
		this.orDrop(messageBoxId, (inbox) => inbox.recordWrite(ticketId, write, precondition as TicketSummary | undefined));
	}

	/** A fault here must not fail the read or write that is taken in, so what is known of the inbox is thrown away. */
	private orDrop(messageBoxId: number, record: (inbox: InboxStore) => void): void {
		try {
			record(this.of(messageBoxId));
		} catch {
			this.drop(messageBoxId);
		}
	}
}

/** The API document does not say that an id is unique in the tenant, so its inbox is part of the key. */
const createdKey = (messageBoxId: number, idField: string, id: unknown) => `${messageBoxId} ${idField} ${String(id)}`;
