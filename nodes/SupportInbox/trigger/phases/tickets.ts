import type { LocalTime } from '../../adapter/clock';
import type { InboxStore } from '../../store/inboxStore';
import { type IgnoredWriters, isVisibleIn } from '../../store/ownWrites';
import { Store } from '../../store/store';
import type { Row, TicketDetails } from '../../store/tickets';
import { type ServiceTime, MINUTE, SECOND } from '../../store/time';
import { hasStatus } from '../../transport/errors/failure';
import { type Seen, detect, isNewTicket } from '../detect/detect';
import { needMessages, needsFirstMessage } from '../detect/filters';
import { type Need, createdNeedsDetails, needsDetails } from '../detect/needsDetails';
import { isDue } from '../detect/unanswered';
import { ignoredBy } from '../properties/settings';
import { isOfTicket } from '../service';
import { type InboxState, type TicketState, moveTicket } from '../state/state';
import type { PollContext } from './context';
import { QUICK_TRIES, WorkQueue } from './queue';
import { readRows } from './reader';

/** The ticket in an item was read at most this long before the poll began (ms). */
const MAX_AGE = MINUTE;
/** What another trigger has asked within this time is not asked for again (ms). */
export const SHARED = 20 * SECOND;

/** The tickets of one inbox in one poll of a trigger: each one that was read is processed, or goes into the queue. */
export class Tickets {
	readonly queue: WorkQueue;
	/** Whose writes are not emitted (Ignore Own Changes). */
	private readonly ignored: IgnoredWriters;

	/** @param poll with the settings as they are in this inbox */
	constructor(
		private readonly messageBoxId: number,
		private readonly state: InboxState,
		private readonly store: InboxStore,
		private readonly poll: PollContext,
	) {
		this.queue = new WorkQueue(state, store, poll);
		this.ignored = ignoredBy(poll.settings, poll.workflowId);
	}

	/**
	 * Processes a ticket that was read, as far as it can be decided without its messages; otherwise it goes into the queue.
	 *
	 * @param foundAt as of when the news showed it; undefined: they did not
	 */
	processRow(row: Row, foundAt: ServiceTime | undefined): void {
		const { state, poll } = this;
		const id = row.ticket.ticket_id;
		const former = this.formerInbox(row);
		if (former !== undefined) {
			// The ticket was read there since: this row is from before the move.
			if ((poll.session.of(Store).of(former).row(id)?.asOf ?? -Infinity) > row.asOf) return;
			moveTicket(id, poll.inboxes[former], state);
		}
		const seen = this.seen(row, foundAt);
		const need = needsDetails(seen, state, poll.settings);
		if (need === null) {
			const known = this.newerDetails(row);
			const outcome = this.detect(seen, known);
			if (outcome.events.length > 0 && this.isStale(known ?? row)) this.queue.add(row, { detailsFrom: known?.asOf ?? null, rank: 0 });
			else this.finish(id, outcome);
			return;
		}
		this.queue.add(row, need);
		// A silent edit, or a new ticket without messages, is emitted from its row; messages are emitted when the details have been read.
		const { filters, skipFirstMessage } = poll.settings;
		const isNew = isNewTicket(seen, state);
		if (needMessages(filters) || (isNew && (createdNeedsDetails(poll.settings) || skipFirstMessage === true))) return;
		const outcome = this.detect(seen, 'later');
		if (this.isStale(row)) {
			if (outcome.events.length > 0) this.queue.add(row, { ...need, rank: 0 });
			return;
		}
		this.apply(id, outcome, () => isNew && this.queue.noteEmitted(id));
	}

	/** @returns the inbox in which a ticket was processed until people moved it here; the same ID with another time is another ticket */
	private formerInbox({ ticket: { ticket_id: id }, created }: Row): number | undefined {
		const { state, poll: { inboxes } } = this;
		if (id in state.tickets) return undefined;
		return Object.keys(inboxes).map(Number).find((inbox) => (inboxes[inbox].tickets[id] as TicketState | undefined)?.created === created);
	}

	/** Details that another trigger has read since this one did: using them costs no request. */
	private newerDetails({ ticket: { ticket_id: id } }: Row): TicketDetails | null {
		const { state, store } = this;
		const readAt = state.messagesSince === null ? undefined : state.tickets[id]?.messages?.readAt;
		return readAt === undefined ? null : (store.detailsSince(id, readAt + 1) ?? null);
	}

	/** Whether a ticket has no row, or a row that is too old to be emitted. */
	lacksRow(id: number): boolean {
		const row = this.store.row(id);
		return row === undefined || (this.isStale(row) && this.needOf(row) === null);
	}

	/** Decides a ticket of the queue, with its details where they are needed. @throws BudgetExhausted, ServiceFailure */
	async decide(id: number): Promise<void> {
		const row = this.store.row(id) as Row;
		const details = await this.detailsOf(row, this.needOf(row));
		if (details === 'unreadable') return await this.emitWithoutDetails(row);
		const outcome = this.detect(this.newest(id), details);
		const isOld = outcome.events.length > 0 ? this.isStale(details ?? row) : details !== null && this.isWaitOver(outcome.ticket);
		if (!isOld) return this.finish(id, outcome);
		if (details === null) return;
		const fresh = await this.detailsOf(row, { detailsFrom: this.oldestToUse(), rank: 0 });
		if (fresh === 'unreadable') return await this.emitWithoutDetails(row);
		this.finish(id, this.detect(this.newest(id), fresh));
	}

	/**
	 * Whether a wait is over by now that was not when the details were read, in an earlier poll: only newer ones show whether it was answered.
	 */
	private isWaitOver({ wait }: TicketState): boolean {
		const { requests, settings } = this.poll;
		return wait !== undefined && requests.isClockKnown && isDue(wait, requests.serverNow(), settings.unanswered);
	}

	private async detailsOf(row: Row, need: Need | null): Promise<TicketDetails | null | 'unreadable'> {
		if (need === null) return null;
		const { state, store } = this;
		const id = row.ticket.ticket_id;
		const { processed = [], open = [] } = state.tickets[id]?.messages ?? {};
		const known = store.detailsSince(id, need.detailsFrom);
		const details = known ?? (await this.readDetails(id, processed.length + open.length > 0));
		// A mail of ours may be there before it is shown: without it the ticket would count as a customer's.
		const isEmpty =
			details !== undefined &&
			details.ticket.messages.length === 0 &&
			needsFirstMessage(this.poll.settings.startedBy) &&
			isNewTicket(this.newest(id), state);
		if (!isEmpty) return details ?? 'unreadable';
		state.queue[id].detailsFrom = details.asOf + 1;
		this.queue.noteTry(id);
		return 'unreadable';
	}

	/** @param hasMessages some of its messages are known, so that an answer without any is none @returns undefined: it cannot be shown */
	private async readDetails(id: number, hasMessages: boolean): Promise<TicketDetails | undefined> {
		const { messageBoxId, store, poll: { requests, startedAt } } = this;
		// Another trigger has just tried it.
		const failure = store.failureSince(id, startedAt - SHARED);
		if (failure !== undefined) return this.noteUnreadable(id, failure);
		const areKnown = hasMessages || (store.detailsSince(id, -Infinity)?.ticket.messages.length ?? 0) > 0;
		const answer = await requests.get(messageBoxId, id, areKnown).catch((error) => {
			if (!isOfTicket(error)) throw error;
			// One later request asks for several such tickets whether they are still listed.
			store.recordUnreadable(id, error, requests.now(), hasStatus(error, 404));
			return this.noteUnreadable(id, error);
		});
		if (answer === undefined) return undefined;
		const details = { ticket: answer.ticket, ...answer.moment };
		store.recordDetails(details);
		return details;
	}

	private noteUnreadable(id: number, error: unknown): undefined {
		this.poll.errors.noteUnreadable(this.messageBoxId, id, error, this.queue.noteTry(id) >= QUICK_TRIES);
	}

	/** Emits a new ticket without its messages after enough tries, unless the filters can only be judged by the messages. */
	private async emitWithoutDetails(row: Row): Promise<void> {
		const { messageBoxId, state, poll: { settings, requests, startedAt, session }, store } = this;
		const id = row.ticket.ticket_id;
		const needsFirst = needsFirstMessage(settings.startedBy);
		if (!isNewTicket(this.seen(row), state) || !this.queue.isTriedEnough(id, needsFirst) || needMessages(settings.filters)) return;
		// A ticket that this process has created is never emitted then, or a workflow could start itself.
		if (needsFirst && session.of(Store).hasCreated(messageBoxId, 'ticket_id', id)) return;
		if (row.readAt < startedAt) await readRows(messageBoxId, store, requests, [id]);
		if (store.row(id) === undefined && store.missingSince(id) !== undefined) return this.queue.noteMissing(id);
		this.apply(id, this.detect(this.seen(store.row(id) ?? row), 'later'), () => this.queue.noteEmitted(id));
	}

	private finish(id: number, outcome: ReturnType<typeof detect>): void {
		this.apply(id, outcome, () => this.queue.remove(id));
	}

	/**
	 * @param settle changes the entry in the queue. It runs before the store is used, so that a fault there separates no event from its
	 *   state.
	 */
	private apply(id: number, { events, decisions, ticket }: ReturnType<typeof detect>, settle: () => void): void {
		const { state, store, poll } = this;
		for (const event of events) poll.events.push(event);
		for (const decision of decisions) poll.decisions.push(decision);
		state.tickets[id] = ticket;
		settle();
		const row = store.row(id);
		if (row !== undefined) store.writes.noteTaken(row, poll.key, state.processedUntil);
	}

	private detect(seen: Seen, known: TicketDetails | null | 'later') {
		return detect(seen, known, this.state, this.messageBoxId, this.poll.settings);
	}

	private newest(id: number): Seen {
		return this.seen(this.store.row(id) as Row);
	}

	private seen(row: Row, foundAt?: ServiceTime): Seen {
		const { messageBoxId, state, poll, ignored } = this;
		return { ...seenBy(row, { messageBoxId, state }, poll, ignored), foundAt };
	}

	private needOf(row: Row): Need | null {
		return needsDetails(this.seen(row), this.state, this.poll.settings);
	}

	private isStale({ readAt }: { readAt: LocalTime }): boolean {
		return readAt < this.poll.startedAt - MAX_AGE;
	}

	/** Details as of this time or later are recent enough to be emitted. */
	private oldestToUse(): ServiceTime {
		const { requests, startedAt } = this.poll;
		return requests.serverNow() - requests.now() + startedAt - MAX_AGE;
	}
}

/** What is known of a ticket besides its messages, see {@link Seen}. @param ignored whose writes are not emitted */
export function seenBy(
	row: Row,
	{ messageBoxId, state }: { messageBoxId: number; state: InboxState },
	{ key, session }: Pick<PollContext, 'key' | 'session'>,
	ignored: IgnoredWriters,
): Seen {
	const { ticket_id } = row.ticket;
	const store = session.of(Store);
	const untaken = store.of(messageBoxId).writes.untaken(ticket_id, key);
	return {
		row,
		entry: state.queue[ticket_id],
		writes: untaken.filter((write) => isVisibleIn(row, write)),
		own: (until) => untaken.filter(({ sentAt, workflowId }) => sentAt <= until && ignored(workflowId)),
		isOwn: store.hasCreated(messageBoxId, 'ticket_id', ticket_id, ignored),
		isOwnMessage: ({ message_id }) => store.hasCreated(messageBoxId, 'message_id', message_id, ignored),
	};
}
