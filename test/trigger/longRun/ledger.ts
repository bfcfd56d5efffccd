import type { Bound, Delays } from './delays';
import { describe, type Told } from './told';
import type { Views } from './views';

/** What one workflow has got, and what it should have got. Faults are kept as sentences. */
export class Ledger {
	readonly faults: string[] = [];
	events = 0;
	/** tickets that could not be shown at some time: they may be told without their messages */
	readonly broken = new Set<number>();
	private readonly due = new Map<string, { at: number; ticketId: number; by: Bound }>();
	/** what may come, but need not */
	private readonly allowed = new Set<string>();
	private readonly told = new Set<string>();
	private readonly lastReceived = new Map<number, number>();

	/** @param timesOf when the service got to know of what an event tells (ms): at the earliest, and at the latest */
	constructor(
		readonly views: Views,
		readonly delays: Delays,
		private readonly timesOf: (event: Told) => [number, number],
	) {}

	/** It must come, once; nothing when it has come already. @param at when it came to be in the service (ms) */
	expect(key: string, ticketId: number, by: Bound, at: number): void {
		if (this.told.has(key)) return;
		this.due.set(key, { at, ticketId, by });
		this.delays.expect(key, ticketId, by, at);
	}

	/** It may come, once, and need not. @returns by when it was due until now */
	allow(key: string): Bound | undefined {
		const due = this.due.get(key);
		this.drop(key);
		this.allowed.add(key);
		return due?.by;
	}

	isDue(key: string): boolean {
		return this.due.has(key);
	}

	isTold(key: string): boolean {
		return this.told.has(key);
	}

	/** The trigger begins anew with this: what it gave before does not count. */
	forget(key: string): void {
		this.drop(key);
		this.told.delete(key);
		this.allowed.delete(key);
	}

	/** It has to do with another tenant from now on. */
	forgetAll(): void {
		for (const key of [...this.due.keys()]) this.drop(key);
		this.told.clear();
		this.allowed.clear();
		this.lastReceived.clear();
		this.broken.clear();
		this.views.forgetAll();
	}

	forgetOrder(ticketId: number): void {
		this.lastReceived.delete(ticketId);
	}

	/** Takes in what one poll gave. */
	deliver(events: readonly Told[]): void {
		let last = -Infinity;
		for (const event of events) {
			const [earliest, latest] = this.timesOf(event);
			if (latest < last) this.faults.push(`out of order within a poll: ${describe(event)} of ${iso(latest)} after one of ${iso(last)}`);
			last = Math.max(last, earliest);
			this.take(event);
		}
		this.events += events.length;
	}

	/** What a poll should have told by now. */
	late(keys: ReadonlySet<string>): void {
		for (const key of keys) {
			const due = this.due.get(key);
			if (due !== undefined) this.faults.push(`late: ${key} in ticket ${due.ticketId} of ${iso(due.at)}, due by ${due.by}`);
		}
	}

	/** At the end everything due has been told. */
	close(): void {
		for (const [key, { at, ticketId }] of this.due) this.faults.push(`lost: ${key} in ticket ${ticketId} of ${iso(at)}`);
	}

	private drop(key: string): void {
		this.due.delete(key);
		this.delays.done(key);
	}

	private take(event: Told): void {
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
		this.drop(key);
		if (event.event === 'ticketCreated') {
			this.views.know(event);
			if (event.messages?.length === 0 && !this.broken.has(id)) this.faults.push(`without its messages: ${describe(event)}`);
			if (this.lastReceived.has(id)) this.faults.push(`out of order: message before its ticket ${id}`);
		} else if (message?.action_cd === 'received') {
			const [at] = this.timesOf(event);
			if (at < (this.lastReceived.get(id) ?? 0)) this.faults.push(`out of order in its ticket: ${describe(event)}`);
			this.lastReceived.set(id, at);
		}
	}
}

export const ticketKey = (id: number) => `ticket ${id}`;
export const messageKey = (id: number) => `message ${id}`;

function iso(at: number): string {
	return Number.isFinite(at) ? new Date(at).toISOString() : '-';
}
