import { watchesTickets } from '../properties/settings';
import { IdleRequests } from '../reader/idleRequests';
import { MINUTE } from '../time';
import type { RunContext } from './context';
import type { InboxRun } from './inboxRun';

/** How many requests the sweeps of a poll may send in any case. */
const ALWAYS = 2;
/** Where news have waited for longer than this (ms), sweeps spend no more than that: with hundreds of inboxes news need the whole poll. */
const LATE_NEWS = 4.5 * MINUTE;
/** A round that began within this part of the interval, of a minute at most, is not begun again: all triggers of a token share it. */
const SHARED_ROUND = 3 / 4;

/** The sweeps of one trigger in one poll: when a round begins, and how far it goes. */
export class SweepPlan {
	/** Requests that the sweeps may still send in any case; the first round is not limited by it. */
	private left = ALWAYS;
	private readonly idle: IdleRequests;
	private readonly areNewsLate: boolean;

	/** @param newsWaited for how long news of the poll's inboxes have waited at most, when it begins (ms) */
	constructor(private readonly poll: RunContext, newsWaited: number) {
		this.areNewsLate = newsWaited > LATE_NEWS;
		this.idle = poll.session.of(IdleRequests);
	}

	/** @returns since when something in an inbox has not been read again (ms of the service's clock); undefined: no sweep is due */
	dueSince(inbox: InboxRun): number | undefined {
		const { memory, reader } = inbox;
		const watched = this.watched(inbox);
		if (reader.sweep.isDone(watched) && !this.isDue(inbox)) return undefined;
		if (this.left <= 0 && !this.isFirst(inbox) && (this.areNewsLate || !this.idle.areLeft)) return undefined;
		// This process has not read all of it yet; an earlier process did.
		const since = reader.sweep.unseenSince(watched);
		return Number.isFinite(since) ? since : memory.sweptTo;
	}

	/** Sends the next request of the round of an inbox, or begins a round with it. @throws BudgetExhausted, ServiceFailure */
	async goOn(inbox: InboxRun): Promise<void> {
		const { requests, startedAt } = this.poll;
		const { memory, reader } = inbox;
		const watched = this.watched(inbox);
		if (reader.sweep.isDone(watched)) reader.sweep.begin(requests, memory.position, startedAt);
		const isExtra = this.left <= 0 && !this.isFirst(inbox);
		const sent = requests.sent;
		try {
			await reader.sweep.goOn(requests, watched);
		} finally {
			if (isExtra) this.idle.spend(requests.sent - sent);
			else this.left -= requests.sent - sent;
			inbox.takeRows();
		}
	}

	/** Whether it is time for the next round. */
	private isDue({ memory, reader: { sweep } }: InboxRun): boolean {
		const { requests, settings, interval } = this.poll;
		// The last round did not read as far back as this trigger needs.
		return sweep.lookback.from > memory.sweptTo - settings.lookback || requests.now() - sweep.begunAt >= SHARED_ROUND * Math.min(interval, MINUTE);
	}

	/** Whether this process has not finished a look-back sweep of the inbox since the trigger began, or since its last one. */
	private isFirst({ reader, memory }: InboxRun): boolean {
		return reader.sweep.lookback.startedAt < memory.sweptTo;
	}

	/** The tickets that must be read again by their ids: no search finds a change, or a message whose new state has no send time. */
	private watched({ memory }: InboxRun): number[] {
		const isWatched = watchesTickets(this.poll.settings) ? () => true : (id: string) => memory.tickets[id].messages?.open !== undefined;
		return Object.keys(memory.tickets).filter(isWatched).map(Number);
	}
}
