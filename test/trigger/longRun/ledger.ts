import { WATCHED_FIELDS, type WatchedField } from '../../contract/ticketFields';
import type { Ticket } from '../../simulator';
import { commentKey, commentsOf, describeEvent, isSentBefore, keysOf, messageKey, textOf, ticketKey, type TriggerEvent, type Watched } from './events';
import { append, iso, type History } from './history';
import type { Pairs } from './pairs';
import { MINUTE } from './units';
import type { Waits } from './waits';

/**
 * `due`: by the next quiet time; `slow`: by the end of the run; `hidden`: when something else happens in its ticket; `may`: it need not be given.
 * Of comments also `unfit`: it came while its ticket did not fit, and may be given until the next quiet time; `own`: a node left it, and
 * the process knows so: no later poll may give it. Of waits `unfit`: the trigger has not looked at the message's ticket yet.
 */
export type Claim = 'due' | 'slow' | 'hidden' | 'may' | 'unfit' | 'own';

/** When a poll ran (ms). */
export interface Period {
	begun: number;
	ended: number;
}

/** What of a trigger's settings decides which events may be given. */
export interface LedgerRules {
	/** whether a ticket fits the filters by what its row shows */
	fits(row: { status_cd?: unknown }): boolean;
	/** the fields of which changes are given: all of them, or those that decide by themselves whether a change is given */
	followed: readonly WatchedField[];
}

/** What one workflow got, and what it should have got. Each fault is a sentence with the history of its ticket. */
export class Ledger {
	readonly faults: string[] = [];
	private events = 0;
	/** what may be given once, with the time at which it came to be (ms) */
	private readonly claims = new Map<string, { ticketId: number; claim: Claim | 'given'; at: number }>();
	/** the watched fields of each ticket as the workflow knows them: each change must begin where the last one ended */
	private readonly known = new Map<number, Partial<Watched>>();
	/** the tickets that the trigger surely watches, and those that it has forgotten */
	private readonly watched = new Set<number>();
	private readonly forgotten = new Set<number>();
	private readonly deliveries = new Map<number, Array<[number, string]>>();

	constructor(private readonly history: History, private readonly rules: LedgerRules, private readonly waits: Waits, private readonly pairs: Pairs) {}

	/** @returns the number of events that were given; of Ticket Unanswered, of the waits whose time was up by then (ms) */
	eventsBy(until: number): number {
		return this.events + this.waits.dueBy(until);
	}

	/** An event must come once, or may come. Nothing happens when it came already. @param at when it came to be (ms) */
	claim(key: string, ticketId: number, claim: Claim, at: number): void {
		if (this.claimOf(key) !== 'given') this.claims.set(key, { ticketId, claim, at });
	}

	claimOf(key: string): Claim | 'given' | undefined {
		return this.claims.get(key)?.claim;
	}

	isDue(key: string): boolean {
		return ['due', 'slow'].includes(this.claimOf(key) ?? 'may');
	}

	/** What was to be given of a ticket need not come any more, and may. */
	release(ticket: Ticket): void {
		for (const key of keysOf(ticket)) if (['due', 'slow', 'hidden'].includes(this.claimOf(key) ?? '')) this.claim(key, ticket.ticket_id, 'may', 0);
	}

	/** Whatever is claimed so need not be given any more, and may. @param ticketId of this ticket alone */
	releaseAll(which: 'unfit' | 'own', ticketId?: number): void {
		for (const entry of this.claims.values()) if (entry.claim === which && (ticketId ?? entry.ticketId) === entry.ticketId) entry.claim = 'may';
	}

	/** The trigger begins anew with a ticket: what it gave before does not count. */
	forget(ticket: Ticket): void {
		for (const key of keysOf(ticket)) this.claims.delete(key);
		this.waits.forget(ticket);
		this.pairs.forget(ticket.ticket_id);
		this.known.delete(ticket.ticket_id);
		this.watched.delete(ticket.ticket_id);
	}

	/** The trigger surely watches the ticket, and knows it as it looks now. */
	know(ticket: Watched & { ticket_id: number }): void {
		this.watch(ticket);
		this.known.set(ticket.ticket_id, Object.fromEntries(WATCHED_FIELDS.map((field) => [field, structuredClone(ticket[field])])));
	}

	/** What is edited where the ticket does not fit is not given: only that it comes back. */
	knowStatusOnly({ ticket_id }: { ticket_id: number }): void {
		const { status_cd } = this.known.get(ticket_id) ?? {};
		if (status_cd !== undefined) this.known.set(ticket_id, { status_cd });
	}

	/** The trigger may have forgotten how the ticket looks, until it gives it again. */
	unwatch(ticket: Ticket): void {
		this.pairs.forget(ticket.ticket_id);
		this.known.delete(ticket.ticket_id);
		this.watched.delete(ticket.ticket_id);
		this.forgotten.add(ticket.ticket_id);
		for (const { key } of commentsOf(ticket)) if (this.isDue(key)) this.claim(key, ticket.ticket_id, 'may', 0);
	}

	/** The trigger surely watches the ticket. */
	watch({ ticket_id }: { ticket_id: number }): void {
		this.watched.add(ticket_id);
		this.forgotten.delete(ticket_id);
	}

	/** An event is chosen for which the trigger watches tickets: which ones it watches is not known yet. */
	watchAnew(): void {
		this.watched.clear();
	}

	/** @returns whether the trigger surely watches a ticket; `forgotten` where it may take what is in it for old */
	watches({ ticket_id }: Ticket): boolean | 'forgotten' {
		return this.forgotten.has(ticket_id) ? 'forgotten' : this.watched.has(ticket_id);
	}

	/** Takes in what one poll gave. */
	deliver(events: readonly TriggerEvent[], poll: Period): void {
		for (const { ticketId, text } of this.pairs.take(events, poll)) this.fault(ticketId, text);
		for (const event of events) {
			append(this.deliveries, event.ticket_id, [poll.ended, `given: ${describeEvent(event)}`]);
			this.watch(event);
			this.checkItem(event, poll);
			if (event.event === 'ticketUnanswered') {
				for (const text of this.waits.take(event, poll)) this.fault(event.ticket_id, `${text}: ${describeEvent(event)}`);
				continue;
			}
			if (event.event === 'ticketFieldChanged') this.takeChange(event, poll);
			else this.takeOnce(event, poll);
			this.events += 1;
		}
	}

	/** After a quiet time. @param now ms. @param isEnd also what is slow must be given by now. @param waitsUntil waits whose time was up by then must be given (ms) */
	check(tickets: Ticket[], now: number, isEnd: boolean, waitsUntil = now): void {
		for (const { ticketId, text } of this.waits.check(tickets, now, waitsUntil, isEnd)) this.fault(ticketId, `${text}, not given by ${iso(now)}`);
		for (const [key, { at, ticketId, claim }] of this.claims) {
			// A ticket that no search shows may not have been seen while it did not fit.
			if (claim === 'unfit' && this.watched.has(ticketId)) this.claims.delete(key);
			else if (claim === 'unfit') this.claim(key, ticketId, 'may', at);
			if (!this.isDue(key) || (!isEnd && (claim === 'slow' || this.history.unreadable.has(ticketId)))) continue;
			this.fault(ticketId, `lost: ${key} of ${iso(at)}, not given by ${iso(now)}`);
			this.claim(key, ticketId, 'may', now);
		}
		for (const ticket of tickets) {
			const known = this.known.get(ticket.ticket_id) ?? {};
			for (const field of this.rules.followed) {
				if (!(field in known) || textOf(known[field]) === textOf(ticket[field]) || !this.concerns(known, ticket)) continue;
				this.fault(ticket.ticket_id, `lost: change of ${field} from ${textOf(known[field])} to ${textOf(ticket[field])}, not given by ${iso(now)}`);
				known[field] = ticket[field];
			}
		}
	}

	/** A change is given when the ticket fits the filters before or after it. */
	private concerns(...rows: Array<{ status_cd?: unknown }>): boolean {
		return rows.some((row) => this.rules.fits(row));
	}

	private checkItem(event: TriggerEvent, { begun, ended }: Period): void {
		const { ticket_id: id, messages, changes } = event;
		const { unreadable, removed } = this.history;
		const item = unreadable.has(id) && messages?.length === 0 ? { ...event, messages: undefined } : event;
		if (!removed.has(id) && !this.history.showed(id, item, begun - MINUTE, ended)) {
			const shown = textOf(WATCHED_FIELDS.map((field) => event[field]));
			this.fault(id, `stale: ${describeEvent(event)} in a poll of ${iso(begun)} to ${iso(ended)} shows ${shown}, messages ${textOf(messages?.map(({ message_id }) => message_id))}`);
		}
		const before = changes?.status_cd === undefined ? event : { status_cd: changes.status_cd.from };
		if (!this.concerns(before, event)) this.fault(id, `does not fit the filters: ${describeEvent(event)}`);
	}

	private takeOnce(event: TriggerEvent, { begun, ended }: Period): void {
		const { ticket_id: id, message, comment } = event;
		const key = this.keyOf(event);
		const { claim, at = 0 } = this.claims.get(key) ?? {};
		if (claim === 'given') this.fault(id, `doubled: ${describeEvent(event)}`);
		// Another trigger may have read a ticket in the minute before it was deleted, and this one began after that.
		else if (claim === undefined && !this.history.wasRemovedSince(id, begun - MINUTE)) this.fault(id, `not new: ${describeEvent(event)}`);
		else if (claim === 'own' && begun > at) this.fault(id, `own: ${describeEvent(event)}`);
		this.claims.set(key, { ticketId: id, claim: 'given', at: ended });
		if (message === undefined) this.know(event);
		else if (this.isDue(ticketKey(id))) this.fault(id, `out of order, a message came before its ticket: ${describeEvent(event)}`);
		else if (comment !== undefined && this.isDue(messageKey(message.message_id)) && isSentBefore(message, comment)) this.fault(id, `out of order, a comment came before its message: ${describeEvent(event)}`);
	}

	/** Which one of several comments that are alike an item stands for is not known: one that must be given goes first. */
	private keyOf({ ticket_id, message, comment }: TriggerEvent): string {
		if (message === undefined) return ticketKey(ticket_id);
		if (comment === undefined) return messageKey(message.message_id);
		const alike = [1, 2, 3, 4].map((place) => commentKey(message.message_id, comment, place)).filter((key) => this.claims.has(key));
		return alike.find((key) => this.isDue(key)) ?? alike.find((key) => this.claimOf(key) !== 'given') ?? commentKey(message.message_id, comment, 1);
	}

	private takeChange(event: TriggerEvent, { begun, ended }: Period): void {
		const { ticket_id: id, changes = {} } = event;
		const known = this.known.get(id) ?? {};
		const isStrict = this.rules.followed.length === WATCHED_FIELDS.length;
		for (const field of Object.keys(changes) as WatchedField[]) {
			const { from, to } = changes[field] ?? {};
			if (textOf(from) === textOf(to)) this.fault(id, `no change: ${describeEvent(event)}`);
			if (textOf(to) !== textOf(event[field])) this.fault(id, `to is not what the item shows: ${describeEvent(event)}`);
			// What happens to a ticket that does not fit is not emitted: from Spam it may have gone to Trash.
			const mayBeSilent = field === 'status_cd' && !this.concerns(known, { status_cd: from });
			if (isStrict && field in known && textOf(known[field]) !== textOf(from) && !mayBeSilent) this.fault(id, `doubled or lost: ${describeEvent(event)}, known as ${textOf(known[field])}`);
			known[field] = to;
		}
		this.known.set(id, known);
		// A change of its ticket brings what nothing hinted at, unless a node made it: its write is no reason to read the ticket.
		for (const [key, entry] of this.claims) {
			const isOlder = entry.ticketId === id && entry.claim === 'hidden' && key.startsWith('comment') && entry.at < begun - MINUTE;
			if (isOlder && !this.history.versionsIn(id, entry.at, ended).some(({ what }) => what.startsWith('own write'))) entry.claim = 'due';
		}
	}

	private fault(ticketId: number, text: string): void {
		this.faults.push(`${text}${this.history.describe(ticketId, this.deliveries.get(ticketId))}`);
	}
}
