import { beginInbox } from './begin';
import type { TicketEvent } from './detect/events';
import { oldestFirst } from './detect/events';
import { InboxPoll } from './inboxPoll';
import type { InboxMemory, TriggerMemory } from './memory/memory';
import type { NameBook } from './names';
import type { Reader } from './reader/reader';
import type { Readers } from './reader/readers';
import { BudgetExhausted, Requests } from './reader/requests';
import type { TicketService } from './reader/service';
import type { Outcome, PollFailure } from './report';
import { meaningOf } from './report';
import type { Settings } from './settings';
import { DEFAULT_MAX_REQUESTS, wants } from './settings';
import { HOUR, SECOND } from './time';

/** What another trigger read so long ago is not asked for again (ms). */
const SHARED = 20 * SECOND;
/** Requests of each poll that are kept for sweeps, one of them for the details that they ask for. */
const KEPT_FOR_SWEEPS = 2;
/** The least for an inbox when several share a poll: a search, narrower ones, and details. */
const MIN_PER_INBOX = 4;
/** An inbox in which something happened within this time is busy, and read so many times as often as a quiet one. */
const BUSY_FOR = HOUR;
const BUSY_WEIGHT = 5;
/** Watched tickets that one poll sees again, for each request that it may send. */
const SWEPT_PER_REQUEST = 7;
/** The part of a poll's requests that its sweeps use at most, and the least of it. */
const SWEEP_SHARE = 0.3;
const MIN_SWEEP = 2;
/** A poll may send so many requests when Max Requests per Poll is empty: two thirds of the limit of a minute. */
const MAX_REQUESTS = 42;
/** Ranks of what sweeps find. */
const BY_SWEEPS = [1, 2] as const;
/** What names may cost of a poll. */
const NAMES_SHARE = 0.25;

/** What a poll works with; `startedAt`: ms of `now`; `interval`: how long after the last poll (ms). */
export interface PollDependencies {
	key: string;
	service: TicketService;
	readers: Readers;
	names: NameBook;
	settings: Settings;
	now: () => number;
	budget: number;
	startedAt: number;
	interval: number;
}

/**
 * One poll over all inboxes: the news of each, then sweeps with what is left.
 *
 * @param memory is changed step by step, and may be stored after any of them
 */
export async function runPoll(memory: TriggerMemory, dependencies: PollDependencies): Promise<Outcome> {
	return await new Poll(memory, dependencies).run();
}

class Poll {
	private readonly requests: Requests;
	private readonly events: TicketEvent[] = [];
	private readonly failures: PollFailure[] = [];
	private readonly unreadable: PollFailure[] = [];
	private readonly asked = new Set<number>();
	private readonly polls = new Map<number, InboxPoll>();
	private readonly most: number;
	/** Set when nothing more can be asked for in this poll. */
	private isOver = false;

	constructor(
		private readonly memory: TriggerMemory,
		private readonly dependencies: PollDependencies,
	) {
		const { settings, service, readers, now, startedAt, budget } = dependencies;
		this.most = settings.maxRequests ?? MAX_REQUESTS;
		this.requests = new Requests(service, { requests: this.most, deadline: startedAt + budget, now }, readers.clock);
	}

	async run(): Promise<Outcome> {
		const { settings, names, service } = this.dependencies;
		const { memory, requests, events, failures, unreadable, asked } = this;
		for (const id of Object.keys(memory.inboxes)) if (!settings.inboxes.includes(Number(id))) delete memory.inboxes[id];
		await this.beginNewInboxes();
		await this.readNews();
		if (settings.addNames) {
			requests.begin(KEPT_FOR_SWEEPS);
			await names.readFor(events, requests, service);
		}
		await this.sweepAll();
		const begun = new Set(Object.keys(memory.inboxes).map(Number));
		const named = oldestFirst(events, settings.messages).map((event) => (settings.addNames ? names.addTo(event) : event));
		return { events: named, failures, unreadable, asked, begun, answered: requests.answered };
	}

	private async beginNewInboxes(): Promise<void> {
		const { memory, requests } = this;
		const { settings } = this.dependencies;
		requests.begin(0);
		for (const id of settings.inboxes) {
			if (this.isOver || memory.inboxes[id] !== undefined) continue;
			await this.attempt(id, async (reader) => void (memory.inboxes[id] = await beginInbox(reader, requests, settings)), { whenLate: true });
		}
	}

	/** The inboxes whose turn it is the most; each gets its part of the requests, and what the others leave. */
	private async readNews(): Promise<void> {
		const { requests } = this;
		const inboxes = this.byDue();
		const reserved = KEPT_FOR_SWEEPS + this.reservedForNames();
		const unfinished: number[] = [];
		const read = async (id: number, part: number) => {
			const left = this.most - requests.sent;
			requests.begin(Math.max(reserved, left - part));
			this.asked.add(id);
			return await this.attempt(id, async () => await this.readNewsOf(this.pollOf(id)));
		};
		for (const [place, id] of inboxes.entries()) {
			const left = this.most - requests.sent - reserved;
			if (this.isOver || left <= 0) break;
			if (await read(id, Math.max(MIN_PER_INBOX, Math.ceil(left / (inboxes.length - place))))) unfinished.push(id);
		}
		for (const id of unfinished) {
			const left = this.most - requests.sent - reserved;
			if (this.isOver || left <= 0) break;
			await read(id, left);
		}
	}

	private async readNewsOf(inbox: InboxPoll): Promise<void> {
		const { memory, reader } = inbox;
		const { startedAt } = this.dependencies;
		const { requests } = this;
		const lastAsked = requests.now() - requests.serverNow() + memory.handledTo;
		const notBefore = Math.max(startedAt - SHARED, Math.min(lastAsked + 1, startedAt));
		try {
			this.beginMessages(memory);
			const isRead = memory.messagesSince === null && (await this.readAtOnce(inbox, notBefore));
			if (!isRead) await reader.catchUp(requests, memory.position, notBefore);
		} finally {
			memory.position = reader.knownFrom(memory.position);
			inbox.takeRows();
		}
		await inbox.workOff([0]);
	}

	/** Messages are new from when New Message was chosen, not from when the trigger last read. */
	private beginMessages(memory: InboxMemory): void {
		if (!wants(this.dependencies.settings, 'newMessage')) memory.messagesSince = null;
		else memory.messagesSince ??= Math.floor(this.requests.serverNow() / SECOND) * SECOND;
	}

	/** Without New Message rows are enough: where the look-back fits into one page, it is read along with the news. */
	private async readAtOnce(inbox: InboxPoll, notBefore: number): Promise<boolean> {
		const { memory, reader } = inbox;
		const { requests } = this;
		this.beginRound(inbox);
		const position = await reader.sweep.readAtOnce(requests, memory.position, notBefore);
		if (position !== undefined) memory.position = Math.max(memory.position, position);
		return position !== undefined;
	}

	/** Sweeps go on one request at a time in each inbox, those first that were swept the longest ago. */
	private async sweepAll(): Promise<void> {
		const { requests } = this;
		const failed = new Set(this.failures.map(({ messageBoxId }) => messageBoxId));
		const inboxes = [...this.polls.values()].filter(({ reader }) => !failed.has(reader.messageBoxId));
		inboxes.sort((a, b) => a.reader.sweep.begunAt - b.reader.sweep.begunAt);
		const sent = requests.sent;
		const share = Math.max(MIN_SWEEP, Math.floor((this.dependencies.settings.maxRequests ?? DEFAULT_MAX_REQUESTS) * SWEEP_SHARE));
		// What sweeps have found goes before what they would find.
		const found = inboxes.reduce((sum, inbox) => sum + inbox.waiting(BY_SWEEPS).count, 0);
		requests.begin(Math.max(1, Math.min(found, Math.ceil((this.most - sent) / 2))), 'sweep');
		for (const inbox of inboxes) {
			if (this.isOver) break;
			const isFirst = this.isFirstSweep(inbox);
			const isPaused = await this.attempt(inbox.reader.messageBoxId, async () => {
				try {
					this.beginRound(inbox);
					while (!inbox.reader.sweep.isDone(this.watched(inbox)) && (isFirst || requests.sent - sent < share)) {
						await inbox.reader.sweep.goOn(requests, inbox.memory.position, this.watched(inbox));
					}
				} finally {
					inbox.takeRows();
					this.noteSwept(inbox);
				}
			}, { isSweep: true });
			if (isPaused) break;
		}
		requests.begin(0);
		inboxes.sort((a, b) => a.waiting(BY_SWEEPS).since - b.waiting(BY_SWEEPS).since);
		for (const ranks of [BY_SWEEPS, [0]] as const) {
			for (const inbox of inboxes) {
				if (!this.isOver) await this.attempt(inbox.reader.messageBoxId, async () => await inbox.workOff(ranks));
			}
		}
	}

	private noteSwept({ memory, reader }: InboxPoll): void {
		const { startedAt, from } = reader.sweep.lookBack;
		if (from <= memory.sweptTo - this.dependencies.settings.lookBack) memory.sweptTo = Math.max(memory.sweptTo, startedAt);
	}

	private beginRound(inbox: InboxPoll): void {
		const { settings, interval, key } = this.dependencies;
		const { requests } = this;
		const { sweep } = inbox.reader;
		sweep.want(key, inbox.memory.sweptTo - settings.lookBack, requests.now());
		const watched = this.watched(inbox);
		if (!sweep.isDone(watched)) return;
		const tickets = [...this.polls.values()].reduce((sum, other) => sum + Math.max(other.reader.sweep.size, this.watched(other).length), 0);
		const polls = Math.max(1, Math.ceil(tickets / (SWEPT_PER_REQUEST * (settings.maxRequests ?? DEFAULT_MAX_REQUESTS))));
		const isDue = requests.now() - sweep.begunAt >= (polls - 0.5) * interval;
		if (isDue || (this.isFirstSweep(inbox) && sweep.startedAt < inbox.memory.sweptTo)) sweep.begin(requests);
	}

	/** Whether this process has not looked through the inbox since the trigger has, or began with it. */
	private isFirstSweep({ reader, memory }: InboxPoll): boolean {
		return reader.sweep.lookBack.startedAt < memory.sweptTo;
	}

	/** The tickets that must be looked at by their ids. */
	private watched({ memory }: InboxPoll): number[] {
		return wants(this.dependencies.settings, 'ticketChanged') ? Object.keys(memory.tickets).map(Number) : [];
	}

	private reservedForNames(): number {
		const { settings, names } = this.dependencies;
		return settings.addNames ? Math.min(names.missingFor(settings.inboxes), Math.floor(this.most * NAMES_SHARE)) : 0;
	}

	/** @returns the inboxes, those first that have waited the longest for what happens in them */
	private byDue(): number[] {
		const { settings, readers } = this.dependencies;
		const now = this.requests.serverNow();
		const known = settings.inboxes.filter((id) => this.memory.inboxes[id] !== undefined);
		const waited = (id: number) => {
			const { activeAt, seenAt } = readers.of(id);
			const isBusy = now - activeAt < BUSY_FOR;
			return (now - Math.max(seenAt, this.memory.inboxes[id].position)) * (isBusy ? BUSY_WEIGHT : 1);
		};
		return known.map((id) => ({ id, waited: waited(id) })).sort((a, b) => b.waited - a.waited).map(({ id }) => id);
	}

	private pollOf(id: number): InboxPoll {
		const { settings, readers, startedAt } = this.dependencies;
		const onUnreadable = (messageBoxId: number, error: unknown) => void this.unreadable.push({ messageBoxId, meaning: 'trouble', error });
		const { requests, events } = this;
		const known = this.polls.get(id) ?? new InboxPoll(this.memory.inboxes[id], readers.of(id), { requests, settings, startedAt, events, onUnreadable });
		this.polls.set(id, known);
		return known;
	}

	/**
	 * Runs a part of the poll while no other trigger works on the inbox.
	 *
	 * @param whenLate run it also when waiting for another trigger has used up the time of the poll
	 * @returns whether the requests were not enough; failures are noted, some of them end the poll
	 */
	private async attempt(messageBoxId: number, work: (reader: Reader) => Promise<void>, { whenLate = false, isSweep = false } = {}): Promise<boolean> {
		const reader = this.dependencies.readers.of(messageBoxId);
		const unlessLate = async () => {
			if (!whenLate) this.requests.checkTime();
			await work(reader);
		};
		return await reader.exclusively(unlessLate).then(
			() => false,
			(error) => {
				if (error instanceof BudgetExhausted) {
					if (error.reason === 'limit') this.failures.push({ messageBoxId, meaning: 'limit', error: error.cause });
					this.isOver ||= error.reason !== 'requests';
					return true;
				}
				const meaning = meaningOf(error);
				if (meaning === undefined) throw error;
				this.isOver ||= meaning === 'limit' || meaning === 'fatal' || meaning === 'down';
				// At the rate limit others go before sweeps: that is no failure.
				if (meaning !== 'limit' || !isSweep) this.failures.push({ messageBoxId, meaning, error });
				return false;
			},
		);
	}
}
