import { wants } from '../../../nodes/SupportInbox/trigger/settings';
import { LIMITS } from '../../../nodes/SupportInbox/trigger/memory/limits';
import { HOUR, SECOND } from '../../../nodes/SupportInbox/trigger/time';
import type { Message, Ticket } from '../../simulator';

import type { Bound, Due, Ledger } from './ledger';
import { messageKey, ticketKey } from './ledger';
import type { Plan } from './plan';

/** How a message is dated: now, back within the look-back, further back, or ahead. */
export type Dating = 'now' | 'back' | 'farBack' | 'ahead';

/** By when it must be told, or that it only may be. */
type Claim = Bound | 'may';

/** Dates ahead that do not come during a run are later than this. */
export const NEAR = 10 * HOUR;

/** What each step in the service means for the workflow, as the API document lets one know it. */
export class Expectations {
	/** inboxes that the trigger watches, and what is new in them: what came to be since then (ms) */
	private readonly since = new Map<number, number>();
	private readonly messagesSince = new Map<number, number>();
	/** dated before the look-back in a ticket with nothing else in sight: told as soon as something else happens in it */
	private readonly hidden = new Set<string>();
	/** until when a ticket has not fitted the filters: what was in it by then is let go */
	private readonly outside = new Map<number, number>();
	/** what was due until its ticket left the filters, and how often the service had been looked at by then */
	private readonly parked = new Map<string, { due: Due; looks: number }>();

	/**
	 * @param now the service's clock (ms)
	 * @param looks how often the trigger has looked at the service
	 */
	constructor(
		private readonly plan: Plan,
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
		this.messagesSince.set(messageBoxId, from);
		for (const ticket of tickets) {
			this.noteFit(ticket);
			// A draft of the very second of the start may count as new when it is sent.
			for (const { message_id, created_at } of ticket.messages) if (created_at > from - SECOND) this.ledger.allow(messageKey(message_id));
		}
		if (start.mode === 'newest') {
			const newest = [...tickets].sort((a, b) => b.created_at - a.created_at || b.ticket_id - a.ticket_id);
			for (const ticket of newest.slice(0, start.count)) this.claimTicket(ticket, 'poll');
		} else if (start.mode === 'sinceDate') {
			for (const ticket of tickets) this.claimSince(ticket, start.at);
		}
	}

	/** The trigger forgets an inbox. @param tickets those in it */
	end(messageBoxId: number, tickets: Ticket[]): void {
		this.since.delete(messageBoxId);
		this.messagesSince.delete(messageBoxId);
		for (const ticket of tickets) {
			this.ledger.views.forget(ticket.ticket_id);
			this.ledger.forgetOrder(ticket.ticket_id);
			for (const key of keysOf(ticket)) {
				this.ledger.forget(key);
				this.hidden.delete(key);
			}
		}
	}

	/** The first release knew nothing of messages and of how tickets look: both count from the upgrade on. */
	upgraded(tickets: Iterable<Ticket>): void {
		this.hidden.clear();
		for (const id of this.since.keys()) this.messagesSince.set(id, this.now());
		for (const { ticket_id } of tickets) this.ledger.views.forget(ticket_id);
	}

	created(ticket: Ticket, dating: Dating): void {
		if (!this.watches(ticket)) return;
		this.noteFit(ticket);
		this.claimTicket(ticket, dating === 'farBack' ? 'may' : dating === 'back' ? 'round' : 'poll');
		const [message] = ticket.messages;
		// A ticket that was not there before is found without a hint, so it is read with all its messages.
		this.claimMessage(message, dating === 'farBack' ? 'may' : dating === 'back' ? 'round' : 'poll');
		if (dating === 'farBack') this.hide(ticket);
	}

	/** @param others the ticket's other messages were dated so (ms) */
	written(message: Message, dating: Dating, others: number[]): void {
		const { ticket } = message;
		if (!this.watches(ticket)) return;
		this.mayComeIn(ticket);
		const claim = this.claimOf(message, dating, others);
		this.claimMessage(message, claim);
		if (claim === 'may') this.hidden.add(messageKey(message.message_id));
		else if (claim !== 'end') this.reveal(ticket, claim);
	}

	/** A draft has been sent. */
	sent(message: Message, others: number[]): void {
		const { limits } = this.plan;
		const isNew = message.created_at >= (this.messagesSince.get(message.ticket.message_box_id) ?? Infinity);
		const wasOutside = (this.outside.get(message.ticket.ticket_id) ?? 0) >= message.created_at;
		// A trigger that had to forget the ticket takes its messages for old.
		if (isNew && limits === LIMITS && !wasOutside) this.written(message, 'now', others);
		else if (isNew) this.ledger.allow(messageKey(message.message_id));
		// It is dated otherwise now: a ticket that was to be found where it was before is found where it is.
		const key = ticketKey(message.ticket.ticket_id);
		if (this.ledger.isDue(key)) this.claimTicket(message.ticket, 'poll');
	}

	edited(ticket: Ticket): void {
		if (!this.watches(ticket)) return;
		this.ledger.views.edited(ticket.ticket_id);
		this.noteFit(ticket);
		if (this.passesStatus(ticket)) this.comeIn(ticket);
		else this.release(ticket);
	}

	removed(ticket: Ticket): void {
		this.release(ticket);
		this.ledger.views.forget(ticket.ticket_id);
	}

	/** The service lists the ticket and cannot show it: it is told all the same, its messages need not be. */
	unreadable(ticket: Ticket): void {
		this.ledger.broken.add(ticket.ticket_id);
		for (const { message_id } of ticket.messages) {
			const key = messageKey(message_id);
			this.hidden.delete(key);
			if (this.ledger.isDue(key)) this.ledger.allow(key);
		}
	}

	passesStatus({ status_cd }: Pick<Ticket, 'status_cd'>): boolean {
		const { statusCds } = this.plan.settings.filters;
		return statusCds.length === 0 || statusCds.includes(status_cd);
	}

	private claimOf(message: Message, dating: Dating, others: number[]): Claim {
		const { honest, settings, limits } = this.plan;
		const ahead = others.filter((sentAt) => sentAt > this.now());
		const inSight = others.some((sentAt) => sentAt >= this.now() - settings.lookBack);
		if (honest) {
			if (dating === 'farBack') return inSight ? 'round' : 'may';
			return dating === 'back' ? 'round' : 'poll';
		}
		// Nothing but the time at which it is sent tells of it: dated back it is found by reading the ticket again, and
		// beside one dated ahead, which is in every answer, not before that date has come.
		if (dating === 'farBack') return 'may';
		if (ahead.length === 0 && dating !== 'back') return 'poll';
		// One that is not remembered is not read again: it would be at every sight.
		if (limits !== LIMITS) return 'may';
		return dating !== 'ahead' || Math.max(...ahead, message.sent_at) <= this.now() + NEAR ? 'end' : 'may';
	}

	private claimSince(ticket: Ticket, at: number): void {
		const { settings } = this.plan;
		const newest = Math.max(...ticket.messages.map(({ sent_at }) => sent_at));
		const claim: Claim = newest >= at ? 'poll' : newest >= at - settings.lookBack ? 'round' : 'may';
		if (ticket.created_at >= at) this.claimTicket(ticket, claim);
		for (const message of ticket.messages) {
			if (message.created_at < at) continue;
			// A ticket that is read for one of them gives them all.
			this.claimMessage(message, claim);
		}
	}

	private claimTicket(ticket: Ticket, claim: Claim): void {
		if (!wants(this.plan.settings, 'ticketCreated')) return;
		this.claim(ticketKey(ticket.ticket_id), ticket, ticket, claim);
	}

	private claimMessage(message: Message, claim: Claim): void {
		const { settings } = this.plan;
		const { actionCds } = settings.messages;
		if (!wants(settings, 'newMessage') || (actionCds.length > 0 && !actionCds.includes(message.action_cd))) return;
		const isShown = !this.ledger.broken.has(message.ticket.ticket_id);
		this.claim(messageKey(message.message_id), message, message.ticket, isShown ? claim : 'may');
	}

	private claim(key: string, subject: Ticket | Message, ticket: Ticket, claim: Claim): void {
		const by = claim === 'may' ? 'end' : claim;
		const due: Due = { at: Math.max(this.now(), subject.created_at), by, messageBoxId: ticket.message_box_id };
		if (!this.passesStatus(ticket)) {
			// Should it come to fit before anyone looks, it has fitted all the time.
			if (claim !== 'may') this.parked.set(key, { due, looks: this.looks() });
			if (key.startsWith('message')) this.ledger.allow(key);
		} else if (claim === 'may' || !this.passesChannel(ticket)) this.ledger.allow(key);
		else this.ledger.expect(key, due);
	}

	private noteFit(ticket: Ticket): void {
		const { ticket_id } = ticket;
		if (!this.passesStatus(ticket)) this.outside.set(ticket_id, Infinity);
		else if (this.outside.get(ticket_id) === Infinity) this.outside.set(ticket_id, this.now());
	}

	private hide(ticket: Ticket): void {
		if (!this.passesStatus(ticket) || !this.passesChannel(ticket)) return;
		for (const key of keysOf(ticket)) this.hidden.add(key);
	}

	/** Something happens in sight: what was out of sight in the ticket comes with it. */
	private reveal(ticket: Ticket, claim: Bound): void {
		// A trigger that had to forget tickets may take one for old that it has never seen.
		const forgets = this.plan.limits !== LIMITS;
		const keys = keysOf(ticket).filter((key) => this.hidden.delete(key));
		if (forgets || !this.passesStatus(ticket) || !this.passesChannel(ticket)) return;
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
			const due = this.ledger.allow(key);
			if (due !== undefined) this.parked.set(key, { due, looks: this.looks() });
		}
	}

	/** The ticket fits the filters, perhaps again: nobody who did not look in between can know that it did not. */
	private comeIn(ticket: Ticket): void {
		for (const key of keysOf(ticket)) {
			const parked = this.parked.get(key);
			this.parked.delete(key);
			if (parked === undefined || parked.looks !== this.looks()) continue;
			if (this.passesChannel(ticket)) this.ledger.expect(key, { ...parked.due, at: this.now() });
			else this.ledger.allow(key);
		}
		this.mayComeIn(ticket);
	}

	/** A ticket that comes to fit the filters before it is first seen is told as created. */
	private mayComeIn(ticket: Ticket): void {
		const key = ticketKey(ticket.ticket_id);
		const isNew = ticket.created_at >= (this.since.get(ticket.message_box_id) ?? Infinity);
		if (isNew && this.passesStatus(ticket) && !this.ledger.isDue(key)) this.ledger.allow(key);
	}

	private watches({ message_box_id }: Ticket): boolean {
		return this.since.has(message_box_id);
	}

	/** The filter goes by any message; that the first one fits is enough to know it. */
	private passesChannel({ messages }: Ticket): boolean {
		const { methodCds } = this.plan.settings.filters;
		return methodCds.length === 0 || methodCds.includes(messages[0].method_cd);
	}
}

function keysOf({ ticket_id, messages }: Ticket): string[] {
	return [ticketKey(ticket_id), ...messages.map(({ message_id }) => messageKey(message_id))];
}

