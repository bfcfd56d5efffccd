import { startSimulator, type Fault, type FaultKind, type Simulator } from '../../simulator';
import { Random } from '../../simulator/random';

import { NEAR } from './expectations';
import { letOthersRun, Process, type Clock } from './host';
import { BEGIN, planOf, type Plan } from './plan';
import { Trigger } from './trigger';
import { DAY, HOUR, MINUTE, SECOND } from './units';
import { World } from './world';

export interface RunResult {
	/** each with the trigger that it concerns */
	faults: string[];
	events: number;
}

/** Every kind but those that wait in real time; in a run time passes on the way of the requests instead. */
const FAULTS: FaultKind[] = ['status', 'resetBefore', 'resetAfter', 'noAnswer', 'noAnswerAfter', 'html', 'cutJson', 'emptyBody', 'wrongShape', 'redirect'];
const STATUSES = [400, 401, 403, 404, 415, 429, 500, 502, 503];
/** A ticket that is listed is not found, once. */
const NOT_FOUND: Fault = { kind: 'status', status: 404, when: { method: 'GET', path: /\/tickets\/\d+$/ } };
const AWAY: Fault[] = [{ kind: 'status', status: 503 }, { kind: 'resetBefore' }, { kind: 'noAnswer' }];

/** One seed: triggers in one process, up to two days, everything that can go wrong, and quiet times in which the ledgers are checked. */
export async function longRun(seed: number): Promise<RunResult> {
	const random = new Random(seed);
	const plan = planOf(random);
	const clock: Clock = { now: BEGIN, offset: 0 };
	const simulator = await startSimulator({ ...plan.readings, clock: () => clock.now, http: false, keepRequests: 1, seed: { randomSeed: seed, tickets: 60 } });
	for (const id of plan.inboxes.slice(3)) simulator.store.addInbox({ id, name: `Inbox ${id}`, customer_group_id: 11 });
	for (const id of [...simulator.store.tickets.keys()].slice(-20)) simulator.store.addMessage(id, { action_cd: 'draft' });
	const run = new Run(random, plan, clock, simulator);
	await run.days();
	await run.end();
	return run.result();
}

class Run {
	/** whether the world goes on while a poll is on its way, and how slow the way is */
	private isLively = false;
	private isSlow = false;
	/** requests until this machine's clock steps */
	private stepAfter = 0;
	/** until when another program uses the limit up (ms) */
	private crowdedUntil = 0;
	private generation = 0;
	private readonly world: World;
	private readonly process: Process;
	private readonly triggers: Trigger[];

	constructor(
		private readonly random: Random,
		private readonly plan: Plan,
		private readonly clock: Clock,
		private readonly simulator: Simulator,
	) {
		const lookBacks = plan.triggers.map(({ settings }) => settings.lookBack);
		this.world = new World(simulator, random, plan.inboxes, lookBacks, () => clock.now);
		this.process = new Process(clock, this.world, random, () => this.travel());
		const hints = plan.readings.lastUpdatedMoves.startsWith('messages');
		this.triggers = plan.triggers.map((each) => new Trigger(each, hints, this.world, this.process));
	}

	async days(): Promise<void> {
		const { random, plan, clock, world } = this;
		let last = clock.now;
		let nextQuiet = BEGIN + 6 * HOUR;
		while (clock.now < BEGIN + plan.length) {
			clock.now = Math.max(clock.now, Math.min(...this.triggers.map(({ isActive, nextPoll, returnsAt }) => (isActive ? nextPoll : returnsAt))));
			for (const trigger of this.triggers) if (trigger.returnsAt <= clock.now) await this.activate(trigger);
			const passed = (clock.now - last) / MINUTE;
			last = clock.now;
			if (random.chance(0.001 * passed)) await this.outage();
			if (plan.hasImports && random.chance(0.0012 * passed)) world.import(random.between(105, 150));
			if (random.chance(0.003 * passed)) world.breakTickets();
			if (random.chance(0.0004 * passed)) this.crowdedUntil = clock.now + random.pick([3, 20, 180]) * MINUTE;
			const mean = plan.bustle * Math.min(passed, 5);
			while (random.chance(mean / (mean + 1))) world.act();
			for (const trigger of this.triggers) trigger.live(random, passed);
			await this.polls();
			if (clock.now < nextQuiet) continue;
			await this.quiet();
			nextQuiet = clock.now + 8 * HOUR;
		}
	}

	/** Nothing happens any more: everything must come now, also what is found only when a ticket is read again. */
	async end(): Promise<void> {
		const lookBack = Math.max(...this.plan.triggers.map(({ settings }) => settings.lookBack));
		for (const trigger of this.triggers) await this.activate(trigger);
		this.simulator.store.unshowable.show();
		await this.quiet(NEAR + lookBack / 2 + HOUR);
		this.simulator.expectNoViolations();
	}

	result(): RunResult {
		return {
			faults: this.triggers.flatMap(({ plan, ledger }) => ledger.faults.map((fault) => `${plan.name}: ${fault}`)),
			events: this.triggers.reduce((sum, { ledger }) => sum + ledger.events, 0),
		};
	}

	/** Activates a trigger, in new minutes, until n8n could do it. */
	private async activate(trigger: Trigger): Promise<void> {
		const { random, clock } = this;
		const isFirst = trigger.returnsAt === trigger.plan.joinsAt;
		trigger.returnsAt = Infinity;
		for (let tries = 0; !trigger.isActive; tries++) {
			this.nextMinute();
			if (isFirst) {
				// Created in the very second of the activation, but before it: not new.
				this.world.import(5);
				trigger.begin();
				this.isLively = random.chance(0.5);
			}
			await trigger.activate();
			this.isLively = false;
			if (tries > 200) throw new Error(`Trigger ${trigger.plan.name} cannot be activated at ${clock.now}`);
		}
		if (!isFirst || random.chance(0.5)) return;
		await this.quiet();
		trigger.knowWatched();
	}

	/** The polls whose time has come, beside each other and beside nodes of the same process. */
	private async polls(): Promise<void> {
		const { random, clock, process, simulator } = this;
		const due = this.triggers.filter(({ isActive, nextPoll }) => isActive && nextPoll <= clock.now);
		this.isLively = random.chance(0.5);
		this.isSlow = random.chance(0.05);
		if (random.chance(0.12)) this.addFaults();
		if (random.chance(0.05)) simulator.consumeQuota(random.between(20, 60));
		if (clock.now < this.crowdedUntil) simulator.consumeQuota(random.between(40, 60));
		if (random.chance(0.02)) process.kill();
		if (random.chance(0.02)) process.killAfter = random.between(0, 8);
		if (random.chance(0.03)) this.stepAfter = random.between(0, 8);
		const starts = due.flatMap((trigger) => {
			const poll = async () => await trigger.poll(random.chance(0.03));
			return random.chance(0.05) ? [poll, poll] : [poll];
		});
		while (random.chance(0.15)) starts.push(async () => await this.ownWrite());
		await this.beside(starts);
		process.killAfter = Infinity;
		this.isLively = false;
		this.isSlow = false;
		if (process.generation !== this.generation) await this.restart();
	}

	private addFaults(): void {
		const { random } = this;
		for (let count = random.between(1, 3); count > 0; count--) {
			const fault: Fault = { kind: random.pick(FAULTS), status: random.pick(STATUSES), when: { nth: random.between(1, 6), times: random.between(1, 3) } };
			if (fault.kind !== 'status') delete fault.status;
			this.simulator.faults.add(random.chance(0.2) ? NOT_FOUND : fault);
		}
	}

	private async ownWrite(): Promise<void> {
		const write = this.world.anyOwnWrite();
		if (write !== null) await this.process.write(write.ticket, write.patch);
	}

	/** n8n comes back, perhaps on a machine with another clock, and activates all triggers. */
	private async restart(): Promise<void> {
		const { random, clock, process } = this;
		this.stepAfter = 0;
		clock.now += random.between(5, 60) * SECOND;
		const active = this.triggers.filter(({ isActive }) => isActive);
		for (const trigger of active) trigger.stop();
		if (random.chance(0.5)) await this.beside(active.map((trigger) => async () => await trigger.activate()));
		this.generation = process.generation;
		for (const trigger of active) await this.activate(trigger);
	}

	/** Starts all of them, some while others are on their way. */
	private async beside(starts: Array<() => Promise<unknown>>): Promise<void> {
		const isAtOnce = this.random.chance(0.3);
		await Promise.all(
			starts.map(async (start) => {
				await letOthersRun(isAtOnce ? 0 : this.random.between(0, 200));
				await start();
			}),
		);
		this.simulator.faults.clear();
	}

	/** A request is on its way. */
	private travel(): void {
		const { random, clock } = this;
		clock.now += this.isSlow ? random.between(SECOND, 4 * SECOND) : random.between(20, 300);
		if (this.stepAfter-- === 0) clock.offset = random.pick([10 * MINUTE, 26 * HOUR]) * (2 * random.next() - 1);
		if (this.isLively) this.world.interfere();
	}

	/** For some hours, in the worst case days, either the service is away or n8n is. */
	private async outage(): Promise<void> {
		const { random, clock, process } = this;
		const end = clock.now + (random.chance(0.1) ? random.between(DAY, 2 * DAY) : random.between(HOUR, 8 * HOUR));
		const polls = random.chance(0.5);
		while (clock.now < end) {
			clock.now += random.between(5 * MINUTE, 20 * MINUTE);
			this.world.act();
			if (polls) this.simulator.faults.add({ ...random.pick(AWAY), when: { times: 'always' } });
			if (polls) await this.beside(this.triggers.filter(({ isActive }) => isActive).map((trigger) => async () => await trigger.poll()));
		}
		if (polls) return;
		process.kill();
		await this.restart();
	}

	/**
	 * Nothing happens for so long (ms), and until the triggers have given nothing for three times as many polls as their
	 * sweeps may take (docs/trigger.md, "Delays"). Then the ledgers are checked.
	 */
	private async quiet(lasting = 0): Promise<void> {
		const { clock } = this;
		const active = this.triggers.filter(({ isActive }) => isActive);
		const end = clock.now + lasting;
		const events = () => active.reduce((sum, { ledger }) => sum + ledger.events, 0);
		const patience = 6 + 3 * Math.max(...active.map((trigger) => trigger.sweepPolls()));
		for (let silent = 0; silent < patience || clock.now < end; silent++) {
			const before = events();
			if (lasting > 0) clock.now += 6 * MINUTE;
			for (const trigger of active) {
				this.nextMinute();
				await trigger.poll();
			}
			if (events() > before) silent = 0;
			if (clock.now > end + 20 * DAY) throw new Error('The triggers do not come to an end');
		}
		for (const trigger of active) trigger.check(lasting > 0);
	}

	/** A new minute, with requests of its own. */
	private nextMinute(): void {
		this.clock.now = Math.ceil((this.clock.now + 1) / MINUTE) * MINUTE;
	}
}
