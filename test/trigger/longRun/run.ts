import { startSimulator, type Fault } from '../../simulator';
import { Random } from '../../simulator/random';

import { Agenda } from './agenda';
import { faultAt, UNREACHABLE } from './breakage';
import { NEAR } from './expectations';
import { Clock, nextMinute, Process } from './host';
import { BEGIN, lengthOf, planOf, remembersAll, type Plan } from './plan';
import { Together, type Start } from './together';
import { Trigger, type Costs } from './trigger';
import { DAY, HOUR, MINUTE, SECOND } from './units';
import { World } from './world';

export interface RunResult extends Costs {
	/** each with the trigger that it concerns */
	faults: string[];
	events: number;
	triggers: number;
	/** how much larger than allowed the largest memory is (bytes); negative: it is smaller */
	tooManyBytes: number;
}

/** One seed: some triggers in one process, two days of three inboxes, with everything that can go wrong. */
export async function longRun(seed: number): Promise<RunResult> {
	const run = await Run.begin(seed);
	await run.days();
	await run.settle();
	return run.result();
}

class Run {
	private readonly clock = new Clock(BEGIN);
	/** whether the world goes on while a poll is on its way, and how slow the way is */
	private lively = false;
	private slow = false;
	/** requests until this machine's clock steps */
	private stepAfter = Infinity;
	/** until when another program uses the limit up (ms) */
	private crowdedUntil = 0;
	private readonly beside: Together;
	private readonly agenda = new Agenda();
	private readonly worlds: World[] = [];
	private readonly triggers: Trigger[] = [];
	private readonly process: Process;
	private generation = 0;
	/** nodes of the same process have written tickets */
	private wroteItself = false;

	private constructor(
		private readonly seed: number,
		private readonly random: Random,
		private readonly plan: Plan,
	) {
		this.beside = new Together(random);
		this.process = new Process(this.clock, (world) => this.travel(world));
	}

	static async begin(seed: number): Promise<Run> {
		const random = new Random(seed);
		const run = new Run(seed, random, planOf(random));
		const { plan, process, clock } = run;
		for (let count = 0; count < plan.tenants; count++) await run.addWorld();
		for (const each of plan.triggers) run.triggers.push(new Trigger(each, plan, run.worlds[each.tenant], process));
		clock.clockOffset = run.anyClockOffset();
		for (const trigger of run.triggers) {
			run.agenda.add(BEGIN + trigger.plan.joinsAfter, async () => await run.join(trigger));
		}
		return run;
	}

	async days(): Promise<void> {
		const { random, plan, clock } = this;
		const end = BEGIN + lengthOf(plan);
		let last = clock.now;
		while (clock.now < end) {
			clock.now = Math.max(clock.now, this.nextMoment());
			await this.agenda.workOff(clock.now);
			const passed = (clock.now - last) / MINUTE;
			last = clock.now;
			if (random.chance(0.001 * passed)) await this.outage();
			if (plan.hasRushes && random.chance(0.0004 * passed)) await this.rush();
			if (random.chance(0.0012 * passed)) await this.upgrade(random.pick(this.triggers));
			for (const world of this.worlds) {
				world.mendTickets();
				if (plan.hasCrowds && random.chance(0.0012 * passed)) world.burst();
				if (random.chance(0.003 * passed)) world.breakTickets();
				const mean = plan.bustle * Math.min(passed, 5);
				while (random.chance(mean / (mean + 1))) world.act();
			}
			for (const trigger of this.triggers) await this.change(trigger, passed);
			if (random.chance(0.0004 * passed)) this.crowdedUntil = clock.now + random.pick([3, 20, 180]) * MINUTE;
			await this.anyPolls();
		}
	}

	/** Nothing happens any more: everything due must come now. */
	async settle(): Promise<void> {
		this.crowdedUntil = 0;
		await this.agenda.workOff(Infinity);
		for (const world of this.worlds) world.mendTickets(true);
		await this.quiet({ lasting: this.longestDelay() });
		for (const trigger of this.triggers) trigger.close();
		for (const { simulator } of this.worlds) simulator.expectNoViolations();
	}

	result(): RunResult {
		const sum = (of: (trigger: Trigger) => number) => this.triggers.reduce((total, trigger) => total + of(trigger), 0);
		const most = (of: (trigger: Trigger) => number) => Math.max(...this.triggers.map(of));
		return {
			faults: this.triggers.flatMap(({ plan, ledger }) => ledger.faults.map((fault) => `${plan.name}: ${fault}`)),
			events: sum(({ ledger }) => ledger.events),
			triggers: this.triggers.length,
			polls: sum(({ costs }) => costs.polls),
			requests: sum(({ costs }) => costs.requests),
			mostRequests: most(({ costs }) => costs.mostRequests),
			stateBytes: most(({ costs }) => costs.stateBytes),
			tooManyBytes: most(({ costs, plan }) => costs.stateBytes - plan.limits.bytes),
		};
	}

	private async addWorld(): Promise<World> {
		const place = this.worlds.length;
		const simulator = await startSimulator({
			...this.plan.readings,
			clock: () => this.clock.now,
			http: false,
			keepRequests: 1,
			token: `token-${this.seed}-${place}`,
			seed: { randomSeed: this.seed + place, tickets: 60 },
		});
		const world = new World(`https://tenant${place}.example`, simulator, this.random, this.plan, () => this.clock.now);
		this.worlds.push(world);
		return world;
	}

	/** A trigger is activated for the first time. */
	private async join(trigger: Trigger): Promise<void> {
		const { random, clock } = this;
		clock.now = nextMinute(clock.now);
		// Created in the very second of the activation, but before it: not new.
		for (let count = 0; count < 5; count++) trigger.world.createTicket('now');
		for (let tries = 0; !trigger.isActive; tries++) {
			trigger.begin();
			trigger.expectations.start();
			if (random.chance(0.3)) this.stepAfter = random.between(0, 3);
			this.lively = random.chance(0.5);
			await trigger.activate((id) => trigger.expectations.seen(id));
			this.lively = false;
			if (tries > 20) throw new Error(`Trigger ${trigger.plan.name} cannot be activated`);
			clock.now = nextMinute(clock.now);
		}
		trigger.schedule();
		if (trigger !== this.triggers[0] && random.chance(0.5)) return;
		await this.quiet({ step: MINUTE });
		trigger.knowWatched();
	}

	/** What a user may do to a trigger. */
	private async change(trigger: Trigger, minutes: number): Promise<void> {
		const { random, clock } = this;
		const { settings, changesInboxes, comesAndGoes } = trigger.plan;
		if (!trigger.isActive) return;
		if (comesAndGoes && random.chance(0.002 * minutes)) {
			trigger.leave();
			this.agenda.add(clock.now + random.between(HOUR, 8 * HOUR), async () => await this.reactivate(trigger));
		} else if (changesInboxes && settings.inboxes.length > 1 && random.chance(0.0015 * minutes)) {
			const all = settings.inboxes;
			const gone = random.pick(all);
			trigger.changeInboxes(all.filter((id) => id !== gone));
			await this.reactivate(trigger);
			this.agenda.add(clock.now + random.between(HOUR, 4 * HOUR), async () => {
				trigger.changeInboxes(all);
				await this.reactivate(trigger);
			});
		} else if (random.chance(0.0003 * minutes)) {
			if (this.worlds.length < 3) trigger.moveTo(await this.addWorld());
			await this.reactivate(trigger);
		}
	}

	/** A new minute, so that there are requests for it: without them the activation fails and is tried again. */
	private async reactivate(trigger: Trigger): Promise<void> {
		const { clock } = this;
		do {
			clock.now = nextMinute(clock.now);
		} while (!(await trigger.activate()) && clock.now < BEGIN + 30 * DAY);
		trigger.schedule();
	}

	private nextMoment(): number {
		const polls = this.triggers.filter(({ isActive }) => isActive).map(({ nextPoll }) => nextPoll);
		return Math.min(...polls, this.agenda.next);
	}

	/** The polls whose time has come: at once, or one while the other is on its way, with nodes of the same process beside them. */
	private async anyPolls(): Promise<void> {
		const { random, clock, process } = this;
		const due = this.triggers.filter(({ isActive, nextPoll }) => isActive && nextPoll <= clock.now);
		this.lively = random.chance(0.5);
		this.slow = random.chance(0.05);
		const world = random.pick(this.worlds);
		const faults = random.chance(0.12) ? Array.from({ length: random.between(1, 3) }, () => faultAt(random)) : [];
		if (random.chance(0.05)) world.simulator.consumeQuota(random.between(20, 60));
		if (clock.now < this.crowdedUntil) world.simulator.consumeQuota(random.between(40, 60));
		const dice = random.next();
		if (dice < 0.02) process.kill();
		else if (dice < 0.04) clock.clockOffset = this.anyClockOffset();
		if (dice > 0.98) process.killAfter = random.between(0, 8);
		if (random.chance(0.01)) this.stepAfter = random.between(0, 8);
		const starts = due.flatMap((trigger): Start[] => {
			const poll = async () => await trigger.poll(random.chance(0.03));
			return random.chance(0.05) ? [poll, poll] : [poll];
		});
		if (random.chance(0.1)) starts.splice(random.between(0, starts.length), 0, ...this.anyUpdates());
		await this.together(starts, faults);
		process.killAfter = Infinity;
		for (const trigger of due) trigger.schedule();
		if (process.generation !== this.generation) await this.restart();
	}

	private anyUpdates(): Start[] {
		const { random } = this;
		const world = random.pick(this.worlds);
		this.wroteItself = true;
		return Array.from({ length: random.pick([1, 1, 3]) }, () => async () => {
			const update = world.anyUpdate();
			if (update !== null) await this.process.update(world, update.ticket, update.patch);
		});
	}

	/** n8n comes back, perhaps on a machine with another clock, and activates all triggers. */
	private async restart(): Promise<void> {
		const { random, clock, triggers } = this;
		this.generation = this.process.generation;
		clock.clockOffset = this.anyClockOffset();
		clock.now += random.between(5, 60) * SECOND;
		const active = triggers.filter(({ isActive }) => isActive);
		if (random.chance(0.5)) await this.together(active.map((trigger) => async () => await trigger.activate()));
		for (const trigger of active) if (trigger.bornIn !== this.generation || !trigger.isActive) await this.reactivate(trigger);
	}

	/** Starts all of them, one while others are on their way. */
	private async together(starts: Start[], faults: Fault[] = []): Promise<void> {
		for (const world of this.worlds) {
			world.addFaults();
			for (const fault of faults) world.simulator.faults.add(fault);
		}
		await this.beside.run(starts);
		for (const { simulator } of this.worlds) simulator.faults.clear();
		this.lively = false;
		this.slow = false;
	}

	/** A request is on its way. */
	private travel(world: World): void {
		const { random, clock } = this;
		clock.now += this.slow ? random.between(SECOND, 4 * SECOND) : random.between(20, 300);
		if (this.stepAfter-- <= 0) {
			this.stepAfter = Infinity;
			clock.clockOffset = this.anyClockOffset();
		}
		this.beside.travel();
		if (this.lively) world.interfere();
	}

	/** For some hours more happens in every inbox than the requests of a poll are enough for; the sweeps go on all the same. */
	private async rush(): Promise<void> {
		for (let polls = 0; polls < 150; polls++) {
			this.clock.now += this.random.between(MINUTE, 2 * MINUTE);
			for (const world of this.worlds) world.rush();
			await this.pollAll();
		}
	}

	/** For some hours either the service is away or n8n is. */
	private async outage(): Promise<void> {
		const { random, clock, process } = this;
		const end = clock.now + random.between(HOUR, 8 * HOUR);
		const polls = random.chance(0.5);
		while (clock.now < end) {
			clock.now += random.between(5 * MINUTE, 20 * MINUTE);
			for (const world of this.worlds) world.act();
			if (polls) await this.pollAll([{ ...random.pick(UNREACHABLE), when: { times: 1_000 } }]);
		}
		if (!polls) {
			process.kill();
			await this.restart();
		}
	}

	private async pollAll(faults: Fault[] = []): Promise<void> {
		await this.together(
			this.triggers.filter(({ isActive }) => isActive).map((trigger) => async () => await trigger.poll()),
			faults,
		);
	}

	/** n8n is stopped with the first release and started with this one. */
	private async upgrade(trigger: Trigger): Promise<void> {
		if (!trigger.isActive || !remembersAll(trigger.plan)) return;
		// What else there is to know the first release did not: nothing may be under way.
		for (const world of this.worlds) world.mendTickets(true);
		await this.quiet({ lasting: this.longestDelay() });
		trigger.putIntoFirstForm();
		await this.reactivate(trigger);
		trigger.expectations.upgraded(trigger.world.simulator.store.tickets.values());
		await this.quiet({});
		trigger.knowWatched();
	}

	/**
	 * Without a hint a ticket is read again after half the look-back, or when a date ahead has come; one that could not
	 * be read is read again when a pause is over that was as long (ms).
	 */
	private longestDelay(): number {
		const lookBack = Math.max(...this.plan.triggers.map(({ settings }) => settings.lookBack));
		const hidden = !this.plan.honest ? NEAR + lookBack / 2 + HOUR : this.wroteItself ? lookBack / 2 + HOUR : 0;
		return Math.max(hidden, 7 * HOUR);
	}

	/** Nothing happens for so long (ms), and until every trigger has had polls enough to look at everything and tells no more. */
	private async quiet({ lasting = 0, step = 8 * MINUTE }: { lasting?: number; step?: number }): Promise<void> {
		const { clock, triggers } = this;
		const active = () => triggers.filter(({ isActive }) => isActive);
		const end = clock.now + lasting;
		const told = () => active().reduce((sum, { ledger }) => sum + ledger.events, 0);
		const rounds = () => Math.max(...active().map(({ delays }) => delays.rounds()));
		const isWaiting = () => active().some(({ delays }) => delays.isWaiting(lasting > 0));
		for (let silent = 0; clock.now < end || silent < rounds() || isWaiting(); silent++) {
			const before = told();
			clock.now += step;
			for (const trigger of active()) {
				clock.now = nextMinute(clock.now);
				await this.together([async () => await trigger.poll()]);
			}
			if (told() > before) silent = 0;
			if (clock.now < end + 20 * DAY) continue;
			active()[0].ledger.faults.push('it does not come to an end');
			return;
		}
		for (const trigger of active()) trigger.schedule();
	}

	private anyClockOffset(): number {
		const { random } = this;
		const most = random.pick([10 * MINUTE, 10 * MINUTE, 26 * HOUR]);
		return random.between(-most, most);
	}
}
