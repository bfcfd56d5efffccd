import { HOUR, MINUTE, SECOND } from '../../../nodes/SupportInbox/trigger/time';
import type { Simulator, Ticket } from '../../simulator';
import { CHANNELS, MESSAGE_STATES, TICKET_COLORS, TICKET_STATUSES } from '../../simulator/enums';
import type { Random } from '../../simulator/random';

import type { Dating, Expectations } from './expectations';
import { NEAR } from './expectations';
import type { Plan } from './plan';

const ASSIGNEES = [null, 'aiko', 'ben', 'chidi'];
const LABELS = [[], [1], [2], [1, 2], [3, 1]];

/** Many tickets of one second, as an import makes them: more than a page, so that pages must be read. */
interface Crowd {
	message_box_id: number;
	at: number;
	ids: number[];
}

/** Customers and agents: what happens in the service, each step told to the expectations. */
export class World {
	private crowd: Crowd | null = null;
	/** the ticket that something happened in last, and when */
	private latest: { ticketId: number; at: number } | null = null;
	/** dates ahead that a ticket has or had, the trigger may remember them (ms) */
	private readonly aheads = new Map<number, number[]>();

	constructor(
		private readonly simulator: Simulator,
		private readonly random: Random,
		private readonly plan: Plan,
		private readonly expectations: Expectations,
		private readonly now: () => number,
	) {}

	/** Something happens. */
	act(): void {
		const step = this.random.next();
		if (step < 0.35) this.createTicket(this.dating());
		else if (step < 0.6) this.writeMessage(this.anyTicket(), this.dating());
		else if (step < 0.92) this.editTicket();
		else if (step < 0.97) this.sendDraft();
		else this.removeTicket(this.anyTicket());
	}

	/** A new ticket and a message in an old one, three times over. */
	rush(): void {
		for (let count = 0; count < 3; count++) {
			this.createTicket('now');
			this.writeMessage(this.anyTicket(), 'now');
		}
	}

	/** What may happen while a poll is on its way: mostly where it hurts. */
	interfere(): void {
		const { random, latest, crowd } = this;
		const justNow = latest !== null && this.now() - latest.at < SECOND ? this.simulator.store.tickets.get(latest.ticketId) : undefined;
		if (justNow !== undefined && random.chance(0.25)) this.writeMessage(justNow, 'back');
		else if (crowd !== null && random.chance(0.08)) this.stirCrowd(crowd);
		else if (random.chance(0.15)) this.act();
	}

	createTicket(dating: Dating): void {
		this.create(this.random.pick([101, 102, 103]), this.dated(dating), dating);
	}

	/** More than two pages of tickets in one second. */
	burst(): void {
		const crowd: Crowd = { message_box_id: this.random.pick([101, 102, 103]), at: this.now(), ids: [] };
		for (let count = this.random.between(105, 150); count > 0; count--) {
			crowd.ids.push(this.create(crowd.message_box_id, crowd.at, 'now').ticket_id);
		}
		this.crowd = crowd;
	}

	/** The pages of a crowd shift: the newest of it are deleted, or others come to its front. */
	private stirCrowd(crowd: Crowd): void {
		if (this.now() - crowd.at > 3 * HOUR || crowd.ids.length < 60) this.crowd = null;
		else if (this.random.chance(0.3)) {
			crowd.ids.push(this.create(crowd.message_box_id, crowd.at, this.datingOf(crowd.at)).ticket_id);
		} else {
			for (const id of crowd.ids.splice(-this.random.between(2, 12))) {
				const ticket = this.simulator.store.tickets.get(id);
				if (ticket !== undefined) this.removeTicket(ticket);
			}
		}
	}

	private create(message_box_id: number, sent_at: number, dating: Dating): Ticket {
		const { random } = this;
		const method_cd = random.chance(0.7) ? 'mail' : random.pick(CHANNELS);
		const ticket = this.simulator.store.createTicket({
			message_box_id,
			title: `Question ${random.between(1, 1_000_000)}, with; some % marks`,
			status_cd: random.chance(0.8) ? 'open' : random.pick(TICKET_STATUSES),
			assignee: random.pick(ASSIGNEES),
			messages: [{ method_cd, action_cd: this.state(), sent_at }],
		});
		this.noteDate(ticket, sent_at);
		this.expectations.created(ticket, dating);
		return ticket;
	}

	private writeMessage(ticket: Ticket, dating: Dating): void {
		const others = this.datesOf(ticket);
		const sent_at = this.dated(dating);
		const message = this.unnoticed(ticket, () =>
			this.simulator.store.addMessage(ticket.ticket_id, {
				method_cd: this.random.chance(0.7) ? 'mail' : this.random.pick(CHANNELS),
				action_cd: this.state(),
				sent_at,
			}),
		);
		this.noteDate(ticket, sent_at);
		this.expectations.written(message, dating, others);
	}

	private editTicket(): void {
		const ticket = this.anyTicket();
		const { random } = this;
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
		this.unnoticed(ticket, () => this.simulator.store.editTicket(ticket.ticket_id, patch));
		this.expectations.edited(ticket);
	}

	/** A draft becomes a sent mail: the same message, another state, another time. */
	private sendDraft(): void {
		const drafts = [...this.simulator.store.messages.values()].filter(({ action_cd }) => action_cd === 'draft');
		if (drafts.length === 0) return;
		const message = this.random.pick(drafts);
		const others = this.datesOf(message.ticket);
		this.unnoticed(message.ticket, () =>
			this.simulator.store.editMessage(message.message_id, { action_cd: 'sent', sent_at: this.now() }),
		);
		this.expectations.sent(message, others);
	}

	/** A ticket is deleted: all that comes after it moves up in every list. */
	private removeTicket(ticket: Ticket): void {
		this.expectations.removed(ticket);
		this.simulator.store.removeTicket(ticket.ticket_id);
	}

	/** In a service that does not say so, `last_updated_at` stays as it is. */
	private unnoticed<T>(ticket: Ticket, work: () => T): T {
		const before = ticket.last_updated_at;
		const result = work();
		if (!this.plan.honest) ticket.last_updated_at = before;
		this.latest = { ticketId: ticket.ticket_id, at: this.now() };
		return result;
	}

	private noteDate({ ticket_id }: Ticket, sentAt: number): void {
		if (sentAt > this.now()) this.aheads.set(ticket_id, [...(this.aheads.get(ticket_id) ?? []), sentAt]);
		else this.latest = { ticketId: ticket_id, at: this.now() };
	}

	private datesOf({ ticket_id, messages }: Ticket): number[] {
		return [...messages.map(({ sent_at }) => sent_at), ...(this.aheads.get(ticket_id) ?? [])];
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

	/** A crowd may be older than a short look-back: what comes to it then is dated back further. */
	private datingOf(sentAt: number): Dating {
		const age = this.now() - sentAt;
		if (age < 2 * SECOND) return 'now';
		return age < this.plan.settings.lookBack ? 'back' : 'farBack';
	}

	private dated(dating: Dating): number {
		const { random, plan } = this;
		const { lookBack } = plan.settings;
		switch (dating) {
			case 'now':
				// A message may be on its way for some moments.
				return this.now() - random.between(0, 4) * SECOND;
			case 'back':
				return this.now() - random.between(MINUTE, plan.honest ? lookBack - SECOND : lookBack / 2);
			case 'farBack':
				return this.now() - lookBack - random.between(HOUR, 100 * HOUR);
			case 'ahead':
				return this.now() + random.pick([random.between(MINUTE, NEAR), 400 * 24 * HOUR]);
		}
	}
}
