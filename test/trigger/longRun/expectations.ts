import type { Message, Ticket } from '../../simulator';

import { messageKey, ticketKey } from './events';
import type { Claim, Ledger } from './ledger';
import type { TriggerPlan } from './plan';
import { HOUR, SECOND } from './units';

/** Dates ahead that do not come during a run are later than this. */
export const NEAR = 10 * HOUR;
/** A message may be on its way for so long before a search shows it. */
const ON_ITS_WAY = 5 * SECOND;
/** So many tickets may come or go before the first answer. */
const UNSURE_PLACES = 20;

/** What the world knows beside a message. */
export interface Circumstances {
	/** the latest date ahead of its ticket's other messages, also of those that had it before they were sent (ms) */
	latestAhead: number;
	/** a node of the triggers' process writes the ticket in these seconds */
	isOwnWrite: boolean;
}

/** What each step in the service means for one workflow, by docs/trigger.md. Listens to the world, writes the ledger's claims. */
export class Expectations {
	/** watched inboxes, each with the time from which something counts as new (ms) */
	private readonly since = new Map<number, number>();
	/** inboxes of which no answer has come yet: what happens now may count as there before, or as new */
	private readonly unseen = new Set<number>();
	/** dated before the look-back: given as soon as something else happens in the ticket */
	private readonly hidden = new Set<string>();

	/**
	 * @param hints whether `last_updated_at` moves with messages
	 * @param now the service's clock (ms)
	 */
	constructor(
		private readonly plan: TriggerPlan,
		private readonly hints: boolean,
		private readonly ledger: Ledger,
		private readonly now: () => number,
	) {}

	/** The trigger begins with an inbox. @param tickets those in it */
	begin(messageBoxId: number, tickets: Ticket[]): void {
		const { start, lookBack } = this.plan.settings;
		const from = start.mode === 'sinceDate' ? start.at : this.now();
		const newest = start.mode !== 'newest' ? [] : [...tickets].sort((a, b) => b.created_at - a.created_at || b.ticket_id - a.ticket_id);
		const count = start.mode === 'newest' ? start.count : 0;
		this.since.set(messageBoxId, from);
		for (const [place, ticket] of newest.entries()) {
			// Which ones they are is decided by the first answer: until then the last places may shift.
			if (place < count + UNSURE_PLACES) this.claimTicket(ticket, place < count - UNSURE_PLACES && tickets.every((each) => this.fits(each)) ? 'due' : 'may');
		}
		for (const ticket of tickets) {
			const claim = start.mode === 'sinceDate' && ticket.messages.some(({ sent_at }) => sent_at >= from - lookBack) ? 'due' : 'may';
			if (ticket.created_at >= from) this.claimTicket(ticket, claim);
			for (const message of ticket.messages) {
				// What was sent in the second of the start may count as sent before it or after it.
				const isNew = message.created_at >= from;
				const at = message.action_cd === 'received' ? message.created_at : Math.max(message.created_at, message.sent_at);
				if (isNew || at > from - SECOND) this.claimMessage(message, isNew ? claim : 'may');
			}
		}
		this.unseen.add(messageBoxId);
	}

	/** An answer for the inbox came. */
	seen(messageBoxId: number): void {
		this.unseen.delete(messageBoxId);
	}

	/** The trigger forgets an inbox. @param tickets those in it */
	end(messageBoxId: number, tickets: Ticket[]): void {
		this.since.delete(messageBoxId);
		for (const ticket of tickets) {
			this.ledger.forget(ticket);
			for (const key of keysOf(ticket)) this.hidden.delete(key);
		}
	}

	created(ticket: Ticket): void {
		if (!this.watches(ticket)) return;
		const [message] = ticket.messages;
		// A ticket that was not there before is found without a hint.
		const claim = this.ageOf(message) < this.plan.settings.lookBack ? 'due' : 'may';
		this.claimTicket(ticket, claim);
		this.claimMessage(message, claim);
		if (claim === 'may') this.hide(ticket, keysOf(ticket));
	}

	written(message: Message, circumstances: Circumstances): void {
		const { ticket } = message;
		if (!this.watches(ticket)) return;
		const claim = this.claimOf(message, circumstances);
		this.claimMessage(message, claim);
		if (claim === 'may') this.hide(ticket, [messageKey(message.message_id)]);
		else this.reveal(ticket, claim);
	}

	/** A message came from one state into another: a draft is sent. @param before its state until now */
	sent(message: Message, before: string, circumstances: Circumstances): void {
		const { ticket } = message;
		if (!this.watches(ticket)) return;
		// It is dated otherwise now: what was to be found where it was before is found where it is.
		if (this.ledger.isDue(ticketKey(ticket.ticket_id))) this.claimTicket(ticket, this.claimOf(message, circumstances));
		if (!this.chooses(before) || this.ledger.isDue(messageKey(message.message_id))) this.written(message, circumstances);
		else this.ledger.release(messageKey(message.message_id));
	}

	edited(ticket: Ticket): void {
		if (this.watches(ticket) && !this.fits(ticket)) this.releaseAll(ticket);
	}

	removed(ticket: Ticket): void {
		this.ledger.remove(ticket.ticket_id);
		if (!this.watches(ticket)) return;
		this.releaseAll(ticket);
	}

	/** The service lists the ticket and does not show it. */
	unreadable({ ticket_id }: Ticket): void {
		this.ledger.broken.add(ticket_id);
	}

	fits({ status_cd }: Pick<Ticket, 'status_cd'>): boolean {
		const { statusCds } = this.plan.settings.filters;
		return statusCds.length === 0 || statusCds.includes(status_cd);
	}

	private chooses(state: string): boolean {
		const { actionCds } = this.plan.settings.messages;
		return actionCds.length === 0 || (actionCds as string[]).includes(state);
	}

	private claimOf(message: Message, { latestAhead, isOwnWrite }: Circumstances): Claim {
		const { lookBack } = this.plan.settings;
		const age = this.ageOf(message);
		const isBack = age >= ON_ITS_WAY;
		if (age >= lookBack) return 'may';
		// An own write explains the new `last_updated_at`, which hides what else moved it.
		if (this.hints && !(isOwnWrite && isBack)) return 'due';
		if (isBack && age > lookBack / 2) return 'may';
		if (!isBack && latestAhead <= this.now()) return 'due';
		return latestAhead <= this.now() + NEAR ? 'slow' : 'may';
	}

	private claimTicket(ticket: Ticket, claim: Claim): void {
		if (this.wants('ticketCreated')) this.claim(ticketKey(ticket.ticket_id), ticket, claim);
	}

	private claimMessage({ message_id, action_cd, ticket }: Message, claim: Claim): void {
		if (this.wants('newMessage') && this.chooses(action_cd)) this.claim(messageKey(message_id), ticket, claim);
	}

	private claim(key: string, ticket: Ticket, claim: Claim): void {
		const isSure = this.fits(ticket) && this.surelyFits(ticket) && !this.unseen.has(ticket.message_box_id);
		this.ledger.claim(key, ticket.ticket_id, isSure ? claim : 'may', this.now());
	}

	private hide(ticket: Ticket, keys: string[]): void {
		if (!this.fits(ticket) || this.unseen.has(ticket.message_box_id)) return;
		for (const key of keys) this.hidden.add(key);
	}

	/** Something happens in a ticket that the trigger sees: what it could not see there is given with it. */
	private reveal(ticket: Ticket, claim: Claim): void {
		if (this.hidden.delete(ticketKey(ticket.ticket_id))) this.claimTicket(ticket, claim);
		for (const message of ticket.messages) {
			if (this.hidden.delete(messageKey(message.message_id))) this.claimMessage(message, claim);
		}
	}

	/** The ticket left the filters or the service: nobody knows whether it was seen before. */
	private releaseAll(ticket: Ticket): void {
		for (const key of keysOf(ticket)) {
			this.hidden.delete(key);
			if (this.ledger.isDue(key)) this.ledger.release(key);
		}
	}

	private ageOf({ sent_at }: Message): number {
		return this.now() - sent_at;
	}

	private watches({ message_box_id }: Ticket): boolean {
		return this.since.has(message_box_id);
	}

	private wants(event: string): boolean {
		return (this.plan.settings.events as readonly string[]).includes(event);
	}

	/** A channel is that of any message; that the first one fits is enough to know it. */
	private surelyFits({ messages }: Ticket): boolean {
		const { methodCds } = this.plan.settings.filters;
		return methodCds.length === 0 || methodCds.includes(messages[0].method_cd);
	}
}

function keysOf({ ticket_id, messages }: Ticket): string[] {
	return [ticketKey(ticket_id), ...messages.map(({ message_id }) => messageKey(message_id))];
}
