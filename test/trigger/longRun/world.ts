import { wants } from '../../../nodes/SupportInbox/trigger/settings';
import { HOUR, MINUTE, SECOND } from '../../../nodes/SupportInbox/trigger/time';
import type { Message, Simulator, Ticket } from '../../simulator';
import { CHANNELS, MESSAGE_STATES, TICKET_COLORS, TICKET_STATUSES } from '../../simulator/enums';
import type { Random } from '../../simulator/random';

import type { Ledger } from './ledger';
import { messageKey, ticketKey } from './ledger';
import type { Plan } from './plan';

const ASSIGNEES = [null, 'aiko', 'ben', 'chidi'];
const LABELS = [[], [1], [2], [1, 2], [3, 1]];

/** How a message is dated: now, back within the look-back, further back, or ahead. */
type Dating = 'now' | 'back' | 'farBack' | 'ahead';

/** Customers and agents: what happens in the service, each step told to the ledger. */
export class World {
	/** the service's clock */
	now = Date.parse('2026-03-02T08:00:00Z');
	/** nothing is told to the ledger before the trigger has begun, and nothing of an inbox it does not watch */
	watched = new Set<number>();

	constructor(
		private readonly simulator: Simulator,
		private readonly random: Random,
		private readonly plan: Plan,
		private readonly ledger: Ledger,
	) {}

	/** Something happens. */
	act(): void {
		const step = this.random.next();
		if (step < 0.35) this.createTicket();
		else if (step < 0.6) this.writeMessage();
		else if (step < 0.92) this.editTicket();
		else if (step < 0.97) this.sendDraft();
		else this.removeTicket();
	}

	createTicket(dating: Dating = this.dating()): void {
		const { random } = this;
		const message_box_id = random.pick([101, 102, 103]);
		const method_cd = random.chance(0.7) ? 'mail' : random.pick(CHANNELS);
		const ticket = this.simulator.store.createTicket({
			message_box_id,
			title: `Question ${random.between(1, 1_000_000)}, with; some % marks`,
			status_cd: random.chance(0.8) ? 'open' : random.pick(TICKET_STATUSES),
			assignee: random.pick(ASSIGNEES),
			messages: [{ method_cd, action_cd: this.state(), sent_at: this.dated(dating) }],
		});
		if (!this.watched.has(message_box_id)) return;
		if (wants(this.plan.settings, 'ticketCreated')) {
			const key = ticketKey(ticket.ticket_id);
			if (dating === 'farBack') this.ledger.allowed.add(key);
			else if (this.passes(ticket)) this.ledger.expectTicket(ticket, this.now, dating !== 'back');
		}
		this.expectMessage(ticket.messages[0], dating);
	}

	writeMessage(): void {
		const ticket = this.anyTicket();
		const dating = this.dating();
		const before = ticket.last_updated_at;
		const message = this.simulator.store.addMessage(ticket.ticket_id, {
			method_cd: this.random.chance(0.7) ? 'mail' : this.random.pick(CHANNELS),
			action_cd: this.state(),
			sent_at: this.dated(dating),
		});
		if (!this.plan.honest) ticket.last_updated_at = before;
		this.mayComeIn(ticket);
		this.expectMessage(message, dating);
	}

	editTicket(): void {
		const ticket = this.anyTicket();
		const { random } = this;
		const before = ticket.last_updated_at;
		const patch = random.pick([
			{ status_cd: random.pick(TICKET_STATUSES) },
			{ status_cd: random.pick(['open', 'closed'] as const) },
			{ assignee: random.pick(ASSIGNEES) },
			{ color_cd: random.pick([null, ...TICKET_COLORS]) },
			{ label_ids: random.pick(LABELS) },
			{ case_category_ids: random.pick(LABELS) },
			{ status_cd: 'ongoing' as const, pending_reason_id: random.pick([1, 2]) },
			{ title: `Renamed, ${random.between(1, 3)}` },
		]);
		this.simulator.store.editTicket(ticket.ticket_id, patch);
		if (!this.plan.honest) ticket.last_updated_at = before;
		if (!this.passesStatus(ticket)) this.release(ticket);
		else this.mayComeIn(ticket);
	}

	/** A draft becomes a sent mail: the same message, another state, another time. */
	sendDraft(): void {
		const drafts = [...this.simulator.store.messages.values()].filter(({ action_cd }) => action_cd === 'draft');
		if (drafts.length === 0) return;
		const message = this.random.pick(drafts);
		const before = message.ticket.last_updated_at;
		const wasAhead = this.hasAhead(message.ticket);
		this.simulator.store.editMessage(message.message_id, { action_cd: 'sent', sent_at: this.now });
		if (!this.plan.honest) message.ticket.last_updated_at = before;
		if (message.created_at >= this.beganAt(message.ticket)) this.expectMessage(message, 'now', wasAhead);
	}

	/** A ticket is deleted: all that comes after it moves up in every list. */
	removeTicket(): void {
		const ticket = this.anyTicket();
		this.release(ticket);
		this.ledger.forget(ticket.ticket_id);
		this.simulator.store.removeTicket(ticket.ticket_id);
	}

	/** When the trigger began to watch the inbox of a ticket; never for one it does not watch. */
	began = new Map<number, number>();

	private beganAt({ message_box_id }: Ticket): number {
		return this.began.get(message_box_id) ?? Infinity;
	}

	/** All that may have been told and need not any more: the ticket did not fit the filters all the time. */
	private release(ticket: Ticket): void {
		const keys = [ticketKey(ticket.ticket_id), ...ticket.messages.map(({ message_id }) => messageKey(message_id))];
		for (const key of keys) if (this.ledger.due.delete(key)) this.ledger.allowed.add(key);
	}

	/** A ticket that comes to fit the filters before it is first seen is told as created. */
	private mayComeIn(ticket: Ticket): void {
		if (!this.watched.has(ticket.message_box_id) || !this.passesStatus(ticket)) return;
		if (ticket.created_at < this.beganAt(ticket) || this.ledger.due.has(ticketKey(ticket.ticket_id))) return;
		this.ledger.allowed.add(ticketKey(ticket.ticket_id));
	}

	/** @param wasAhead whether the ticket had a message dated ahead before */
	private expectMessage(message: Message, dating: Dating, wasAhead = false): void {
		const { settings, honest } = this.plan;
		if (!wants(settings, 'newMessage') || !this.watched.has(message.ticket.message_box_id)) return;
		const { actionCds } = settings.messages;
		if (actionCds.length > 0 && !actionCds.includes(message.action_cd)) return;
		const mayBeMissed = dating === 'farBack' || (!honest && dating === 'ahead') || !this.passes(message.ticket);
		if (mayBeMissed) this.ledger.allowed.add(messageKey(message.message_id));
		else this.ledger.expectMessage(message, this.now, dating !== 'back' && (honest || !(wasAhead || this.hasAhead(message.ticket))));
	}

	/** Such a ticket is in every answer, so that only `last_updated_at` tells that something has come. */
	private hasAhead({ messages }: Ticket): boolean {
		return messages.some(({ sent_at }) => sent_at > this.now);
	}

	private passes(ticket: Ticket): boolean {
		const { methodCds } = this.plan.settings.filters;
		return this.passesStatus(ticket) && (methodCds.length === 0 || ticket.messages[0].method_cd === 'mail');
	}

	passesStatus({ status_cd }: Pick<Ticket, 'status_cd'>): boolean {
		const { statusCds } = this.plan.settings.filters;
		return statusCds.length === 0 || statusCds.includes(status_cd);
	}

	private anyTicket(): Ticket {
		const tickets = [...this.simulator.store.tickets.values()];
		// Mostly those of the last hours, sometimes an old one.
		return this.random.chance(0.8) ? this.random.pick(tickets.slice(-60)) : this.random.pick(tickets);
	}

	private state() {
		return this.random.chance(0.7) ? 'received' : this.random.pick(MESSAGE_STATES);
	}

	private dating(): Dating {
		const dice = this.random.next();
		if (dice < 0.8) return 'now';
		return dice < 0.93 ? 'back' : dice < 0.97 ? 'ahead' : 'farBack';
	}

	private dated(dating: Dating): number {
		const { random, plan } = this;
		const { lookBack } = plan.settings;
		switch (dating) {
			case 'now':
				return this.now - random.between(0, 2) * SECOND;
			case 'back':
				return this.now - random.between(MINUTE, (plan.honest ? lookBack : lookBack / 2) - HOUR);
			case 'farBack':
				return this.now - lookBack - random.between(HOUR, 100 * HOUR);
			case 'ahead':
				return this.now + random.pick([random.between(MINUTE, 10 * HOUR), 400 * 24 * HOUR]);
		}
	}
}
