import type { Message, Ticket } from '../../simulator';

import type { Bound } from './delays';
import type { Ledger } from './ledger';
import { messageKey, ticketKey } from './ledger';
import { remembersAll, type TriggerPlan } from './plan';
import { HOUR, SECOND } from './units';

/** How a message is dated, as one trigger sees it: now, back within its look-back, further back, or ahead. */
type Dating = 'now' | 'back' | 'farBack' | 'ahead';

/** By when it must be told, or that it only may be. */
type Claim = Bound | 'may';

/** Dates ahead that do not come during a run are later than this. */
export const NEAR = 10 * HOUR;
/** A message may be on its way for so long before a search shows it. */
export const ON_ITS_WAY = 5 * SECOND;

/** What the world knows beside a message. */
export interface Circumstances {
	/** the ticket's other messages are or were dated so (ms) */
	others: number[];
	/** the process that the trigger runs in writes the ticket in this moment */
	isWritten: boolean;
}

/** What each step in the service means for one workflow, as the API document lets one know it. */
export class Expectations {
	/** inboxes that the trigger watches, and what is new in them: what came to be since then (ms) */
	private readonly since = new Map<number, number>();
	/** dated before the look-back in a ticket with nothing else that the trigger sees: told as soon as something else happens in it */
	private readonly hidden = new Set<string>();
	/** what was due until its ticket left the filters, and how often the service had been looked at by then */
	private readonly parked = new Map<string, { by: Bound; looks: number }>();
	/** tickets that the trigger began with, to be given as created */
	private readonly ofTheStart = new Set<number>();
	/** tickets of the inboxes that the trigger began with, newest first, and how many have come or gone before it looked */
	private readonly newest = new Map<number, { ids: number[]; moves: number }>();
	/** inboxes that have not been looked at yet: what happens may be taken for what was there before, or for new */
	private readonly unseen = new Set<number>();

	/**
	 * @param now the service's clock (ms)
	 * @param looks how often the service has been looked at
	 */
	constructor(
		private readonly plan: TriggerPlan,
		private readonly honest: boolean,
		private readonly ledger: Ledger,
		private readonly now: () => number,
		private readonly looks: () => number,
	) {}

	/** The trigger begins with an inbox. @param tickets those in it */
	begin(messageBoxId: number, tickets: Ticket[]): void {
		const { start } = this.plan.settings;
		// What was there in the very moment of the start is not new.
		const from = start.mode === 'sinceDate' ? start.at : this.now() + 1;
		this.since.set(messageBoxId, from);
		for (const ticket of tickets) {
			for (const message of ticket.messages) {
				// A draft that is sent in the very second of the start may count as sent before or after it, and so may one of
				// which the date, ahead of the start, is all that tells when it was sent.
				const cameIn = Math.max(message.created_at, message.sent_at);
				if (message.action_cd !== 'received' && cameIn > from - SECOND) this.ledger.allow(messageKey(message.message_id));
				if (message.created_at > from - SECOND) this.ledger.allow(messageKey(message.message_id));
			}
		}
		if (start.mode === 'newest') {
			const newest = [...tickets].sort((a, b) => b.created_at - a.created_at || b.ticket_id - a.ticket_id);
			this.newest.set(messageBoxId, { ids: newest.map(({ ticket_id }) => ticket_id), moves: 0 });
			for (const ticket of newest.slice(0, start.count)) {
				this.ledger.delays.work(messageBoxId);
				this.ofTheStart.add(ticket.ticket_id);
				this.claimTicket(ticket, 'poll');
			}
		} else if (start.mode === 'sinceDate') {
			for (const ticket of tickets) this.claimSince(ticket, start.at);
		}
	}

	/** The first poll of the trigger is about to be sent. */
	start(): void {
		for (const id of this.since.keys()) this.unseen.add(id);
	}

	/** A request for an inbox has arrived. */
	seen(messageBoxId: number): void {
		this.unseen.delete(messageBoxId);
	}

	/** The trigger forgets an inbox. @param tickets those in it */
	end(messageBoxId: number, tickets: Ticket[]): void {
		this.since.delete(messageBoxId);
		for (const ticket of tickets) {
			this.ledger.views.forget(ticket.ticket_id);
			this.ledger.forgetOrder(ticket.ticket_id);
			this.ofTheStart.delete(ticket.ticket_id);
			for (const key of keysOf(ticket)) {
				this.ledger.forget(key);
				this.hidden.delete(key);
				this.parked.delete(key);
			}
		}
	}

	/** The first release knew nothing of messages and of how tickets look: what it will know counts from the upgrade on. */
	upgraded(tickets: Iterable<Ticket>): void {
		this.hidden.clear();
		for (const { ticket_id } of tickets) this.ledger.views.forget(ticket_id);
	}

	created(ticket: Ticket): void {
		if (!this.watches(ticket)) return;
		const [message] = ticket.messages;
		const dating = this.datingOf(message);
		// A ticket that was not there before is found without a hint, so it is read with all its messages.
		const claim: Claim = dating === 'farBack' ? 'may' : dating === 'back' ? 'round' : 'poll';
		this.ledger.delays.work(ticket.message_box_id);
		this.claimTicket(ticket, claim);
		this.claimMessage(message, claim);
		if (dating === 'farBack') this.hide(ticket);
		this.moveStart(ticket);
	}

	written(message: Message, circumstances: Circumstances): void {
		const { ticket } = message;
		if (!this.watches(ticket)) return;
		this.ledger.delays.work(ticket.message_box_id);
		this.mayComeIn(ticket);
		const claim = this.claimOf(message, circumstances);
		this.claimMessage(message, claim);
		if (claim === 'may') {
			// One that comes while its ticket does not fit is not told when the ticket comes to fit.
			if (this.passesRow(ticket) && !this.unseen.has(ticket.message_box_id)) this.hidden.add(messageKey(message.message_id));
		} else if (claim !== 'end') this.reveal(ticket, claim);
	}

	/** A message came from one state into another: a draft is sent. @param before its state until now */
	sent(message: Message, before: string, circumstances: Circumstances): void {
		const { ticket } = message;
		if (!this.watches(ticket)) return;
		this.ledger.delays.work(ticket.message_box_id);
		const key = messageKey(message.message_id);
		// It is dated otherwise now: a ticket that was to be found where it was before is found where it is.
		if (this.ledger.isDue(ticketKey(ticket.ticket_id))) this.claimTicket(ticket, 'poll');
		if (this.chooses(before)) {
			// It has counted since it was written; it is found where it is now.
			const claim = this.claimOf(message, circumstances);
			if (this.ledger.isDue(key)) this.claimMessage(message, claim);
			if (claim === 'poll' || claim === 'round') this.reveal(ticket, claim);
			return;
		}
		// A trigger that had to forget the ticket takes its messages for old.
		if (remembersAll(this.plan)) this.written(message, circumstances);
		else if (this.chooses(message.action_cd)) this.ledger.allow(key);
	}

	edited(ticket: Ticket): void {
		if (!this.watches(ticket)) return;
		this.ledger.delays.work();
		this.ledger.views.edited(ticket);
		if (this.passesRow(ticket)) this.comeIn(ticket);
		else this.release(ticket);
	}

	/** A trigger that has seen it listed may tell it; what was in it cannot be read any more, nor can the ticket come to fit. */
	removed(ticket: Ticket): void {
		this.ledger.broken.add(ticket.ticket_id);
		this.release(ticket);
		for (const key of keysOf(ticket)) this.parked.delete(key);
		this.ledger.views.forget(ticket.ticket_id);
		this.moveStart(ticket);
	}

	/** The service lists the ticket and cannot show it, until `readable`. */
	unreadable(ticket: Ticket): void {
		this.ledger.broken.add(ticket.ticket_id);
		this.ledger.delays.close(ticket.ticket_id);
	}

	readable({ ticket_id }: Pick<Ticket, 'ticket_id'>): void {
		this.ledger.delays.open(ticket_id);
	}

	passesRow({ status_cd }: Pick<Ticket, 'status_cd'>): boolean {
		const { statusCds } = this.plan.settings.filters;
		return statusCds.length === 0 || statusCds.includes(status_cd);
	}

	chooses(state: string): boolean {
		const { actionCds } = this.plan.settings.messages;
		return actionCds.length === 0 || actionCds.includes(state);
	}

	private datingOf({ sent_at }: Message): Dating {
		const age = this.now() - sent_at;
		if (age < 0) return 'ahead';
		if (age < ON_ITS_WAY) return 'now';
		return age < this.plan.settings.lookBack ? 'back' : 'farBack';
	}

	private claimOf(message: Message, { others, isWritten }: Circumstances): Claim {
		const { settings } = this.plan;
		const dating = this.datingOf(message);
		const ahead = others.filter((sentAt) => sentAt > this.now());
		const inSight = others.some((sentAt) => sentAt >= this.now() - settings.lookBack);
		// What explains a `last_updated_at` hides what else moved it: found by the re-read, half a look-back later.
		const isHidden = isWritten && (dating === 'back' || dating === 'farBack');
		if (this.honest && !isHidden) {
			if (dating === 'farBack') return inSight ? 'round' : 'may';
			return dating === 'back' ? 'round' : 'poll';
		}
		// Nothing but the time at which it is sent tells of it: dated back it is found by reading the ticket again, and
		// beside one dated ahead, which is in every answer, not before that date has come.
		if (dating === 'farBack') return 'may';
		if (dating === 'back' && this.now() - message.sent_at > settings.lookBack / 2) return 'may';
		if (ahead.length === 0 && dating !== 'back') return 'poll';
		// One that is not remembered is not read again: it would be read at every observation.
		if (!remembersAll(this.plan)) return 'may';
		return dating !== 'ahead' || Math.max(...ahead, message.sent_at) <= this.now() + NEAR ? 'end' : 'may';
	}

	private claimSince(ticket: Ticket, at: number): void {
		const { settings } = this.plan;
		const newest = Math.max(...ticket.messages.map(({ sent_at }) => sent_at));
		const claim: Claim = newest >= at ? 'poll' : newest >= at - settings.lookBack ? 'round' : 'may';
		this.ledger.delays.work(ticket.message_box_id);
		if (ticket.created_at >= at) this.claimTicket(ticket, claim);
		for (const message of ticket.messages) {
			if (message.created_at < at) continue;
			// A ticket that is read for one of them gives them all.
			this.claimMessage(message, claim);
		}
	}

	private claimTicket(ticket: Ticket, claim: Claim): void {
		if (this.wants('ticketCreated')) this.claim(ticketKey(ticket.ticket_id), ticket, claim);
	}

	private claimMessage(message: Message, claim: Claim): void {
		if (!this.wants('newMessage') || !this.chooses(message.action_cd)) return;
		this.claim(messageKey(message.message_id), message.ticket, claim);
	}

	private claim(key: string, ticket: Ticket, claim: Claim): void {
		if (!this.passesRow(ticket)) {
			// Should it come to fit before anyone looks, it has fitted all the time.
			if (claim !== 'may') this.parked.set(key, { by: claim, looks: this.looks() });
			if (key.startsWith('message')) this.ledger.allow(key);
		} else if (claim === 'may' || this.unseen.has(ticket.message_box_id) || !this.surelyPasses(ticket)) this.ledger.allow(key);
		else this.ledger.expect(key, ticket.ticket_id, claim, this.now());
	}

	private hide(ticket: Ticket): void {
		if (!this.passesRow(ticket) || !this.surelyPasses(ticket) || this.unseen.has(ticket.message_box_id)) return;
		for (const key of keysOf(ticket)) this.hidden.add(key);
	}

	/** Something happens in a ticket that the trigger sees: what it could not see in the ticket is told with it. */
	private reveal(ticket: Ticket, claim: Bound): void {
		// A trigger that had to forget tickets may take one for old that it has never seen.
		const forgets = !remembersAll(this.plan);
		const keys = keysOf(ticket).filter((key) => this.hidden.delete(key));
		if (forgets || !this.passesRow(ticket) || !this.surelyPasses(ticket)) return;
		if (keys.includes(ticketKey(ticket.ticket_id))) this.claimTicket(ticket, claim);
		for (const message of ticket.messages) {
			if (keys.includes(messageKey(message.message_id))) this.claimMessage(message, claim);
		}
	}

	/** All that may have been told and need not any more: the ticket does not fit the filters. */
	private release(ticket: Ticket): void {
		for (const key of keysOf(ticket)) {
			this.hidden.delete(key);
			if (!this.ledger.isDue(key)) continue;
			const by = this.ledger.allow(key);
			if (by !== undefined) this.parked.set(key, { by, looks: this.looks() });
		}
	}

	/** The ticket fits the filters, perhaps again: nobody who did not look in between can know that it did not. */
	private comeIn(ticket: Ticket): void {
		for (const key of keysOf(ticket)) {
			const parked = this.parked.get(key);
			this.parked.delete(key);
			if (parked === undefined || parked.looks !== this.looks()) continue;
			if (this.surelyPasses(ticket)) this.ledger.expect(key, ticket.ticket_id, parked.by, this.now());
			else this.ledger.allow(key);
		}
		this.mayComeIn(ticket);
	}

	/** "That many tickets" are the newest when the trigger first looks: what comes or goes before moves where they end. */
	private moveStart({ message_box_id }: Ticket): void {
		const { start } = this.plan.settings;
		const newest = this.newest.get(message_box_id);
		if (start.mode !== 'newest' || newest === undefined || !this.unseen.has(message_box_id)) return;
		newest.moves += 1;
		for (const id of newest.ids.slice(Math.max(0, start.count - newest.moves), start.count + newest.moves)) {
			this.parked.delete(ticketKey(id));
			this.ledger.allow(ticketKey(id));
		}
	}

	/** A ticket that comes to fit the filters before it is first seen is told as created. */
	private mayComeIn(ticket: Ticket): void {
		const key = ticketKey(ticket.ticket_id);
		const isNew = ticket.created_at >= (this.since.get(ticket.message_box_id) ?? Infinity);
		// Tickets of the start are given as they look when their turn comes.
		if ((isNew || this.ofTheStart.has(ticket.ticket_id)) && this.passesRow(ticket) && !this.ledger.isDue(key)) this.ledger.allow(key);
	}

	private watches({ message_box_id }: Ticket): boolean {
		return this.since.has(message_box_id);
	}

	private wants(event: string): boolean {
		return (this.plan.settings.events as readonly string[]).includes(event);
	}

	/** Channel and attachments go by any message; that the first one fits is enough to know it. */
	private surelyPasses({ messages }: Ticket): boolean {
		const { methodCds, hasAttachments } = this.plan.settings.filters;
		if (hasAttachments === true && messages[0].attachments.length === 0) return false;
		return methodCds.length === 0 || methodCds.includes(messages[0].method_cd);
	}
}

function keysOf({ ticket_id, messages }: Ticket): string[] {
	return [ticketKey(ticket_id), ...messages.map(({ message_id }) => messageKey(message_id))];
}
