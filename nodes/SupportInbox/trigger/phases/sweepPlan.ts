import { greatest } from '../../store/time';
import { watchesTickets } from '../properties/settings';
import type { RunContext } from './context';
import type { InboxRun } from './inboxRun';

/** The number of requests by which sweeps are planned when Max Requests per Poll is empty. */
const PLANNED_REQUESTS = 20;
/** How many tickets the sweeps of a poll read again, for each request that the poll may send. */
const SWEPT_PER_REQUEST = 7;
/** The part of a poll's requests that its sweeps may use, and the number that they may always use. */
const SWEEP_SHARE = 0.3;
const MIN_SWEEP = 2;

/** The sweeps of one trigger in one poll: when a round begins, and how far it goes. */
export class SweepPlan {
	private readonly maxRequests: number;
	/** Requests that the sweeps may still send; the first round is not limited by it. */
	private left: number;

	/** @param inboxes the inboxes of the poll, which share its requests */
	constructor(
		private readonly poll: RunContext,
		private readonly inboxes: ReadonlyMap<number, InboxRun>,
	) {
		this.maxRequests = poll.settings.maxRequests ?? PLANNED_REQUESTS;
		this.left = Math.max(MIN_SWEEP, Math.floor(this.maxRequests * SWEEP_SHARE));
	}

	/** @returns since when something in an inbox has not been read again (ms of the service's clock); undefined: no sweep is due */
	dueSince(inbox: InboxRun): number | undefined {
		const { memory, reader } = inbox;
		const watched = this.watched(inbox);
		if (this.left <= 0 && !this.isFirst(inbox)) return undefined;
		if (reader.sweep.isDone(watched) && !this.isDue(inbox)) return undefined;
		// This process has not read all of it yet; an earlier process did.
		const since = reader.sweep.unseenSince(watched);
		return Number.isFinite(since) ? since : memory.resyncedUntil;
	}

	/** Sends the next request of the round of an inbox, or begins a round with it. @throws BudgetExhausted, ServiceFailure */
	async goOn(inbox: InboxRun): Promise<void> {
		const { requests, startedAt } = this.poll;
		const { memory, reader } = inbox;
		const watched = this.watched(inbox);
		if (reader.sweep.isDone(watched)) reader.sweep.begin(requests, memory.position, startedAt);
		const sent = requests.sent;
		try {
			await reader.sweep.goOn(requests, watched);
		} finally {
			this.left -= requests.sent - sent;
			inbox.takeRows();
		}
	}

	/** Whether it is time for the next round: the more tickets there are, the more polls a round takes. */
	private isDue(inbox: InboxRun): boolean {
		const { interval, requests, settings } = this.poll;
		const { memory, reader: { sweep } } = inbox;
		// The last round did not read as far back as this trigger needs.
		if (sweep.lookBack.from > memory.resyncedUntil - settings.lookBack) return true;
		return requests.now() - sweep.begunAt >= (this.pollsOfRound() - 0.5) * interval;
	}

	private pollsOfRound(): number {
		const tickets = [...this.inboxes.values()].reduce((sum, inbox) => sum + greatest([inbox.reader.sweep.size, this.watched(inbox).length]), 0);
		return Math.max(1, Math.ceil(tickets / (SWEPT_PER_REQUEST * this.maxRequests)));
	}

	/** Whether this process has not finished a look-back sweep of the inbox since the trigger began, or since its last one. */
	private isFirst({ reader, memory }: InboxRun): boolean {
		return reader.sweep.lookBack.startedAt < memory.resyncedUntil;
	}

	/** The tickets that must be read again by their ids: no search finds a change, or a message whose new state has no send time. */
	private watched({ memory }: InboxRun): number[] {
		const isWatched = watchesTickets(this.poll.settings) ? () => true : (id: string) => memory.tickets[id].messages?.open !== undefined;
		return Object.keys(memory.tickets).filter(isWatched).map(Number);
	}
}
