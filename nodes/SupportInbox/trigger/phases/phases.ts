import { Store } from '../../store/store';
import { type ServiceTime, greatest, HOUR, MINUTE } from '../../store/time';
import { oldestFirst } from '../detect/events';
import { EventNames } from '../items';
import { type SearchPriority, PRIORITIES } from '../service';
import type { Rank, TriggerState } from '../state/state';
import type { PollContext, PollResult } from './context';
import { isFault, LIST_OF_INBOXES } from './errors';
import { beginInbox, Inboxes, readBaseline } from './inboxes';
import { InboxPoll } from './inboxPoll';
import { IdleResyncs, resyncOf } from './reader';

/** The parts of a poll's requests that may be spent when the news, and then the details of what is new, have been read. */
const NEWS_PART = 0.6;
const DETAILS_PART = 0.8;
/** How many requests of each poll are of the resync at least. */
const MIN_RESYNC = 2;
/** How many more, while the limit is idle, before all news have been read; none where some have waited for longer than LATE_NEWS (ms). */
const SOME_RESYNC = 7;
const LATE_NEWS = 4 * MINUTE;
/** With more inboxes than this times the requests of a poll, turns of the look-back would leave too few for the news. */
const MAX_TURNS = 4;
/** An inbox with something new within this time is busy (ms). What has waited there for longer than a minute counts BUSY_FACTOR times. */
const BUSY_FOR = HOUR;
const BUSY_FACTOR = 7;
/** With more inboxes than this, the look-back is read in every third round only: most of them have nothing in it. */
const MANY_INBOXES = 10;
const LOOK_BACK_EVERY = 3;
/** Where a poll has one request for details, one of this number of polls gives it to what was put off. */
const PUT_OFF_EVERY = 3;
/** In one of this number of polls, what was not read for long comes before what a resync found. */
const REREAD_EVERY = 4;

/** The phases of a poll. Each may stop after any request: what is left stays in the state, and the next poll goes on with it. */
export class Phases {
	private readonly inboxes: Inboxes;
	private readonly polls = new Map<number, InboxPoll>();
	private readonly names: EventNames;
	private readonly store: Store;
	/** Inboxes in which nothing more can be done, and the priorities for which no request is left from this one on. */
	private readonly closed = new Set<number>();
	private openPriorities: number = PRIORITIES.length;
	private isOutOfTime = false;
	private isOver = false;
	private hasReadDetails = false;
	private takesTurns = false;
	private readonly trace: string[] = [];

	/** @param state is changed step by step, and may be stored after any of them */
	constructor(
		private readonly state: TriggerState,
		private readonly poll: PollContext,
		private readonly max: number,
	) {
		this.inboxes = new Inboxes(state, poll);
		this.names = new EventNames(poll.session);
		this.store = poll.session.of(Store);
	}

	async run(): Promise<PollResult> {
		const { state, max } = this;
		const { settings, requests, errors, events, session } = this.poll;
		const part = (share: number) => Math.max(1, Math.floor(max * share));
		const notes = await this.inboxes.find();
		this.takesTurns = this.inboxes.ids.length > max && this.inboxes.ids.length <= max * MAX_TURNS;
		await this.phase('baseline', max, async () => await this.readBaselines(false));
		await this.phase('news', Math.max(requests.sent + 1, part(NEWS_PART)), async () => await this.readNews());
		await this.phase('baseline again', Math.max(requests.sent + 1, part(NEWS_PART)), async () => await this.readBaselines(true));
		// A long list, in which a filter looks up a name, may take the whole poll.
		if (!errors.hasNews) await this.phase('news', max, async () => await this.readNews());
		if (errors.hasNews) {
			await this.openAll();
			const due = Math.max(requests.sent, part(DETAILS_PART));
			const hasRoom = due - requests.sent >= 2 || state.revision % PUT_OFF_EVERY === 0;
			await this.phase('details', due - (hasRoom && this.hasPutOff ? 1 : 0), async () => await this.decide(0));
			const [first, second]: Rank[] = state.revision % REREAD_EVERY === 0 ? [2, 1] : [1, 2];
			await this.phase('one put off', due, async () => (await this.decide(first, 1)) || (await this.decide(second, 1)));
			if (settings.includeNames) await this.phase('names', max, async () => await this.readNames());
			await this.phase('resync', requests.sent + MIN_RESYNC, async () => await this.readAgain(() => true));
			await this.phase('more details', max, async () => await this.decideAll());
			// Where there is much to catch up with, nothing of it waits for the resync.
			await this.phase('more news', max, async () => await this.readNews((id) => state.inboxes[id].slice !== undefined));
			const readMore = async () => await this.readAgain(() => session.of(IdleResyncs).spend());
			// Hundreds of inboxes need most of a poll for their news.
			if (this.newsWaited < LATE_NEWS) await this.phase('more resync', requests.sent + SOME_RESYNC, readMore);
			await this.phase('last news', max, async () => await this.readNews());
			await this.phase('last details', max, async () => await this.decideAll());
			await this.phase('last resync', max, readMore);
		}
		const known = Object.keys(state.inboxes).map(Number);
		// With All Inboxes, a new inbox that cannot be read is treated like a known one.
		const begun = new Set(known.length === 0 ? [] : [LIST_OF_INBOXES, ...(settings.inboxes === undefined ? this.inboxes.ids : known)]);
		const shown = oldestFirst(events).map((event) => {
			const inbox = this.polls.get(event.message_box_id);
			return (inbox && this.ask(inbox, (each) => each.withMessage(event))) ?? event;
		});
		requests.cap = Infinity;
		const named = settings.includeNames ? await this.names.addTo(shown, requests.read) : shown;
		await this.inboxes.refuseUnknownNames();
		return { inboxes: this.inboxes.ids, begun, notes, events: named, trace: this.trace.join(', ') };
	}

	/** @param cap how many requests the poll may have sent by the end of it */
	private async phase(name: string, cap: number, work: () => Promise<unknown>): Promise<void> {
		const { requests } = this.poll;
		const { sent } = requests;
		requests.cap = cap;
		if (!this.isOver) await work();
		if (requests.sent > sent) this.trace.push(`${name} x${requests.sent - sent}`);
	}

	/**
	 * Every inbox begins before the news of one are read: only what comes after that is new.
	 *
	 * @param isAgain those that could not be read before, which wait aside
	 */
	private async readBaselines(isAgain: boolean): Promise<void> {
		const { state, poll } = this;
		const failedAt = (id: number) => this.poll.kept.failures.failing.get(id)?.at ?? -Infinity;
		const without = this.inboxes.ids.filter((id) => state.inboxes[id] === undefined || state.inboxes[id].needsBaseline === true);
		for (const id of without.filter((each) => failedAt(each) > -Infinity === isAgain).sort((a, b) => failedAt(a) - failedAt(b))) {
			await this.attempt(id, 'poll', async () => {
				if (state.inboxes[id] === undefined) {
					poll.errors.asked.add(id);
					state.inboxes[id] = await beginInbox(id, poll);
				} else await readBaseline(await this.pollOf(id), poll);
			}, true);
		}
	}

	/** The inboxes take turns, those with the oldest news first. @param isMeant whether those of an inbox are read */
	private async readNews(isMeant: (id: number) => boolean = () => true): Promise<void> {
		const { state, poll: { errors } } = this;
		const isOpen = (id: number) => state.inboxes[id] !== undefined && this.polls.get(id)?.hasAllNews !== true && isMeant(id);
		const ages = new Map(this.inboxes.ids.filter(isOpen).map((id) => [id, this.ageOf(id)]));
		let open = [...ages.keys()].sort((a, b) => ages.get(b)! - ages.get(a)!);
		while (open.length > 0) {
			const more: number[] = [];
			for (const id of open) {
				const isRead = await this.attempt(id, 'poll', async () => {
					errors.asked.add(id);
					const inbox = await this.pollOf(id);
					await inbox.readNews();
					errors.hasNews = true;
				});
				if (isRead && isOpen(id)) more.push(id);
			}
			open = more;
		}
	}

	/** How long the news of an inbox have waited (ms), more where it is busy. One that could not be read waits since then. */
	private ageOf(id: number): number {
		const { requests } = this.poll;
		const failedAt = this.poll.kept.failures.failing.get(id)?.at ?? -Infinity;
		const waited = Math.min(requests.serverNow() - this.readUntil(id), requests.now() - failedAt);
		const isBusy = requests.serverNow() - this.store.of(id).activeAt < BUSY_FOR;
		return isBusy && waited > MINUTE ? MINUTE + BUSY_FACTOR * (waited - MINUTE) : waited;
	}

	/** For how long an inbox that this poll has not read has waited at most (ms). */
	private get newsWaited(): number {
		const isUnread = (id: number) => !this.closed.has(id) && this.polls.get(id)?.hasAllNews !== true;
		const unread = this.inboxes.ids.filter((id) => this.state.inboxes[id] !== undefined && isUnread(id));
		return greatest([0, ...unread.map((id) => this.poll.requests.serverNow() - this.readUntil(id))]);
	}

	/** Up to when what came into an inbox has been read, also in a turn of its look-back. */
	private readUntil(id: number): ServiceTime {
		const { cursor } = this.state.inboxes[id];
		return this.takesTurns ? Math.max(cursor, resyncOf(id, this.store.of(id)).lookback.until) : cursor;
	}

	/** Tickets wait, and are watched, in inboxes whose news were not read in this poll, too. */
	private async openAll(): Promise<void> {
		const { settings } = this.poll;
		// Looking up names may cost a request.
		if (settings.inInbox !== undefined) return;
		for (const id of this.inboxes.ids) {
			if (this.state.inboxes[id] !== undefined) await this.attempt(id, 'poll', async () => (await this.pollOf(id)).process(), true);
		}
	}

	/** Whether tickets wait that a resync found, or that were not read for long. */
	private get hasPutOff(): boolean {
		return [...this.polls.values()].some((inbox) => (this.ask(inbox, ({ queue }) => queue.due(1).length + queue.due(2).length) ?? 0) > 0);
	}

	private async decideAll(): Promise<void> {
		for (const rank of [0, 1, 2] as const) await this.decide(rank);
	}

	/**
	 * Decides the tickets of a rank. The inboxes take turns, also from poll to poll, and those first in which a ticket has waited the longest.
	 *
	 * @param most requests that are sent. @returns whether one was sent
	 */
	private async decide(rank: Rank, most = Infinity): Promise<boolean> {
		const { requests } = this.poll;
		const { sent } = requests;
		const since = new Map([...this.polls.values()].map((inbox) => [inbox, this.ask(inbox, ({ queue }) => queue.openSince(rank))]));
		const byTurn = (a: InboxPoll, b: InboxPoll) => (a.state.servedAt ?? 0) - (b.state.servedAt ?? 0) || since.get(a)! - since.get(b)!;
		let open = [...since.keys()].filter((inbox) => since.get(inbox) !== undefined).sort(byTurn);
		while (open.length > 0 && requests.sent < sent + most) {
			const more: InboxPoll[] = [];
			for (const inbox of open) {
				if (requests.sent >= sent + most) break;
				// Where others leave few requests, something is emitted all the same.
				const priority = rank === 0 && !this.hasReadDetails ? 'poll' : 'details';
				const { sent: before } = requests;
				const isDone = await this.attempt(inbox.messageBoxId, priority, async () => await inbox.decideNext(rank));
				if (requests.sent > before) inbox.state.servedAt = requests.serverNow();
				if (isDone && (this.ask(inbox, ({ queue }) => queue.due(rank).length) ?? 0) > 0) more.push(inbox);
				this.hasReadDetails ||= requests.sent > sent;
			}
			open = more;
		}
		return requests.sent > sent;
	}

	/** Reads again what was not read for the longest time, as long as `mayGoOn` allows another request. */
	private async readAgain(mayGoOn: () => boolean): Promise<void> {
		const { requests } = this.poll;
		const every = this.inboxes.ids.length > MANY_INBOXES ? LOOK_BACK_EVERY : 1;
		const lost = [...this.polls.values()].flatMap((inbox) => this.ask(inbox, ({ missing }) => missing) ?? []);
		const dueIn = (inbox: InboxPoll) => ({ inbox, since: this.ask(inbox, (each) => each.resyncDueSince(lost)) ?? Infinity });
		const due = [...this.polls.values()].map(dueIn).filter(({ since }) => since < Infinity);
		while (due.length > 0) {
			const next = due.reduce((one, other) => (other.since < one.since ? other : one));
			due.splice(due.indexOf(next), 1);
			// A round that begins without a request would be one more for nothing.
			if (requests.sent >= requests.cap || !mayGoOn()) return;
			if (!(await this.attempt(next.inbox.messageBoxId, 'background', async () => await next.inbox.readAgain(every, lost)))) continue;
			const again = dueIn(next.inbox);
			if (again.since < Infinity) due.push(again);
		}
	}

	private async readNames(): Promise<void> {
		const { events, requests } = this.poll;
		requests.priority = 'poll';
		await this.names.readFor(events, requests.read);
	}

	/**
	 * Works on an inbox while no other trigger does.
	 *
	 * @param mayBeLate it begins also when no time is left for a request
	 * @returns whether that succeeded
	 */
	private async attempt(id: number, priority: SearchPriority, work: () => Promise<void>, mayBeLate = false): Promise<boolean> {
		const { requests, session } = this.poll;
		const isAllowed = PRIORITIES.indexOf(priority) < this.openPriorities && (!this.isOutOfTime || mayBeLate);
		if (this.isOver || this.closed.has(id) || !isAllowed) return false;
		// After a fault in the work of another trigger the next poll begins with an empty store.
		const inbox = this.polls.get(id);
		if (inbox !== undefined && inbox.store !== this.store.of(id)) return false;
		try {
			await session.dispatcher.withLock(`polls of inbox ${id}`, async () => {
				if (!mayBeLate) requests.checkTime();
				requests.priority = priority;
				await work();
			});
			return true;
		} catch (error) {
			this.note(id, error, priority);
			return false;
		}
	}

	/** @returns what an inbox answers; undefined where nothing more can be done in it */
	private ask<T>(inbox: InboxPoll, question: (inbox: InboxPoll) => T): T | undefined {
		if (this.closed.has(inbox.messageBoxId)) return undefined;
		try {
			return question(inbox);
		} catch (error) {
			this.note(inbox.messageBoxId, error);
			return undefined;
		}
	}

	private note(id: number, error: unknown, priority: SearchPriority = 'poll'): void {
		if (isFault(error)) this.store.drop(id);
		const ends = this.poll.errors.note(id, error, priority === 'background');
		if (ends === 'inbox') this.closed.add(id);
		if (ends === 'priority') this.openPriorities = PRIORITIES.indexOf(priority);
		if (ends === 'time') this.isOutOfTime = true;
		if (ends === 'poll') this.isOver = true;
	}

	private async pollOf(id: number): Promise<InboxPoll> {
		const known = this.polls.get(id);
		if (known !== undefined) return known;
		const settings = await this.inboxes.settingsIn(id);
		const inbox = new InboxPoll(id, this.state.inboxes[id], { ...this.poll, settings, takesTurns: this.takesTurns });
		this.polls.set(id, inbox);
		return inbox;
	}
}
