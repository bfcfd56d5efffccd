import type { Ticket } from '../../simulator';

import { describeEvent, messageKey, textOf, ticketKey, WATCHED_FIELDS, type TriggerEvent, type Watched, type WatchedField } from './events';
import { iso, type History } from './history';
import { MINUTE } from './units';

/** `due`: by the next quiet time; `slow`: by the end of the run; `may`: it need not be given. */
export type Claim = 'due' | 'slow' | 'may';

interface Due {
	at: number;
	ticketId: number;
	claim: Claim;
}

/** When a poll ran (ms). */
export interface Period {
	begun: number;
	ended: number;
}

/** What of a trigger's settings decides which events may be given. */
export interface LedgerRules {
	/** whether a ticket fits the filters by what its row shows */
	fits(row: Pick<Ticket, 'status_cd'>): boolean;
	/** the fields of which changes are given: all of them, or those that decide by themselves whether a change is given */
	followed: readonly WatchedField[];
}

/** What one workflow got, and what it should have got. Each fault is a sentence with the history of its ticket. */
export class Ledger {
	readonly faults: string[] = [];
	events = 0;
	/** tickets that could not be shown at some time, or were deleted: they may come late and without their messages */
	readonly broken = new Set<number>();
	private readonly removed = new Set<number>();
	private readonly due = new Map<string, Due>();
	private readonly allowed = new Set<string>();
	private readonly given = new Set<string>();
	/** the watched fields of each ticket as the workflow knows them: each change must begin where the last one ended */
	private readonly known = new Map<number, Partial<Record<WatchedField, unknown>>>();
	private readonly withMessage = new Set<number>();
	private readonly deliveries = new Map<number, Array<[number, string]>>();

	constructor(
		private readonly history: History,
		private readonly rules: LedgerRules,
	) {}

	/** An event must come, once, or may come. Nothing happens when it came already. @param at when it came to be (ms) */
	claim(key: string, ticketId: number, claim: Claim, at: number): void {
		if (this.given.has(key)) return;
		if (claim === 'may') this.release(key);
		else this.due.set(key, { at, ticketId, claim });
	}

	/** An event need not come any more, and may. */
	release(key: string): void {
		this.due.delete(key);
		this.allowed.add(key);
	}

	isDue(key: string): boolean {
		return this.due.has(key);
	}

	/** The trigger begins anew with a ticket: what it gave before does not count. */
	forget({ ticket_id, messages }: Ticket): void {
		for (const key of [ticketKey(ticket_id), ...messages.map(({ message_id }) => messageKey(message_id))]) {
			this.due.delete(key);
			this.allowed.delete(key);
			this.given.delete(key);
		}
		this.known.delete(ticket_id);
		this.withMessage.delete(ticket_id);
	}

	/** A ticket was deleted: what was not given of it can be given only from what was read before. */
	remove(ticketId: number): void {
		this.broken.add(ticketId);
		this.removed.add(ticketId);
		this.known.delete(ticketId);
	}

	/** The trigger surely watches the ticket, and knows it as it looks now. */
	know(ticket: Watched & { ticket_id: number }): void {
		this.known.set(ticket.ticket_id, Object.fromEntries(WATCHED_FIELDS.map((field) => [field, structuredClone(ticket[field])])));
	}

	/** Takes in what one poll gave. */
	deliver(events: readonly TriggerEvent[], poll: Period): void {
		for (const event of events) {
			const lines = this.deliveries.get(event.ticket_id) ?? [];
			this.deliveries.set(event.ticket_id, [...lines, [poll.ended, `given: ${describeEvent(event)}`]]);
			this.checkItem(event, poll);
			if (event.event === 'ticketChanged') this.takeChange(event);
			else this.takeOnce(event);
			this.events += 1;
		}
	}

	/** After a quiet time. @param now ms. @param isEnd also what is slow must be given by now */
	check(tickets: Iterable<Ticket>, now: number, isEnd: boolean): void {
		for (const [key, { at, ticketId, claim }] of this.due) {
			if (!isEnd && (claim === 'slow' || this.broken.has(ticketId))) continue;
			this.fault(ticketId, `lost: ${key} of ${iso(at)}, not given by ${iso(now)}`);
			this.release(key);
		}
		for (const ticket of tickets) {
			const known = this.known.get(ticket.ticket_id) ?? {};
			for (const field of this.rules.followed) {
				if (!(field in known) || textOf(known[field]) === textOf(ticket[field])) continue;
				if (!this.concerns(known, ticket)) continue;
				this.fault(ticket.ticket_id, `lost: change of ${field} from ${textOf(known[field])} to ${textOf(ticket[field])}, not given by ${iso(now)}`);
				known[field] = ticket[field];
			}
		}
	}

	/** A change is given when the ticket fits the filters before or after it. */
	private concerns(known: Partial<Record<WatchedField, unknown>>, row: Pick<Ticket, 'status_cd'>): boolean {
		return this.rules.fits(row) || this.rules.fits(known as Pick<Ticket, 'status_cd'>);
	}

	private checkItem(event: TriggerEvent, { begun, ended }: Period): void {
		const { ticket_id: id, messages, changes } = event;
		const item = this.broken.has(id) && messages?.length === 0 ? { ...event, messages: undefined } : event;
		if (!this.removed.has(id) && !this.history.showed(id, item, begun - MINUTE, ended)) {
			const shown = textOf(WATCHED_FIELDS.map((field) => event[field]));
			this.fault(id, `stale: ${describeEvent(event)} in a poll of ${iso(begun)} to ${iso(ended)} shows ${shown}, messages ${textOf(messages?.map(({ message_id }) => message_id))}`);
		}
		const before = changes?.status_cd === undefined ? event : { status_cd: changes.status_cd.from };
		if (!this.concerns(before as Partial<Ticket>, event as unknown as Ticket)) this.fault(id, `does not fit the filters: ${describeEvent(event)}`);
	}

	private takeOnce(event: TriggerEvent): void {
		const { ticket_id: id, message } = event;
		const key = message === undefined ? ticketKey(id) : messageKey(message.message_id);
		if (this.given.has(key)) this.fault(id, `doubled: ${describeEvent(event)}`);
		else if (!this.due.has(key) && !this.allowed.has(key)) this.fault(id, `not new: ${describeEvent(event)}`);
		this.due.delete(key);
		this.given.add(key);
		if (message !== undefined) this.withMessage.add(id);
		else {
			if (this.withMessage.has(id)) this.fault(id, `out of order, a message came before its ticket: ${describeEvent(event)}`);
			this.know(event);
		}
	}

	private takeChange(event: TriggerEvent): void {
		const { ticket_id: id, changes = {} } = event;
		const known = this.known.get(id) ?? {};
		const isStrict = this.rules.followed.length === WATCHED_FIELDS.length;
		for (const field of Object.keys(changes) as WatchedField[]) {
			const { from, to } = changes[field] ?? {};
			if (textOf(from) === textOf(to)) this.fault(id, `no change: ${describeEvent(event)}`);
			if (textOf(to) !== textOf(event[field])) this.fault(id, `to is not what the item shows: ${describeEvent(event)}`);
			if (isStrict && field in known && textOf(known[field]) !== textOf(from)) {
				this.fault(id, `doubled or lost: ${describeEvent(event)}, known as ${textOf(known[field])}`);
			}
			known[field] = to;
		}
		this.known.set(id, known);
	}

	private fault(ticketId: number, text: string): void {
		this.faults.push(`${text}${this.history.tell(ticketId, this.deliveries.get(ticketId))}`);
	}
}
