import type { Message, MessageInput, Simulator, Ticket, TicketInput, TicketPatch } from '../../simulator';
import { CHANNELS, MESSAGE_STATES, TICKET_COLORS, TICKET_STATUSES } from '../../simulator/enums';
import type { Random } from '../../simulator/random';

import type { Circumstances, Expectations } from './expectations';
import { NEAR } from './expectations';
import { History, iso } from './history';
import { HOUR, MINUTE, SECOND } from './units';

const ASSIGNEES = [null, 'aiko', 'ben', 'chidi'];
const LABELS = [[], [1], [2], [1, 2], [3, 1]];
/** States of a message that is not out yet. */
const UNSENT = ['draft', 'requested', 'approved', 'rejected', 'scheduled', 'sending'];

/** How a message is dated, by the longest look-back of all triggers. */
type Dating = 'now' | 'back' | 'farBack' | 'ahead';

/** Customers and agents: what happens in the service, each step told to the expectations of each trigger. */
export class World {
	readonly listeners = new Set<Expectations>();
	readonly history: History;
	/** the ticket in which something happened last, and when */
	private latest = { ticketId: 0, at: 0 };
	/** dates ahead that a ticket has or had (ms) */
	private readonly aheads = new Map<number, number[]>();
	/** tickets that the process of the triggers writes, and until when that may explain a new `last_updated_at` (ms) */
	private readonly ownWrites = new Set<{ ticketId: number; until: number }>();

	/**
	 * @param inboxes their ids
	 * @param lookBacks those of the triggers (ms)
	 * @param now the service's clock (ms)
	 */
	constructor(
		readonly simulator: Simulator,
		private readonly random: Random,
		private readonly inboxes: number[],
		private readonly lookBacks: number[],
		private readonly now: () => number,
	) {
		this.history = new History(now);
		for (const ticket of simulator.store.tickets.values()) this.history.changed(ticket, 'was there');
	}

	ticketsOf(messageBoxId: number): Ticket[] {
		return [...this.simulator.store.tickets.values()].filter(({ message_box_id }) => message_box_id === messageBoxId);
	}

	/** Something happens. */
	act(): void {
		const step = this.random.next();
		const unsent = [...this.simulator.store.messages.values()].filter(({ action_cd }) => UNSENT.includes(action_cd));
		if (step < 0.35) this.create(this.random.pick(this.inboxes), this.dated(this.dating()));
		else if (step < 0.6) this.writeMessage(this.anyTicket(), this.dating());
		else if (step < 0.92) this.editTicket(this.anyTicket(), this.anyPatch());
		else if (step < 0.97 && unsent.length > 0) this.send(this.random.pick(this.random.chance(0.5) ? unsent : unsent.slice(-10)));
		else this.removeTicket(this.anyTicket());
	}

	/** What may happen while a poll is on its way: mostly where it hurts. */
	interfere(): void {
		const { random, latest } = this;
		const justNow = this.now() - latest.at < SECOND ? this.simulator.store.tickets.get(latest.ticketId) : undefined;
		if (justNow !== undefined && random.chance(0.25)) this.writeMessage(justNow, 'back');
		else if (random.chance(0.005)) this.removeTicket(this.anyTicket());
		else if (random.chance(0.15)) this.act();
	}

	/** So many tickets come to one inbox in one second. */
	import(count: number): void {
		const messageBoxId = this.random.pick(this.inboxes);
		for (let each = 0; each < count; each++) this.create(messageBoxId, this.now());
	}

	writeMessage(ticket: Ticket, dating: Dating): void {
		this.addMessage(ticket, { ...this.kind(), sent_at: this.dated(dating) });
	}

	addMessage(ticket: Ticket, input: MessageInput): Message {
		const circumstances = this.circumstancesOf(ticket);
		const message = this.simulator.store.addMessage(ticket.ticket_id, input);
		this.note(ticket, `message ${message.message_id} ${message.action_cd}, dated ${iso(message.sent_at)}`, message.sent_at);
		for (const listener of this.listeners) listener.written(message, circumstances);
		return message;
	}

	addTicket(input: TicketInput): Ticket {
		const ticket = this.simulator.store.createTicket(input);
		const [{ message_id, action_cd, sent_at }] = ticket.messages;
		this.note(ticket, `created in inbox ${ticket.message_box_id}, message ${message_id} ${action_cd}, dated ${iso(sent_at)}`, sent_at);
		for (const listener of this.listeners) listener.created(ticket);
		return ticket;
	}

	editTicket({ ticket_id }: Ticket, patch: TicketPatch): void {
		this.edited(this.simulator.store.editTicket(ticket_id, patch), `edit ${JSON.stringify(patch)}`);
	}

	/** A draft becomes a sent mail: the same message, another state, another time. */
	send(message: Message): void {
		const { ticket, action_cd: before } = message;
		const circumstances = this.circumstancesOf(ticket);
		this.simulator.store.sendDraft(message.message_id, this.now());
		this.note(ticket, `message ${message.message_id} ${before} is sent`);
		for (const listener of this.listeners) listener.sent(message, before, circumstances);
	}

	/** A ticket is deleted: all that comes after it moves up in every list. */
	removeTicket(ticket: Ticket): void {
		this.simulator.store.removeTicket(ticket.ticket_id);
		this.history.changed(ticket, 'deleted');
		for (const listener of this.listeners) listener.removed(ticket);
	}

	/** Some tickets are listed and cannot be shown, for minutes or hours. */
	breakTickets(): void {
		const { random, simulator } = this;
		const tickets = [...simulator.store.tickets.values()];
		for (let count = random.pick([1, 1, 2, 4]); count > 0; count--) {
			const ticket = random.pick(tickets.slice(-20));
			const lasting = random.chance(0.5) ? random.between(MINUTE, 10 * MINUTE) : random.between(10 * MINUTE, 6 * HOUR);
			simulator.store.unshowable.hide(ticket.ticket_id, { status: random.pick([404, 500]), until: this.now() + lasting });
			this.history.changed(ticket, `cannot be shown for ${Math.round(lasting / MINUTE)} minutes`);
			for (const listener of this.listeners) listener.unreadable(ticket);
			// Mostly something has just come into it, or comes now.
			if (random.chance(0.6)) this.writeMessage(ticket, random.pick(['now', 'back']));
		}
	}

	/** @returns whether the ticket is listed and cannot be shown now */
	isUnreadable({ ticket_id }: Ticket): boolean {
		return this.simulator.store.unshowable.statusOf(ticket_id) !== undefined;
	}

	/** @returns a ticket and what a node of the triggers' own process may change of it */
	anyOwnWrite(): { ticket: Ticket; patch: TicketPatch } | null {
		const { random, simulator, latest } = this;
		// Mostly a ticket that has just been given: what a workflow does with it comes at once.
		const ticket = (random.chance(0.5) ? simulator.store.tickets.get(latest.ticketId) : undefined) ?? this.anyTicket();
		if (ticket.pending_reason_id !== null) return null;
		const labels = simulator.store.inbox(ticket.message_box_id).labels.all().map(({ id }) => id);
		const patch = random.pick<TicketPatch>([
			{ label_ids: labels.filter(() => random.chance(0.5)) },
			{ status_cd: random.pick(['open', 'closed'] as const) },
			{ assignee: random.chance(0.5) ? null : random.pick([...simulator.store.users.values()]).mention_name },
		]);
		return { ticket, patch };
	}

	/**
	 * A node of the triggers' own process writes a ticket.
	 *
	 * @param send sends the request; `done` is to be called when it took effect
	 */
	async ownWrite(ticket: Ticket, send: (done: () => void) => Promise<void>): Promise<void> {
		const write = { ticketId: ticket.ticket_id, until: Infinity };
		this.ownWrites.add(write);
		this.latest = { ticketId: ticket.ticket_id, at: this.now() };
		// The service shows its time in whole seconds: when the write ended is known to a second, and what comes within one
		// more has the same time.
		await send(() => this.edited(ticket, 'own write')).finally(() => (write.until = this.now() + 2 * SECOND));
	}

	private create(message_box_id: number, sent_at: number): Ticket {
		const { random } = this;
		return this.addTicket({
			message_box_id,
			title: `Question ${random.between(1, 1_000_000)}, with; some % marks`,
			status_cd: random.chance(0.8) ? 'open' : random.pick(TICKET_STATUSES),
			assignee: random.pick(ASSIGNEES),
			messages: [{ ...this.kind(), sent_at }],
		});
	}

	private edited(ticket: Ticket, what: string): void {
		if (!this.simulator.store.tickets.has(ticket.ticket_id)) return;
		this.note(ticket, what);
		for (const listener of this.listeners) listener.edited(ticket);
	}

	private anyPatch(): TicketPatch {
		const { random } = this;
		return random.pick<TicketPatch>([
			{ status_cd: random.pick(['open', 'closed', ...TICKET_STATUSES]) },
			{ assignee: random.pick(ASSIGNEES), color_cd: random.pick([null, ...TICKET_COLORS]) },
			{ label_ids: random.pick(LABELS), case_category_ids: random.pick(LABELS) },
			{ status_cd: 'ongoing' as const, pending_reason_id: random.pick([1, 2]) },
			{ title: `Renamed, ${random.between(1, 3)}` },
		]);
	}

	/** @param sentAt of its newest message, where there is one */
	private note(ticket: Ticket, what: string, sentAt = 0): void {
		this.history.changed(ticket, what);
		this.latest = { ticketId: ticket.ticket_id, at: this.now() };
		if (sentAt > this.now()) this.aheads.set(ticket.ticket_id, [...(this.aheads.get(ticket.ticket_id) ?? []), sentAt]);
	}

	private circumstancesOf({ ticket_id }: Ticket): Circumstances {
		const isOwnWrite = [...this.ownWrites].some(({ ticketId, until }) => ticketId === ticket_id && this.now() < until);
		return { latestAhead: Math.max(0, ...(this.aheads.get(ticket_id) ?? [])), isOwnWrite };
	}

	private anyTicket(): Ticket {
		const tickets = [...this.simulator.store.tickets.values()];
		// Mostly those of the last hours, sometimes an old one.
		return this.random.chance(0.8) ? this.random.pick(tickets.slice(-60)) : this.random.pick(tickets);
	}

	private kind() {
		const { random } = this;
		return {
			method_cd: random.chance(0.7) ? ('mail' as const) : random.pick(CHANNELS),
			action_cd: random.chance(0.7) ? ('received' as const) : random.pick(MESSAGE_STATES),
		};
	}

	private dating(): Dating {
		const dice = this.random.next();
		if (dice < 0.8) return 'now';
		return dice < 0.93 ? 'back' : dice < 0.97 ? 'ahead' : 'farBack';
	}

	private dated(dating: Dating): number {
		const { random } = this;
		const lookBack = random.pick(this.lookBacks);
		switch (dating) {
			case 'now':
				// A message may be on its way for some moments.
				return this.now() - random.between(0, 4) * SECOND;
			case 'back':
				return this.now() - random.between(MINUTE, lookBack - SECOND);
			case 'farBack':
				return this.now() - lookBack - random.between(HOUR, 100 * HOUR);
			case 'ahead':
				return this.now() + random.pick([random.between(MINUTE, NEAR), 400 * 24 * HOUR]);
		}
	}
}
