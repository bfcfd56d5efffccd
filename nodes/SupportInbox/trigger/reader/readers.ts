import type { IDataObject } from 'n8n-workflow';

import type { TicketSummary } from '../../fields/ticketFields';
import type { OwnWrite } from '../../transport/ownWrites';
import { OwnWrites } from '../../transport/ownWrites';
import type { Session } from '../../transport/session';
import type { TicketObserver } from '../../transport/ticketReadings';
import { TicketReadings } from '../../transport/ticketReadings';
import { ServiceClock } from '../service/requests';
import { HOUR, MINUTE } from '../time';

import { Reader } from './reader';

/** A trigger that has not polled in this process yet is taken to poll so often (ms). */
const USUAL_INTERVAL = MINUTE;
/** An inbox in which something happened within this time is busy: what it waits beyond one poll counts this many times more. */
const BUSY_FOR = HOUR;
const BUSY_WEIGHT = 6;

/**
 * How long the troubles of one trigger have lasted.
 * - `lastPoll`: when it polled last, and `interval` how long after the one before (ms of the steady clock).
 * - `silentPolls`: polls in a row to which the service did not answer; `limitedSince`: nothing could be read for the rate limit.
 * - `failing`: inboxes that cannot be read, and for how many polls.
 */
export interface Troubles {
	lastPoll: number;
	interval: number;
	silentPolls: number;
	limitedSince?: number;
	failing: Map<number, { meaning: string; polls: number }>;
}

/**
 * The readers of one process for one origin and token; all triggers that share these share them. Nothing is ever stored:
 * a new process begins with `new Readers()`, and every trigger goes on from its own memory.
 */
export class Readers {
	readonly clock = new ServiceClock();
	/** Whether the writes of the session are known here. */
	isConnected = false;
	private readonly readers = new Map<number, Reader>();
	/** The last work on each inbox. */
	private readonly work = new Map<number, Promise<unknown>>();
	private readonly triggers = new Map<string, Troubles>();

	/** @returns the reader of an inbox */
	of(messageBoxId: number): Reader {
		const reader = this.readers.get(messageBoxId) ?? new Reader(messageBoxId);
		this.readers.set(messageBoxId, reader);
		return reader;
	}

	/** Throws away what was read of an inbox: the next poll begins with a clean reader. */
	drop(messageBoxId: number): void {
		this.readers.delete(messageBoxId);
	}

	/** Runs `work` while no other trigger works on the inbox. */
	async exclusively<T>(messageBoxId: number, work: () => Promise<T>): Promise<T> {
		const result = (this.work.get(messageBoxId) ?? Promise.resolve()).then(work);
		this.work.set(messageBoxId, result.catch(() => undefined));
		return await result;
	}

	/**
	 * @param inboxes with how far the trigger knows them; @param now ms of the service's clock; @param interval between polls (ms)
	 * @returns the inboxes, those first that have waited the longest for what happens in them
	 */
	mostUrgentFirst(inboxes: ReadonlyArray<{ id: number; position: number }>, now: number, interval: number): number[] {
		const waited = inboxes.map(({ id, position }) => {
			const { activeAt, seenAt } = this.of(id);
			const time = now - Math.max(seenAt, position);
			return { id, time: now - activeAt < BUSY_FOR ? time + BUSY_WEIGHT * (time - interval) : time };
		});
		return waited.sort((a, b) => b.time - a.time).map(({ id }) => id);
	}

	/** Notes that a trigger polls. What was read while the service's clock was ahead is thrown away. @param now ms of the steady clock */
	notePoll(key: string, now: number): Troubles {
		for (const [id, { seenAt }] of this.readers) if (seenAt > now + this.clock.offset + MINUTE) this.drop(id);
		const known = this.triggers.get(key) ?? { lastPoll: now - USUAL_INTERVAL, interval: 0, silentPolls: 0, failing: new Map() };
		const trigger = Object.assign(known, { interval: now - known.lastPoll, lastPoll: now });
		this.triggers.set(key, trigger);
		return trigger;
	}

	/** A row serves a write, and what a write has read is a row. */
	readonly observer: TicketObserver = {
		lastRead: (messageBoxId, ticketId) => {
			const row = this.readers.get(messageBoxId)?.rows.get(ticketId);
			return row && { ticket: row.ticket as unknown as IDataObject, readAt: row.readAt };
		},
		read: (messageBoxId, { ticket, readAt }) => {
			if (!isTicket(ticket) || !this.clock.isKnown) return;
			this.orDrop(messageBoxId, (reader) => reader.noteAll([ticket], { asOf: readAt + this.clock.offset, readAt }));
		},
	};

	/**
	 * Takes in a write of this process: an update, or a memo or a mail, in a ticket or with a new one. One that may still
	 * take effect later says nothing.
	 */
	noteWrite({ method, values, confirmed, body, answer, precondition, ...write }: OwnWrite): void {
		const ticketId = Number(values.ticketId ?? answer.ticket_id);
		if (!confirmed || Number.isNaN(ticketId)) return;
		this.orDrop(Number(values.messageBoxId), (reader) => {
			if (typeof answer.message_id === 'number') reader.writes.addMessage(answer.message_id, write.workflowId);
			const isOfKnown = method === 'PUT' || 'ticket_id' in body || 'message_id' in body;
			if (isOfKnown) reader.noteWrite(ticketId, { ...write, body, isUpdate: method === 'PUT' }, precondition as TicketSummary | undefined);
			else reader.writes.addCreated(ticketId, write.workflowId);
		});
	}

	/** Lets the reader of an inbox know, where there is one. A fault there is not one of the write that has been sent. */
	private orDrop(messageBoxId: number, note: (reader: Reader) => void): void {
		const reader = this.readers.get(messageBoxId);
		try {
			if (reader !== undefined) note(reader);
		} catch {
			this.drop(messageBoxId);
		}
	}
}

/** A write is content with less of a ticket than the triggers need. */
function isTicket(ticket: object): ticket is TicketSummary {
	return 'created_at' in ticket && 'last_updated_at' in ticket;
}

/** @returns the readers of a session, which its triggers share */
export function readersOf(session: Session): Readers {
	const readers = session.of(Readers);
	if (readers.isConnected) return readers;
	readers.isConnected = true;
	session.of(TicketReadings).observer = readers.observer;
	session.of(OwnWrites).listen((write) => readers.noteWrite(write));
	return readers;
}
