import { chosenChanges, DEFAULT_MAX_REQUESTS } from '../properties/settings';

import type { PollContext } from './context';
import type { InboxPoll } from './inboxPoll';

/** Tickets that one poll sees again, for each request that it may send. */
const SWEPT_PER_REQUEST = 7;
/** The part of a poll's requests that its sweeps use at most, and the least of it. */
const SWEEP_SHARE = 0.3;
const MIN_SWEEP = 2;

/** The sweeps of one trigger in one poll: when a round begins, and how far it goes. */
export class Sweeps {
	private readonly maxRequests: number;

	constructor(private readonly poll: PollContext) {
		this.maxRequests = poll.settings.maxRequests ?? DEFAULT_MAX_REQUESTS;
	}

	/** How many requests sweeps may send; a first round goes to its end. */
	get share(): number {
		return Math.max(MIN_SWEEP, Math.floor(this.maxRequests * SWEEP_SHARE));
	}

	/** Begins a round when the last one has ended and it is time, as soon as the service's clock is known. @param others all inboxes of the poll, which share its requests */
	begin(inbox: InboxPoll, others: readonly InboxPoll[]): void {
		const { key, interval, settings, requests } = this.poll;
		const { memory, reader } = inbox;
		const { sweep } = reader;
		sweep.want(key, memory.sweptTo - settings.lookBack, requests.now());
		if (!requests.isClockKnown || !sweep.isDone(this.watched(inbox))) return;
		const tickets = others.reduce((sum, other) => sum + Math.max(other.reader.sweep.size, this.watched(other).length), 0);
		const polls = Math.max(1, Math.ceil(tickets / (SWEPT_PER_REQUEST * this.maxRequests)));
		const isDue = requests.now() - sweep.begunAt >= (polls - 0.5) * interval;
		if (isDue || (this.isFirst(inbox) && sweep.startedAt < memory.sweptTo)) sweep.begin(requests, memory.position);
	}

	/** @returns since when something in an inbox has not been looked at (ms of the service's clock) */
	unseenSince(inbox: InboxPoll): number {
		return inbox.reader.sweep.unseenSince(this.watched(inbox));
	}

	/** Goes on with the round of an inbox. @throws BudgetExhausted, ServiceFailure */
	async goOn(inbox: InboxPoll, sentBefore: number): Promise<void> {
		const { requests, settings } = this.poll;
		const { memory, reader } = inbox;
		const isFirst = this.isFirst(inbox);
		const watched = this.watched(inbox);
		try {
			while (!reader.sweep.isDone(watched) && (isFirst || requests.sent - sentBefore < this.share)) await reader.sweep.goOn(requests, watched);
		} finally {
			inbox.takeRows();
			const { startedAt, from } = reader.sweep.lookBack;
			if (from <= memory.sweptTo - settings.lookBack) memory.sweptTo = Math.max(memory.sweptTo, startedAt);
		}
	}

	/** Whether this process has not looked through the inbox since the trigger has, or began with it. */
	private isFirst({ reader, memory }: InboxPoll): boolean {
		return reader.sweep.lookBack.startedAt < memory.sweptTo;
	}

	/** The tickets that must be looked at by their ids. */
	private watched({ memory }: InboxPoll): number[] {
		return chosenChanges(this.poll.settings).length > 0 ? Object.keys(memory.tickets).map(Number) : [];
	}
}
