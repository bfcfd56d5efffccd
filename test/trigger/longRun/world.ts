import type { Message, Simulator, Ticket, TicketPatch } from '../../simulator';
import { CHANNELS, MESSAGE_STATES, TICKET_COLORS, TICKET_STATUSES } from '../../simulator/enums';
import type { Random } from '../../simulator/random';

import type { Circumstances, Expectations } from './expectations';
import { NEAR } from './expectations';
import type { Plan } from './plan';
import type { Told } from './told';
import { HOUR, MINUTE, SECOND } from './units';

const ASSIGNEES = [null, 'aiko', 'ben', 'chidi'];
const LABELS = [[], [1], [2], [1, 2], [3, 1]];
/** States of a message that is not out yet. */
const UNSENT = ['draft', 'requested', 'approved', 'rejected', 'scheduled', 'sending'];

/** How a message is dated, by the longest look-back of all triggers. */
type Dating = 'now' | 'back' | 'farBack' | 'ahead';

/** Many tickets of one second, as an import makes them: more than a page, so that pages must be read. */
interface Crowd {
	message_box_id: number;
	at: number;
	ids: number[];
}

/** Customers and agents of one tenant: what happens in the service, each step told to the expectations of each trigger. */
export class World {
	/** those of the triggers that this tenant's token is in the credential of */
	readonly listeners = new Set<Expectations>();
	private crowd: Crowd | null = null;
	/** the ticket that something happened in last, and when */
	private latest: { ticketId: number; at: number } | null = null;
	/** dates ahead that a ticket has or had, the trigger may remember them (ms) */
	private readonly aheads = new Map<number, number[]>();
	/** messages that were sent some time after they were written: when (ms), and their state before */
	private readonly sent = new Map<number, { at: number; before: string }>();
	/** tickets that are listed and cannot be shown: until when, and what is answered instead */
	private readonly unreadable = new Map<number, { until: number; status: number }>();
	/** tickets that the process of the triggers writes, and until when it counts as written in this moment (ms) */
	private readonly writes = new Set<{ ticketId: number; until: number }>();
	private readonly lookBacks: number[];

	/** @param origin the tenant's base URL */
	constructor(
		readonly origin: string,
		readonly simulator: Simulator,
		private readonly random: Random,
		private readonly plan: Plan,
		private readonly now: () => number,
	) {
		this.lookBacks = plan.triggers.map(({ settings }) => settings.lookBack);
	}

	/** @returns the tickets of an inbox */
	ticketsOf(messageBoxId: number): Ticket[] {
		return [...this.simulator.store.tickets.values()].filter(({ message_box_id }) => message_box_id === messageBoxId);
	}

	/** Something happens. */
	act(): void {
		const step = this.random.next();
		if (step < 0.35) this.createTicket();
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

	createTicket(dating: Dating = this.dating()): void {
		this.create(this.random.pick([101, 102, 103]), this.dated(dating));
	}

	writeMessage(ticket: Ticket, dating: Dating): void {
		const circumstances = this.circumstancesOf(ticket);
		const sent_at = this.dated(dating);
		const message = this.unnoticed(ticket, () =>
			this.simulator.store.addMessage(ticket.ticket_id, {
				method_cd: this.random.chance(0.7) ? 'mail' : this.random.pick(CHANNELS),
				action_cd: this.state(),
				sent_at,
			}),
		);
		this.noteDate(ticket, sent_at);
		for (const listener of this.listeners) listener.written(message, circumstances);
	}

	/** More than two pages of tickets in one second. */
	burst(): void {
		const crowd: Crowd = { message_box_id: this.random.pick([101, 102, 103]), at: this.now(), ids: [] };
		for (let count = this.random.between(105, 150); count > 0; count--) {
			crowd.ids.push(this.create(crowd.message_box_id, crowd.at).ticket_id);
		}
		this.crowd = crowd;
	}

	/** Some tickets are listed and cannot be shown, for minutes or hours. */
	breakTickets(): void {
		const { random } = this;
		const tickets = [...this.simulator.store.tickets.values()];
		for (let count = random.pick([1, 1, 2, 4]); count > 0; count--) {
			const ticket = random.pick(tickets.slice(-20));
			if (this.unreadable.has(ticket.ticket_id)) continue;
			const lasting = random.chance(0.5) ? random.between(MINUTE, 10 * MINUTE) : random.between(10 * MINUTE, 6 * HOUR);
			// 503 says that the whole service is away (API document, Errors).
			this.unreadable.set(ticket.ticket_id, { until: this.now() + lasting, status: random.pick([404, 404, 500, 500]) });
			for (const listener of this.listeners) listener.unreadable(ticket);
			// Mostly something has just come into it, or comes now.
			if (random.chance(0.6)) this.writeMessage(ticket, random.pick(['now', 'back']));
		}
	}

	/** @param all whether the time of every one has come */
	mendTickets(all = false): void {
		for (const [ticket_id, { until }] of this.unreadable) {
			if (until > this.now() && !all) continue;
			this.unreadable.delete(ticket_id);
			for (const listener of this.listeners) listener.readable({ ticket_id });
		}
	}

	/** @returns the tickets that cannot be shown now */
	unreadableTickets(): Ticket[] {
		return [...this.unreadable.keys()].flatMap((id) => this.simulator.store.tickets.get(id) ?? []);
	}

	/** @returns whether the ticket of this path cannot be shown */
	isUnreadable(path: string): boolean {
		return this.unreadable.has(Number(path.slice(path.lastIndexOf('/') + 1)));
	}

	/** Lets reading such tickets fail; faults that a test adds later come after these. */
	addFaults(): void {
		for (const status of new Set([...this.unreadable.values()].map((one) => one.status))) {
			const predicate = ({ path }: { path: string }) => this.unreadable.get(Number(path.slice(path.lastIndexOf('/') + 1)))?.status === status;
			this.simulator.faults.add({ kind: 'status', status, when: { method: 'GET', path: /\/tickets\/\d+$/, predicate, times: 1e9 } });
		}
	}

	/** @returns a ticket and what a node of the triggers' own process may change of it */
	anyUpdate(): { ticket: Ticket; patch: TicketPatch } | null {
		const { random, simulator, latest } = this;
		// Mostly a ticket that has just been told: what a workflow does with it comes at once.
		const told = latest !== null && random.chance(0.5) ? simulator.store.tickets.get(latest.ticketId) : undefined;
		const ticket = told ?? this.anyTicket();
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
	 * @param send sends the request; `done` is to be called when it has taken effect
	 */
	async update(ticket: Ticket, send: (done: () => void) => Promise<void>): Promise<void> {
		const { ticket_id } = ticket;
		const write = { ticketId: ticket_id, until: Infinity };
		this.writes.add(write);
		this.latest = { ticketId: ticket_id, at: this.now() };
		const before = ticket.last_updated_at;
		await send(() => {
			if (!this.plan.honest) ticket.last_updated_at = before;
			for (const listener of this.listeners) listener.edited(ticket);
			// The service tells its time in whole seconds, in its answers and on its tickets: when the write ended is known to a
			// second only, and what comes within one more has the same time.
		}).finally(() => (write.until = this.now() + 2 * SECOND));
	}

	/**
	 * @param chooses whether a trigger tells of messages in a state
	 * @returns when the service got to know of what an event tells (ms); two times where nobody can know which it was
	 */
	timesOf({ event, created_at, last_updated_at, message }: Told, chooses: (state: string) => boolean): [number, number] {
		const at = Date.parse(event === 'ticketChanged' ? last_updated_at : (message?.created_at ?? created_at));
		if (message === undefined) return [at, at];
		const sent = this.sent.get(message.message_id);
		// What counts is when it came into a chosen state.
		if (sent !== undefined) return [chooses(sent.before) ? at : sent.at, sent.at];
		// One that is dated ahead looks like a draft that was sent then.
		return [at, message.action_cd === 'received' ? at : Math.max(at, Date.parse(message.sent_at))];
	}

	/** The pages of a crowd shift: the newest of it are deleted, or others come to its front. */
	private stirCrowd(crowd: Crowd): void {
		if (this.now() - crowd.at > 3 * HOUR || crowd.ids.length < 60) this.crowd = null;
		else if (this.random.chance(0.3)) crowd.ids.push(this.create(crowd.message_box_id, crowd.at).ticket_id);
		else {
			for (const id of crowd.ids.splice(-this.random.between(2, 12))) {
				const ticket = this.simulator.store.tickets.get(id);
				if (ticket !== undefined) this.removeTicket(ticket);
			}
		}
	}

	private create(message_box_id: number, sent_at: number): Ticket {
		const { random } = this;
		const method_cd = random.chance(0.7) ? 'mail' : random.pick(CHANNELS);
		const ticket = this.simulator.store.createTicket({
			message_box_id,
			title: `Question ${random.between(1, 1_000_000)}, with; some % marks`,
			status_cd: random.chance(0.8) ? 'open' : random.pick(TICKET_STATUSES),
			assignee: random.pick(ASSIGNEES),
			messages: [{ method_cd, action_cd: this.state(), sent_at, attachments: this.attachments() }],
		});
		this.noteDate(ticket, sent_at);
		for (const listener of this.listeners) listener.created(ticket);
		return ticket;
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
		for (const listener of this.listeners) listener.edited(ticket);
	}

	/** A draft becomes a sent mail: the same message, another state, another time. */
	private sendDraft(): void {
		const unsent = [...this.simulator.store.messages.values()].filter(({ action_cd }) => UNSENT.includes(action_cd));
		if (unsent.length === 0) return;
		this.send(this.random.chance(0.5) ? this.random.pick(unsent) : this.random.pick(unsent.slice(-10)));
	}

	private send(message: Message): void {
		const circumstances = this.circumstancesOf(message.ticket);
		const before = message.action_cd;
		this.unnoticed(message.ticket, () =>
			this.simulator.store.editMessage(message.message_id, { action_cd: 'sent', sent_at: this.now() }),
		);
		this.sent.set(message.message_id, { at: message.sent_at, before });
		for (const listener of this.listeners) listener.sent(message, before, circumstances);
	}

	/** A ticket is deleted: all that comes after it moves up in every list. */
	private removeTicket(ticket: Ticket): void {
		for (const listener of this.listeners) listener.removed(ticket);
		this.unreadable.delete(ticket.ticket_id);
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

	private circumstancesOf({ ticket_id, messages }: Ticket): Circumstances {
		const others = [...messages.map(({ sent_at }) => sent_at), ...(this.aheads.get(ticket_id) ?? [])];
		const isWritten = [...this.writes].some(({ ticketId, until }) => ticketId === ticket_id && this.now() < until);
		return { others, isWritten };
	}

	private anyTicket(): Ticket {
		const tickets = [...this.simulator.store.tickets.values()];
		// Mostly those of the last hours, sometimes an old one.
		return this.random.chance(0.8) ? this.random.pick(tickets.slice(-60)) : this.random.pick(tickets);
	}

	private state() {
		return this.random.chance(0.7) ? 'received' : this.random.pick(MESSAGE_STATES);
	}

	private attachments() {
		return this.random.chance(0.15) ? [{ file_name: 'invoice.pdf' }] : [];
	}

	private dating(): Dating {
		const dice = this.random.next();
		if (dice < 0.8) return 'now';
		return dice < 0.93 ? 'back' : dice < 0.97 ? 'ahead' : 'farBack';
	}

	private dated(dating: Dating): number {
		const { random, plan } = this;
		const lookBack = random.pick(this.lookBacks);
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
