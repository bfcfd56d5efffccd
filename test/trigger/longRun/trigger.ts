import type { IDataObject } from 'n8n-workflow';
import { WATCHED_FIELDS } from '../../contract/ticketFields';
import type { Ticket } from '../../simulator';
import type { Random } from '../../simulator/random';
import { watchedIn } from './driver';
import { Expectations, type Hints } from './expectations';
import { Failures } from './failures';
import type { Life, Process } from './host';
import { Ledger } from './ledger';
import { Pairs } from './pairs';
import type { TriggerPlan } from './plan';
import { DAY, HOUR } from './units';
import { Waits } from './waits';
import type { World } from './world';

/** The most that the memory of a trigger takes in n8n's database (docs/trigger.md). */
const MOST_BYTES = 400_000;
/** From this size on it may be full: it is made smaller by some tickets at once. */
const FULL = 0.98 * MOST_BYTES;
/**
 * Its limit is its size; the number of tickets follows from what they hold. With short titles and one wait each it is 1,300;
 * here titles are longer, and many tickets have several messages: 1,220 and more were seen. With New Comment it was 840, since
 * half of the tickets have several comments, two thirds had a wait that was emitted, and 500 were on the list.
 */
const WATCHED_AT_LEAST = 1_150;
const WITH_COMMENTS_AT_LEAST = 800;

/** One trigger in one workflow: n8n's memory of it, and what it should give. */
export class Trigger implements Life {
	generation = 0;
	nextPoll = 0;
	/** it was activated once */
	isKnown = false;
	/** its last poll had requests left */
	hasSpare = true;
	/** when it is activated, if it is not active (ms) */
	returnsAt: number;
	readonly ledger: Ledger;
	readonly pairs: Pairs;
	private readonly waits: Waits;
	private readonly expectations: Expectations;
	/** all that are in its list at some time, and those that are in it now */
	private readonly inboxes: number[];
	private watched: number[] = [];
	/** the generation of the process in which it is active */
	private activeIn = -1;
	private failures = new Failures(0);
	private static: IDataObject = {};
	private saved = '{}';

	constructor(readonly plan: TriggerPlan, hints: Hints, private readonly world: World, private readonly process: Process) {
		const { settings } = plan;
		const { statusCds, methodCds } = settings.filters;
		const followsChanges = settings.events.includes('ticketFieldChanged') && methodCds.length === 0;
		this.inboxes = settings.inboxes as number[];
		this.returnsAt = plan.joinsAt;
		this.waits = new Waits(world.history, settings.unanswered, (row) => this.expectations.fits(row));
		this.pairs = new Pairs(world.senders, world.history);
		this.ledger = new Ledger(world.history, {
			fits: (row) => this.expectations.fits(row),
			followed: WATCHED_FIELDS.filter((field) => followsChanges && (statusCds.length === 0 || field === 'status_cd')),
		}, this.waits, this.pairs);
		this.expectations = new Expectations(settings, hints, this.ledger, this.waits, world.now);
	}

	get isActive(): boolean {
		return this.activeIn === this.process.generation;
	}

	/** those in its inboxes */
	get tickets(): Ticket[] {
		return this.watched.flatMap((id) => this.world.ticketsOf(id));
	}

	/** In how many polls it looks at every ticket of its inboxes (docs/trigger.md, "Delays"). */
	get sweepPolls(): number {
		return Math.ceil(this.tickets.length / (7 * (this.plan.settings.maxRequests ?? 20)));
	}

	/** Activates it: one poll, after which n8n saves; whether it was enough is in `isActive`. */
	async activate(): Promise<void> {
		this.stop();
		if (!this.isKnown) {
			this.world.listeners.add(this.expectations);
			this.watched = [];
			this.watch(this.inboxes);
		}
		this.failures = new Failures(this.world.now());
		this.static = JSON.parse(this.saved) as IDataObject;
		await this.poll();
		if (this.isActive) this.save(JSON.stringify(this.static));
		this.isKnown ||= this.isActive;
	}

	/** n8n forgets what it has not saved of it. */
	stop(): void {
		this.generation += 1;
		this.activeIn = -1;
	}

	/** What a user may do to it in some minutes: switch it off for hours, change its list of inboxes, or choose another event. */
	live(random: Random, minutes: number): void {
		const { plan, inboxes, watched, world } = this;
		if (this.isActive && world.now() >= plan.choosesCommentsAt) return this.chooseComments();
		const isOff = this.isActive && plan.comesAndGoes && random.chance(0.002 * minutes);
		const isChanged = this.isActive && !isOff && plan.changesInboxes && inboxes.length > 1 && random.chance(0.003 * minutes);
		if (!isOff && !isChanged) return;
		const gone = random.pick(inboxes);
		this.stop();
		this.returnsAt = world.now() + (isOff ? random.between(HOUR, 8 * HOUR) : 0);
		if (isChanged) this.watch(watched.length < inboxes.length ? inboxes : inboxes.filter((id) => id !== gone));
		world.count(isOff ? 'trigger switched off' : this.watched.length < inboxes.length ? 'inbox removed' : 'inbox added');
	}

	private chooseComments(): void {
		const { plan, world } = this;
		plan.choosesCommentsAt = Infinity;
		plan.settings.events = [...plan.settings.events, 'newComment'];
		this.expectations.chooseComments(this.tickets);
		this.stop();
		this.returnsAt = world.now();
		world.count('event added');
	}

	/** @param dies n8n is killed before it has saved and started what the poll gave */
	async poll(dies = false): Promise<void> {
		const { process, ledger, plan, isActive } = this;
		if (plan.saves === 'scheduler') this.static = JSON.parse(this.saved) as IDataObject;
		const memory = this.static;
		this.schedule();
		const result = await process.poll(plan, this, memory);
		if (result === null) return;
		const { events, failed, endings } = result;
		this.hasSpare = endings.length < (plan.settings.maxRequests ?? Infinity) && !endings.includes('limited');
		const needless = this.failures.judge(result);
		const stored = JSON.stringify(memory);
		this.noteSize(stored, memory);
		if (isActive && needless !== null) ledger.faults.push(needless);
		if (result.isTooLate) ledger.faults.push('a request began 26 s after its poll');
		if (failed && events.length > 0) ledger.faults.push('lost: the events of a failed poll');
		if (endings.length > (plan.settings.maxRequests ?? Infinity)) ledger.faults.push(`${endings.length} requests in one poll`);
		if (dies) return process.kill();
		ledger.deliver(events, result);
		if (!failed) this.activeIn = process.generation;
		if (events.length > 0 || plan.saves === 'always') this.save(stored);
		if (this.isActive) this.expectations.seen(process.answeredAt);
	}

	/** After a quiet time: tickets with news are surely watched where each poll is saved, and everything must have come. */
	check(isEnd: boolean, waitsUntil: number): void {
		const { plan, ledger, tickets, world } = this;
		if (plan.saves === 'always') for (const ticket of tickets.filter((each) => this.hasNews(each))) ledger.watch(ticket);
		// An older memory may come back, of before the trigger saw that a ticket did not fit.
		else ledger.releaseAll('unfit');
		ledger.check(tickets, world.now(), isEnd, waitsUntil);
	}

	/** All tickets that something was sent in within half the look-back are surely watched by now, when n8n saves the memory. */
	knowWatched(): void {
		this.save(JSON.stringify(this.static));
		for (const ticket of this.tickets) if (this.hasNews(ticket)) this.ledger.know(ticket);
	}

	private hasNews({ messages }: Ticket): boolean {
		return messages.map(({ sent_at }) => this.world.now() - sent_at).some((age) => age >= 0 && age <= this.plan.settings.lookback / 2);
	}

	/** What happens in an inbox while it is not in the list is not asked for; added again, it begins anew. */
	private watch(inboxes: number[]): void {
		const { world, watched, expectations } = this;
		for (const id of watched) if (!inboxes.includes(id)) expectations.end(id, world.ticketsOf(id));
		for (const id of inboxes) if (!watched.includes(id)) expectations.begin(id, world.ticketsOf(id));
		this.watched = inboxes;
		this.plan.settings.inboxes = inboxes;
	}

	/** The next poll: by day at every interval, by night more seldom. */
	private schedule(): void {
		const { interval, offset } = this.plan;
		const now = this.world.now();
		const hour = Math.floor((now % DAY) / HOUR);
		const step = hour >= 8 && hour < 18 ? interval : 5 * interval;
		this.nextPoll = Math.floor((now - offset) / step) * step + step + offset;
	}

	/** Once it is full, waits that were given may be forgotten, and silent edits of tickets that it has forgotten are not asked for. */
	private noteSize(stored: string, memory: IDataObject): void {
		if (Buffer.byteLength(stored) <= FULL) return;
		this.world.count('memory full');
		this.waits.mayForget = true;
		const watched = watchedIn(memory);
		const forgotten = this.tickets.filter(({ ticket_id }) => !watched.has(ticket_id));
		const atLeast = this.plan.settings.events.includes('newComment') ? WITH_COMMENTS_AT_LEAST : WATCHED_AT_LEAST;
		if (forgotten.length > 0 && watched.size < atLeast) this.ledger.faults.push(`only ${watched.size} tickets are watched`);
		for (const ticket of forgotten) this.ledger.unwatch(ticket);
	}

	/** n8n writes the memory to its database as JSON. */
	private save(stored: string): void {
		this.saved = stored;
		if (Buffer.byteLength(this.saved) > MOST_BYTES) this.ledger.faults.push(`a memory of ${this.saved.length} characters`);
	}
}
