import { codeEdits, textEdits } from '../../contract/ticketFields';
import type { Simulator, Ticket, TicketPatch } from '../../simulator';
import { CHANNELS, MESSAGE_STATES, TICKET_STATUSES, type CommentType } from '../../simulator/enums';
import type { Random } from '../../simulator/random';
import type { Update } from './driver';
import { UNSENT } from './events';
import { DAY, HOUR, MINUTE, SECOND } from './units';
import type { World } from './world';

/** Dates ahead that come during a run are at most so far away. */
export const NEAR = 10 * HOUR;
/** No snooze ends by itself during a run. */
const FAR = 60 * DAY;
/** From this number on, dice date a message back. */
const BACK = 0.8;
const ASSIGNEES = [null, 'aiko', 'ben', 'chidi'];
const LABELS = [[], [1], [2], [1, 2], [3, 1]];

/** Customers and agents: what they do in the service, by chance. */
export class People {
	private readonly store: Simulator['store'];

	/** @param lookBacks those of the triggers (ms) */
	constructor(private readonly world: World, private readonly random: Random, private readonly inboxes: number[], private readonly lookBacks: number[]) {
		this.store = world.simulator.store;
	}

	/** Something happens. */
	act(): void {
		const { random, store, world } = this;
		const step = random.next();
		const unsent = [...store.messages.values()].filter(({ action_cd }) => UNSENT.includes(action_cd));
		if (step < 0.32) this.create(random.pick(this.inboxes), this.sentAt());
		else if (step < 0.54) this.write(this.anyTicket(), this.sentAt());
		else if (step < 0.8) this.edit(this.anyTicket());
		else if (step < 0.92) this.comment(this.anyTicket());
		else if (step < 0.97 && unsent.length > 0) {
			// The same message, in another state, dated now.
			const { message_id, ticket } = random.pick(random.chance(0.5) ? unsent : unsent.slice(-10));
			store.sendDraft(message_id, world.now());
			world.happened(ticket, 'draft sent');
		} else this.remove(this.anyTicket());
	}

	/** What may happen while a poll is on its way: mostly where it hurts. */
	interfere(): void {
		const { random, world, store } = this;
		const { ticketId, at } = world.latest;
		const justNow = world.now() - at < SECOND ? store.tickets.get(ticketId) : undefined;
		if (justNow !== undefined && random.chance(0.25)) this.write(justNow, this.sentAt(BACK));
		else if (justNow !== undefined && random.chance(0.2)) this.comment(justNow);
		else if (random.chance(0.005)) this.remove(this.anyTicket());
		else if (random.chance(0.15)) this.act();
	}

	/** The number of tickets that come to one inbox in one second. */
	import(count: number): void {
		const messageBoxId = this.random.pick(this.inboxes);
		for (let each = 0; each < count; each++) this.create(messageBoxId, this.world.now());
	}

	/** Some tickets are listed and cannot be shown, for minutes or hours. */
	breakTickets(): void {
		const { random, world } = this;
		for (let count = random.pick([1, 1, 2, 4]); count > 0; count--) {
			const ticket = random.pick(world.tickets.slice(-20));
			world.breakTicket(ticket, random.pick([404, 500] as const), random.chance(0.5) ? random.between(MINUTE, 10 * MINUTE) : random.between(10 * MINUTE, 6 * HOUR));
			// Mostly something has just come into it, or comes now.
			if (random.chance(0.6)) this.write(ticket, this.sentAt(random.pick([0, BACK])));
		}
	}

	/** @returns a ticket and what a node of the triggers' own process may change of it */
	anyOwnWrite(): { ticket: Ticket; patch: Update } {
		const { random, world, store } = this;
		// Mostly a ticket that has just been given: what a workflow does with it comes at once. A pending reason would be lost.
		const latest = random.chance(0.5) ? store.tickets.get(world.latest.ticketId) : undefined;
		const ticket = latest?.pending_reason_id === null ? latest : random.pick(world.tickets.filter(({ pending_reason_id }) => pending_reason_id === null));
		const text = `By a node, ${random.between(1, 1_000_000)}`;
		const snoozing = store.inbox(ticket.message_box_id).pendingReasons.find(({ is_snoozed }) => is_snoozed)?.pending_reason_id;
		const snoozed = world.tickets.filter(({ snooze }) => snooze !== null);
		if (snoozed.length > 0 && random.chance(0.1)) return { ticket: random.pick(snoozed), patch: { status_cd: 'open' } };
		const patch = random.pick<Update>([
			...(snoozing === undefined ? [] : [{ status_cd: 'ongoing' as const, pending_reason_id: snoozing, snooze_comment: text, snooze_time: new Date(world.now() + FAR).toISOString() }]),
			{ assignee: random.pick([...store.users.values()]).mention_name, assign_comment: text },
			{ label_ids: store.inbox(ticket.message_box_id).labels.all().map(({ id }) => id).filter(() => random.chance(0.5)) },
			{ status_cd: random.pick(['open', 'closed'] as const) },
			{ assignee: random.chance(0.5) ? null : random.pick([...store.users.values()]).mention_name },
		]);
		return { ticket, patch };
	}

	private create(message_box_id: number, sent_at: number): void {
		const { random, store, world } = this;
		const title = `Question ${random.between(1, 1_000_000)}, with; some % marks`;
		const status_cd = random.chance(0.8) ? 'open' : random.pick(TICKET_STATUSES);
		const ticket = store.createTicket({ message_box_id, title, status_cd, assignee: random.pick(ASSIGNEES), messages: [{ ...this.kind(), sent_at }] });
		world.happened(ticket, `created in inbox ${message_box_id}`);
	}

	private write({ ticket_id }: Ticket, sent_at: number): void {
		this.world.happened(this.store.addMessage(ticket_id, { ...this.kind(), sent_at }).ticket, 'written');
	}

	/** A ticket is deleted: all that comes after it moves up in every list. */
	private remove(ticket: Ticket): void {
		this.store.removeTicket(ticket.ticket_id);
		this.world.happened(ticket, 'deleted');
	}

	private edit({ ticket_id }: Ticket): void {
		const { random } = this;
		const patch = random.pick<TicketPatch>([
			{ status_cd: random.pick(['open', 'closed', ...TICKET_STATUSES]) },
			{ assignee: random.pick(ASSIGNEES), ...codeEdits((codes) => random.pick(codes)) },
			{ label_ids: random.pick(LABELS), case_category_ids: random.pick(LABELS) },
			{ status_cd: 'ongoing' as const, pending_reason_id: random.pick([1, 2]) },
			textEdits(`Renamed, ${random.between(1, 3)}`),
		]);
		this.world.happened(this.store.editTicket(ticket_id, patch), `edited ${JSON.stringify(patch)}`);
	}

	/** A colleague comments on a message, or a request, an assignment or a snooze leaves a comment; sometimes the same one twice. */
	private comment(ticket: Ticket): void {
		const { random, store } = this;
		const { message_id, action_cd } = random.pick(ticket.messages);
		const isRequest = UNSENT.includes(action_cd) && random.chance(0.7);
		const comment_type = random.pick<CommentType>(isRequest ? ['request', 'approve', 'reject', 'pullback'] : ['comment', 'comment', 'assign', 'snooze', 'canceled_snooze']);
		if (comment_type === 'assign') store.editTicket(ticket.ticket_id, { assignee: random.pick(ASSIGNEES) });
		if (comment_type === 'snooze') store.editTicket(ticket.ticket_id, { status_cd: 'ongoing', pending_reason_id: 1 });
		if (comment_type === 'canceled_snooze') store.editTicket(ticket.ticket_id, { status_cd: 'open' });
		const comment = { comment_type, commenter: random.pick(['aiko', 'ben']), comment: random.pick(['', 'Please look', `Note ${random.between(1, 1_000_000)}`]) };
		for (let count = random.pick([1, 1, 1, 2]); count > 0; count--) store.addComment(message_id, comment);
		this.world.happened(ticket, 'commented');
	}

	/** @returns mostly one of the last hours, sometimes an old one */
	private anyTicket(): Ticket {
		const { tickets } = this.world;
		return this.random.pick(this.random.chance(0.8) ? tickets.slice(-60) : tickets);
	}

	private kind() {
		const { random } = this;
		const method_cd = random.chance(0.7) ? ('mail' as const) : random.pick(CHANNELS);
		const action_cd = random.chance(0.7) ? ('received' as const) : random.pick(MESSAGE_STATES);
		return { method_cd, action_cd, ...this.world.senders.headersOf(action_cd) };
	}

	/** @param dice decides how it is dated. @returns when a message is sent (ms) */
	private sentAt(dice = this.random.next()): number {
		const { random } = this;
		const now = this.world.now();
		const lookback = random.pick(this.lookBacks);
		// A message may be on its way for some moments.
		if (dice < BACK) return now - random.between(0, 4) * SECOND;
		if (dice < 0.93) return now - random.between(MINUTE, lookback - SECOND);
		return dice < 0.97 ? now + random.pick([random.between(MINUTE, NEAR), 400 * DAY]) : now - lookback - random.between(HOUR, 100 * HOUR);
	}
}
