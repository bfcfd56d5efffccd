import type { IDataObject } from 'n8n-workflow';

import { setBounded } from './bounded';
import { Ledger } from './ledger';
import { commentsLeftBy } from './ownComments';
import type { IgnoredWriters, OwnWrite } from './ownWrites';
import type { TicketSummary } from './ticketFields';
import { TICKET_FIELDS } from './ticketFields';
import type { Moment } from './tickets';

/**
 * A write as it was sent: the update of a ticket, a memo, a mail ...
 * - `path`: with its values encoded; `values`: the same values by the name of their slot in the operation's path.
 * - `body`: in the API's names.
 * - `precondition`: the ticket as it was read before the first try left; undefined: nothing was read.
 */
export interface SentWrite {
	method: string;
	path: string;
	values: Readonly<Record<string, string | number>>;
	body: IDataObject;
	precondition?: IDataObject;
}

/**
 * A write of this process that has ended. One whose outcome is unknown may come again as confirmed.
 * - `answer`: the first row of the answer, with the ids of what was created; `{}` where the service answers nothing.
 * - `confirmed`: false when its outcome is unknown; it may still take effect.
 * - The other fields are those of OwnWrite.
 */
export interface EndedWrite extends SentWrite, Pick<OwnWrite, 'sentAt' | 'answeredAt' | 'onService' | 'workflowId'> {
	answer: IDataObject;
	confirmed: boolean;
}

/** Ids that this process created and remembers; a forgotten one may start the workflow that made it. */
const MAX_CREATED = 5_000;

/** What this process knows of a token: a ledger for each inbox, and what it has created. */
export class Ledgers {
	private readonly ledgers = new Map<number, Ledger>();
	/** The workflow that created each id, by the id and the API's name of it. */
	private readonly created = new Map<string, string | undefined>();

	/** @returns the ledger of an inbox */
	of(messageBoxId: number): Ledger {
		const ledger = this.ledgers.get(messageBoxId) ?? new Ledger();
		this.ledgers.set(messageBoxId, ledger);
		return ledger;
	}

	/** Throws away what is known of an inbox. */
	drop(messageBoxId: number): void {
		this.ledgers.delete(messageBoxId);
	}

	/** Throws away what was read while the service's clock was ahead. @param now ms of the service's clock */
	dropAhead(now: number): void {
		for (const [id, { seenAt }] of this.ledgers) if (seenAt > now) this.ledgers.delete(id);
	}

	/** Notes the id of what this process has created, by its name in the API. */
	noteCreated(idField: string, id: unknown, workflowId?: string): void {
		setBounded(this.created, `${idField} ${String(id)}`, workflowId, MAX_CREATED);
	}

	/** Whether this process has created something, by the workflows that are meant. */
	hasCreated(idField: string, id: unknown, by: IgnoredWriters = () => true): boolean {
		const key = `${idField} ${String(id)}`;
		return this.created.has(key) && by(this.created.get(key));
	}

	/** Takes in tickets that a write has read (API document, Ticket). One without the fields that a row is made of is left out. */
	takeRead(messageBoxId: number, tickets: readonly object[], moment: Moment): void {
		const rows = tickets.filter((ticket): ticket is TicketSummary => 'ticket_id' in ticket && 'created_at' in ticket && 'last_updated_at' in ticket);
		this.orDrop(messageBoxId, (ledger) => ledger.takeRows(rows, moment));
	}

	/** Takes in a write: an update, or a memo or a mail, in a ticket or with a new one. One that may still take effect explains nothing. */
	takeWrite({ method, values, confirmed, body, answer, precondition, sentAt, answeredAt, onService, workflowId }: EndedWrite): void {
		const ticketId = Number(values.ticketId ?? body.ticket_id ?? answer.ticket_id);
		const messageBoxId = Number(values.messageBoxId);
		if (Number.isNaN(ticketId) || Number.isNaN(messageBoxId)) return;
		if (typeof answer.message_id === 'number') this.noteCreated('message_id', answer.message_id, workflowId);
		const isOfKnown = method === 'PUT' || 'ticket_id' in body || 'message_id' in body;
		if (!isOfKnown && confirmed) this.noteCreated('ticket_id', ticketId, workflowId);
		this.orDrop(messageBoxId, (ledger) => {
			ledger.writes.noteEnd(ticketId, answeredAt);
			if (!isOfKnown || !confirmed) return;
			const sent = Object.fromEntries(Object.entries(body).filter(([field]) => field in TICKET_FIELDS));
			const isUpdate = method === 'PUT';
			const write = { sentAt, answeredAt, onService, workflowId, body: sent, isUpdate, comments: commentsLeftBy(body, isUpdate) };
			ledger.takeWrite(ticketId, write, precondition as TicketSummary | undefined);
		});
	}

	/** A fault of the ledger is not one of the read or write that brings it something. */
	private orDrop(messageBoxId: number, take: (ledger: Ledger) => void): void {
		try {
			take(this.of(messageBoxId));
		} catch {
			this.drop(messageBoxId);
		}
	}
}
