import type { TicketEvent } from '../../../nodes/SupportInbox/trigger/detect/events';

import type { Views } from './views';
import { describe, timeOf } from './views';

/**
 * By when something must be told.
 * - `poll`: by the next poll that reads to the end.
 * - `round`: by the end of the next complete round over the look-back that began after it.
 * - `end`: some time, once nothing more happens.
 */
export type Bound = 'poll' | 'round' | 'end';

/** Something that must be told and has not been yet; `at` is when it came to be in the service. */
export interface Due {
	at: number;
	by: Bound;
	messageBoxId: number;
	/** polls in which hardly anything else was due in its inbox */
	held?: number;
}

/** An inbox with little to tell gets its turn within so many polls, whatever goes on in the others. */
const TURNS = 30;

/**
 * What came to be before must have been told (ms): `polled` by the poll that has just read to the end, null when it has
 * not; `lastSweepStartedAt` by the last complete round.
 */
export interface Sighted {
	polled: number | null;
	lastSweepStartedAt: number;
}

/** What the workflow has got, and what it should have got. Faults are kept as sentences. */
export class Ledger {
	readonly faults: string[] = [];
	events = 0;
	/** tickets that the service cannot show */
	readonly broken = new Set<number>();
	private readonly due = new Map<string, Due>();
	/** what may come, but need not */
	private readonly allowed = new Set<string>();
	private readonly told = new Set<string>();
	private readonly lastReceived = new Map<number, number>();

	constructor(readonly views: Views) {}

	/** It must come, once; nothing when it has come already. */
	expect(key: string, due: Due): void {
		if (!this.told.has(key)) this.due.set(key, due);
	}

	/** It may come, once, and need not. @returns what was due until now */
	allow(key: string): Due | undefined {
		const due = this.due.get(key);
		this.due.delete(key);
		this.allowed.add(key);
		return due;
	}

	isDue(key: string): boolean {
		return this.due.has(key);
	}

	/** The trigger begins anew with this: what it gave before does not count. */
	forget(key: string): void {
		this.due.delete(key);
		this.told.delete(key);
		this.allowed.delete(key);
	}

	forgetOrder(ticketId: number): void {
		this.lastReceived.delete(ticketId);
	}

	/** Takes in what one poll gave. */
	deliver(events: readonly TicketEvent[]): void {
		let last = -Infinity;
		for (const event of events) {
			const at = timeOf(event);
			if (at < last) this.faults.push(`out of order within a poll: ${describe(event)}`);
			last = at;
			this.take(event);
		}
		this.events += events.length;
	}

	/** Finds what should have been told by now. */
	checkBounds(messageBoxId: number, { polled, lastSweepStartedAt }: Sighted): void {
		for (const [key, due] of this.due) {
			if (due.messageBoxId !== messageBoxId || due.by === 'end') continue;
			if (due.at >= (due.by === 'round' ? lastSweepStartedAt : (polled ?? -Infinity))) continue;
			this.faults.push(`late: ${key} of ${iso(due.at)}, due by ${due.by}, polled ${iso(polled)}, lastSweepStartedAt ${iso(lastSweepStartedAt)}`);
			due.by = 'end';
		}
	}

	/** An older state has come back: what had been read since must be read again. */
	setBack(isWatched: (ticketId: number) => boolean): void {
		for (const due of this.due.values()) due.held = 0;
		this.views.setBack(isWatched);
	}

	/** Finds what waits behind other inboxes after a poll that had all it may spend. */
	checkTurns(messageBoxId: number): void {
		const waiting = [...this.due].filter(([, due]) => due.messageBoxId === messageBoxId && due.by === 'poll');
		if (waiting.length > 2) return;
		for (const [key, due] of waiting) {
			due.held = (due.held ?? 0) + 1;
			if (due.held === TURNS) this.faults.push(`held up: ${key} of ${iso(due.at)}`);
		}
	}

	/** At the end everything due has been told. */
	close(): void {
		for (const [key, { at }] of this.due) this.faults.push(`lost: ${key} of ${iso(at)}`);
	}

	private take(event: TicketEvent): void {
		if (event.event === 'ticketChanged') {
			const fault = this.views.change(event);
			if (fault !== null) this.faults.push(fault);
			return;
		}
		const { ticket_id: id, message } = event;
		const key = event.event === 'ticketCreated' ? ticketKey(id) : messageKey(message?.message_id ?? 0);
		if (this.told.has(key)) this.faults.push(`doubled: ${describe(event)}`);
		else if (!this.due.has(key) && !this.allowed.has(key)) this.faults.push(`not new: ${describe(event)}`);
		this.told.add(key);
		this.due.delete(key);
		if (event.event === 'ticketCreated') {
			this.views.know(event);
			if (event.messages?.length === 0 && !this.broken.has(id)) this.faults.push(`without its messages: ${describe(event)}`);
			if (this.lastReceived.has(id)) this.faults.push(`out of order: message before its ticket ${id}`);
		} else if (message?.action_cd === 'received') {
			const at = timeOf(event);
			if (at < (this.lastReceived.get(id) ?? 0)) this.faults.push(`out of order in its ticket: ${describe(event)}`);
			this.lastReceived.set(id, at);
		}
	}
}

export const ticketKey = (id: number) => `ticket ${id}`;
export const messageKey = (id: number) => `message ${id}`;

function iso(at: number | null): string {
	return at === null ? '-' : new Date(at).toISOString();
}
