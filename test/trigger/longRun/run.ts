import { startSimulator, type Simulator } from '../../simulator';
import { Random } from '../../simulator/random';
import { addFaults, beAway } from './faults';
import { letOthersRun, Process, type Clock, type PollResult } from './host';
import { NEAR, People } from './people';
import { BEGIN, planOf, type Plan } from './plan';
import { Trigger } from './trigger';
import { DAY, HOUR, MINUTE, SECOND } from './units';
import { World } from './world';

/** What a run gave: each fault with its trigger, and how often each kind of trouble occurred. */
export interface RunResult {
	faults: string[];
	events: number;
	counts: ReadonlyMap<string, number>;
}

/** A run that is shorter than its seed decides (ms), or whose polls are changed to show that the ledgers see it. */
export interface RunOptions {
	length?: number;
	spoil?: (result: PollResult) => PollResult;
}

/** One seed: triggers in one process, up to two days, everything that can go wrong, and quiet times in which the ledgers are checked. */
export async function longRun(seed: number, { length, spoil }: RunOptions = {}): Promise<RunResult> {
	const random = new Random(seed);
	const plan = planOf(random);
	const clock: Clock = { now: BEGIN, offset: 0 };
	const simulator = await startSimulator({ ...plan.readings, clock: () => clock.now, http: false, keepRequests: 1, seed: { randomSeed: seed, tickets: 60 } });
	for (const id of plan.inboxes.slice(3)) simulator.store.addInbox({ id, name: `Inbox ${id}`, customer_group_id: 11 });
	for (const id of [...simulator.store.tickets.keys()].slice(-20)) {
		const { message_id } = simulator.store.addMessage(id, { action_cd: 'draft' });
		simulator.store.addComment(message_id, { comment_type: 'request', commenter: 'ben', comment: 'Please look' });
	}
	const run = new Run(random, plan, clock, simulator, spoil);
	await run.days(length ?? plan.length);
	return await run.end(length === undefined);
}

class Run {
	/** whether the world goes on while a poll is on its way, and how slow the way is */
	private isLively = false;
	private isSlow = false;
	/** requests until this machine's clock steps, and until when another program uses the limit up (ms) */
	private stepAfter = 0;
	private crowdedUntil = 0;
	private readonly world: World;
	private readonly people: People;
	private readonly process: Process;
	private readonly triggers: Trigger[];

	constructor(private readonly random: Random, private readonly plan: Plan, private readonly clock: Clock, private readonly simulator: Simulator, spoil: RunOptions['spoil']) {
		this.world = new World(simulator, () => clock.now);
		this.people = new People(this.world, random, plan.inboxes, plan.triggers.map(({ settings }) => settings.lookback));
		this.process = new Process(clock, this.world, random, () => this.travel(), spoil);
		const { lastUpdatedMoves, lastUpdatedByComments } = plan.readings;
		const hints = { messages: lastUpdatedMoves.startsWith('messages'), comments: lastUpdatedByComments === 'moves' && /edits/i.test(lastUpdatedMoves) };
		this.triggers = plan.triggers.map((each) => new Trigger(each, hints, this.world, this.process));
	}

	/** @param length ms */
	async days(length: number): Promise<void> {
		const { random, plan, clock, people, triggers } = this;
		let last = clock.now;
		let nextQuiet = BEGIN + 6 * HOUR;
		while (clock.now < BEGIN + length) {
			clock.now = Math.max(clock.now, Math.min(...triggers.map(({ isActive, nextPoll, returnsAt }) => (isActive ? nextPoll : returnsAt))));
			for (const trigger of triggers) if (trigger.returnsAt <= clock.now) await this.activate(trigger);
			const passed = (clock.now - last) / MINUTE;
			last = clock.now;
			if (random.chance(0.001 * passed)) await this.outage();
			if (plan.hasImports && random.chance(0.0012 * passed)) people.import(random.between(105, 150));
			if (random.chance(0.003 * passed)) people.breakTickets();
			if (random.chance(0.0004 * passed)) this.crowdedUntil = clock.now + random.pick([3, 20, 180]) * MINUTE;
			const mean = plan.bustle * Math.min(passed, 5);
			while (random.chance(mean / (mean + 1))) people.act();
			for (const trigger of triggers) trigger.live(random, passed);
			await this.polls();
			if (clock.now < nextQuiet) continue;
			await this.quiet();
			nextQuiet = clock.now + 8 * HOUR;
		}
	}

	/** Nothing happens any more: everything must come now. @param isLong also what is found only when a ticket is read again */
	async end(isLong: boolean): Promise<RunResult> {
		for (const trigger of this.triggers) await this.activate(trigger);
		this.simulator.store.unshowable.show();
		await this.quiet(isLong ? NEAR + Math.max(...this.plan.triggers.map(({ settings }) => settings.lookback)) / 2 + HOUR : 0);
		this.simulator.expectNoViolations();
		const faults = this.triggers.flatMap(({ plan: { name }, ledger }) => ledger.faults.map((fault) => `${name}: ${fault}`));
		for (const { pairs } of this.triggers) this.world.count('pair', pairs.shown);
		return { faults, events: this.eventsBy(Infinity), counts: this.world.counts };
	}

	/** Activates a trigger, in new minutes, until n8n could do it. */
	private async activate(trigger: Trigger): Promise<void> {
		const isFirst = !trigger.isKnown;
		trigger.returnsAt = Infinity;
		for (let tries = 0; !trigger.isActive; tries++) {
			this.nextMinute();
			// Created in the very second of the activation, but before it: not new.
			if (isFirst) this.people.import(5);
			this.isLively = isFirst && this.random.chance(0.5);
			await trigger.activate();
			this.isLively = false;
			if (tries > 200) throw new Error(`Trigger ${trigger.plan.name} cannot be activated at ${this.clock.now}`);
		}
		if (!isFirst || this.random.chance(0.5)) return;
		await this.quiet();
		trigger.knowWatched();
	}

	/** The polls whose time has come, beside each other and beside nodes of the same process. */
	private async polls(): Promise<void> {
		const { random, clock, process, simulator, active } = this;
		this.isLively = random.chance(0.5);
		this.isSlow = random.chance(0.05);
		if (random.chance(0.12)) addFaults(simulator, random);
		if (random.chance(0.05)) simulator.consumeQuota(random.between(20, 60));
		if (clock.now < this.crowdedUntil) simulator.consumeQuota(random.between(40, 60));
		if (random.chance(0.02)) process.kill();
		if (random.chance(0.02)) process.killAfter = random.between(0, 8);
		if (random.chance(0.03)) this.stepAfter = random.between(0, 8);
		const starts = active.filter(({ nextPoll }) => nextPoll <= clock.now).flatMap((trigger): Array<() => Promise<unknown>> => {
			const poll = async () => await (trigger.isActive && trigger.poll(random.chance(0.03)));
			return random.chance(0.05) ? [poll, poll] : [poll];
		});
		while (random.chance(0.15)) {
			const { ticket, patch } = this.people.anyOwnWrite();
			starts.push(async () => await process.write(ticket, patch));
		}
		await this.beside(starts);
		process.killAfter = Infinity;
		this.isLively = false;
		this.isSlow = false;
		if (active.some(({ isActive }) => !isActive)) await this.restart(active);
	}

	/** n8n comes back, perhaps on a machine with another clock, and activates all triggers. */
	private async restart(triggers: Trigger[]): Promise<void> {
		this.stepAfter = 0;
		this.clock.now += this.random.between(5, 60) * SECOND;
		if (this.random.chance(0.5)) await this.beside(triggers.map((trigger) => async () => await trigger.activate()));
		for (const trigger of triggers) await this.activate(trigger);
	}

	/** Starts all of them, some while others are on their way. */
	private async beside(starts: Array<() => Promise<unknown>>): Promise<void> {
		const isAtOnce = this.random.chance(0.3);
		await Promise.all(starts.map(async (start) => {
			await letOthersRun(isAtOnce ? 0 : this.random.between(0, 200));
			await start();
		}));
		this.simulator.faults.clear();
	}

	/** A request is on its way. */
	private travel(): void {
		const { random, clock } = this;
		clock.now += this.isSlow ? random.between(SECOND, 4 * SECOND) : random.between(20, 300);
		if (this.stepAfter-- === 0) {
			clock.offset = random.pick([10 * MINUTE, 26 * HOUR]) * (2 * random.next() - 1);
			this.world.count('clock step');
		}
		if (this.isLively) this.people.interfere();
	}

	/** For some hours, in the worst case days, either the service is away or n8n is. */
	private async outage(): Promise<void> {
		const { random, clock, active } = this;
		const isLong = random.chance(0.1);
		const end = clock.now + (isLong ? random.between(DAY, 2 * DAY) : random.between(HOUR, 8 * HOUR));
		this.world.count(isLong ? 'outage of days' : 'outage');
		if (random.chance(0.5)) this.process.kill();
		while (clock.now < end) {
			clock.now += random.between(5 * MINUTE, 20 * MINUTE);
			this.people.act();
			beAway(this.simulator, random);
			await this.beside(this.active.map((trigger) => async () => await trigger.poll()));
		}
		if (this.active.length < active.length) await this.restart(active);
	}

	/**
	 * Nothing happens for so long (ms), and until the triggers have given nothing for three times as many polls as their
	 * sweeps may take (docs/trigger.md, "Delays"). Then the ledgers are checked.
	 */
	private async quiet(lasting = 0): Promise<void> {
		const { clock, active } = this;
		const begun = clock.now;
		const end = begun + lasting;
		const patience = 6 + 3 * Math.max(...active.map(({ sweepPolls }) => sweepPolls));
		for (let silent = 0; silent < patience || clock.now < end; silent++) {
			const before = this.eventsBy(begun);
			// The requests of a poll are meant for a poll a minute: time passes quickly only where some were left.
			if (lasting > 0 && active.every(({ hasSpare }) => hasSpare)) clock.now += 6 * MINUTE;
			for (const trigger of active) {
				this.nextMinute();
				await trigger.poll();
			}
			if (this.eventsBy(begun) > before) silent = 0;
			if (clock.now > end + 20 * DAY) throw new Error('The triggers do not come to an end');
		}
		for (const trigger of active) trigger.check(lasting > 0, begun + lasting / 2);
	}

	private get active(): Trigger[] {
		return this.triggers.filter(({ isActive }) => isActive);
	}

	private eventsBy(until: number): number {
		return this.triggers.reduce((sum, { ledger }) => sum + ledger.eventsBy(until), 0);
	}

	/** A new minute, with requests of its own. */
	private nextMinute(): void {
		this.clock.now = Math.ceil((this.clock.now + 1) / MINUTE) * MINUTE;
	}
}
