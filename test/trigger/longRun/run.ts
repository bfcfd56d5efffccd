import { sweepShare } from '../../../nodes/SupportInbox/trigger/view/shares';
import { wants } from '../../../nodes/SupportInbox/trigger/settings';
import { LIMITS } from '../../../nodes/SupportInbox/trigger/memory/limits';
import { DAY, HOUR, MINUTE, SECOND } from '../../../nodes/SupportInbox/trigger/time';
import { startSimulator, type Fault, type Simulator, type Ticket } from '../../simulator';
import { Random } from '../../simulator/random';

import { faultAt, UNREACHABLE } from './breakage';
import { Expectations, NEAR } from './expectations';
import { Host, type Costs } from './host';
import { Ledger } from './ledger';
import { BEGIN, planOf, type Plan } from './plan';
import { Views } from './views';
import { World } from './world';

export interface RunResult extends Costs {
	faults: string[];
	events: number;
	/** how large the state may be (bytes) */
	mostBytes: number;
}

/** One seed: two days of three inboxes, with everything that can go wrong. */
export async function longRun(seed: number, days = 2): Promise<RunResult> {
	const run = await Run.begin(seed);
	await run.days(days);
	await run.settle();
	return run.result();
}

class Run {
	/** the service's clock */
	private now = BEGIN;
	/** whether the world goes on while a poll is on its way, and how slow the way is */
	private lively = false;
	private slow = false;
	private readonly broken = new Set<number>();
	private simulator!: Simulator;
	private world!: World;
	private host!: Host;
	private expectations!: Expectations;
	private readonly ledger: Ledger;

	private constructor(
		private readonly random: Random,
		private readonly plan: Plan,
	) {
		const { events, filters } = plan.settings;
		const unfiltered = filters.statusCds.length === 0 && filters.methodCds.length === 0;
		this.ledger = new Ledger(new Views(events.includes('ticketChanged') && unfiltered && plan.limits === LIMITS));
	}

	static async begin(seed: number): Promise<Run> {
		const random = new Random(seed);
		const run = new Run(random, planOf(random));
		const { plan, ledger } = run;
		const clock = () => run.now;
		run.simulator = await startSimulator({ ...plan.readings, clock, http: false, keepRequests: 1, seed: { randomSeed: seed, tickets: 60 } });
		run.host = new Host(run.simulator, plan, ledger, `seed ${seed}`, clock, () => run.travel());
		run.expectations = new Expectations(plan, ledger, clock, () => run.host.service.arrived);
		run.world = new World(run.simulator, random, plan, run.expectations, clock);
		run.host.skew = run.anySkew();
		await run.activate();
		return run;
	}

	private async activate(): Promise<void> {
		const { plan, host, world } = this;
		// Created in the very second of the activation, but before it: not new.
		for (let count = 0; count < 5; count++) world.createTicket('now');
		for (const id of plan.settings.inboxes) this.expectations.begin(id, this.ticketsOf(id));
		await this.poll();
		host.save();
		await this.quiet({ step: MINUTE });
		this.knowWatched();
	}

	async days(count: number): Promise<void> {
		const { random, plan } = this;
		const end = this.now + count * DAY;
		while (this.now < end) {
			this.now += this.pause();
			if (random.chance(0.003)) await this.outage();
			if (random.chance(0.005)) this.world.burst();
			if (plan.hasRushes && random.chance(0.002)) await this.rush();
			if (random.chance(0.005)) await this.upgrade();
			if (this.broken.size === 0 && random.chance(0.0004)) this.breakATicket();
			if (plan.changesInboxes && random.chance(0.004)) await this.withoutAnInbox();
			while (random.chance(plan.bustle / (plan.bustle + 1))) this.world.act();
			await this.anyPoll();
		}
	}

	/** Nothing happens any more: everything due must come now. */
	async settle(): Promise<void> {
		await this.quiet({ lasting: this.longestDelay() });
		this.ledger.close();
		this.ledger.faults.push(...this.ledger.views.differences(this.simulator.store.tickets.values()), ...this.lostStatuses());
		this.simulator.expectNoViolations();
	}

	result(): RunResult {
		const { faults, events } = this.ledger;
		return { ...this.host.costs, faults, events, mostBytes: this.plan.limits.bytes };
	}

	/** By day n8n polls every few minutes, by night now and then. */
	private pause(): number {
		const { random } = this;
		const hour = Math.floor((this.now % DAY) / HOUR);
		const isDay = hour >= 8 && hour < 18;
		return isDay && random.chance(0.95) ? random.between(MINUTE, 5 * MINUTE) : random.between(5 * MINUTE, 25 * MINUTE);
	}

	private async anyPoll(): Promise<void> {
		const { random, host, simulator } = this;
		this.lively = random.chance(0.5);
		this.slow = random.chance(0.05);
		const faults = random.chance(0.12) ? Array.from({ length: random.between(1, 3) }, () => faultAt(random)) : [];
		if (random.chance(0.05)) simulator.consumeBudget(random.between(20, 60));
		const dice = random.next();
		if (dice < 0.02) this.kill();
		else if (dice < 0.04) host.skew = this.anySkew();
		if (dice > 0.98) host.killAfter = random.between(0, 8);
		const polls = random.chance(0.05) ? 2 : 1;
		await this.poll({ faults, polls, dies: random.chance(0.03) });
		host.killAfter = Infinity;
		this.lively = false;
		this.slow = false;
	}

	/** @param dies n8n is killed before it has saved and started what the poll gave */
	private async poll({ faults = [], polls = 1, dies = false }: { faults?: Fault[]; polls?: number; dies?: boolean } = {}): Promise<void> {
		const broken: Fault[] = [...this.broken].map((id) => ({ kind: 'status', when: { path: new RegExp(`/tickets/${id}$`), times: 1_000 } }));
		for (const fault of [...faults, ...broken]) this.simulator.faults.add(fault);
		await Promise.all(Array.from({ length: polls }, async () => await this.host.poll(dies)));
		this.simulator.faults.clear();
	}

	/** One ticket that the service lists but cannot show, from now on. */
	private breakATicket(): void {
		const ticket = this.random.pick([...this.simulator.store.tickets.values()].slice(-20));
		this.broken.add(ticket.ticket_id);
		this.expectations.unreadable(ticket);
	}

	private travel(): void {
		const { random } = this;
		this.now += this.slow ? random.between(SECOND, 4 * SECOND) : random.between(20, 300);
		if (this.lively) this.world.interfere();
	}

	/** For some hours more happens in every inbox than the requests of a poll are enough for; the rounds go on all the same. */
	private async rush(): Promise<void> {
		const { host, ledger, random } = this;
		const places = () => Object.entries(host.inboxes).map(([id, { lastSweepStartedAt, sweep }]) => [id, `${lastSweepStartedAt} ${sweep?.cursor.at}`]);
		const before = new Map(places() as Array<[string, string]>);
		for (let polls = 0; polls < 150; polls++) {
			this.now += random.between(MINUTE, 2 * MINUTE);
			this.world.rush();
			await this.poll();
		}
		for (const [id, place] of places()) {
			if (place === before.get(id)) ledger.faults.push(`the round over ${id} stands still`);
		}
	}

	/** For some hours either the service is away or n8n is. */
	private async outage(): Promise<void> {
		const { random } = this;
		const end = this.now + random.between(HOUR, 8 * HOUR);
		const polls = random.chance(0.5);
		while (this.now < end) {
			this.now += random.between(5 * MINUTE, 20 * MINUTE);
			this.world.act();
			if (!polls) continue;
			await this.poll({ faults: [{ ...random.pick(UNREACHABLE), when: { times: 1_000 } }] });
		}
		if (!polls) this.kill();
	}

	/** n8n is stopped with the first release and started with this one. */
	private async upgrade(): Promise<void> {
		const { plan, host } = this;
		if (Object.values(host.inboxes).some(({ initialTickets }) => initialTickets.length > 0)) return;
		// What else there is to know the first release did not: where that matters, nothing may be under way.
		const isAllKept = plan.settings.events.every((event) => event === 'ticketCreated');
		if (!isAllKept) await this.quiet({ lasting: this.longestDelay() });
		host.upgrade();
		await this.reactivate();
		if (isAllKept) return;
		this.expectations.upgraded(this.simulator.store.tickets.values());
		await this.quiet({});
		this.knowWatched();
	}

	/** The list of inboxes is changed and changed back; what happens in between is not asked for. */
	private async withoutAnInbox(): Promise<void> {
		const { plan, random } = this;
		const all = plan.settings.inboxes;
		const gone = random.pick(all);
		plan.settings.inboxes = all.filter((id) => id !== gone);
		await this.reactivate();
		this.expectations.end(gone, this.ticketsOf(gone));
		for (const end = this.now + random.between(HOUR, 4 * HOUR); this.now < end; ) {
			this.now += random.between(5 * MINUTE, 15 * MINUTE);
			this.world.act();
			await this.poll();
		}
		plan.settings.inboxes = all;
		this.now += MINUTE;
		this.expectations.end(gone, this.ticketsOf(gone));
		this.expectations.begin(gone, this.ticketsOf(gone));
		await this.reactivate();
	}

	/** A new minute, so that there are requests for it: without them the activation fails and is tried again. */
	private async reactivate(): Promise<void> {
		this.now = Math.ceil((this.now + 1) / MINUTE) * MINUTE;
		await this.poll();
		this.host.save();
		// Polls so near each other would look as if the second had read to the end.
		this.now += 10 * SECOND;
	}

	/** Without a hint a ticket is read again after half the look-back, or when a date ahead has come (ms). */
	private longestDelay(): number {
		const { honest, settings } = this.plan;
		return honest ? 0 : NEAR + settings.lookBack / 2 + HOUR;
	}

	/**
	 * Nothing happens for so long (ms), and until a round that began after it is complete everywhere and nothing more
	 * comes.
	 */
	private async quiet({ lasting = 0, step = 8 * MINUTE }: { lasting?: number; step?: number }): Promise<void> {
		const { host, ledger } = this;
		const end = this.now + lasting;
		const isSwept = () => Object.values(host.inboxes).every(({ lastSweepStartedAt, initialTickets }) => lastSweepStartedAt > end && initialTickets.length === 0);
		// So many polls take the rounds over look-back and watched tickets, 50 of them with each request.
		const rounds = 8 + (2 * this.simulator.store.tickets.size) / 50 / sweepShare(this.plan.settings.maxRequests);
		for (let silent = 0; silent < rounds || !isSwept(); silent++) {
			const before = ledger.events;
			this.now += step;
			await this.poll();
			if (ledger.events > before) silent = 0;
			if (this.now < end + 20 * DAY) continue;
			ledger.faults.push('the rounds do not come to an end');
			return;
		}
	}

	private kill(): void {
		this.host.kill();
		this.host.skew = this.anySkew();
	}

	private knowWatched(): void {
		const horizon = this.now - this.plan.settings.lookBack + HOUR;
		for (const ticket of this.simulator.store.tickets.values()) {
			const inLookBack = ticket.messages.some(({ sent_at }) => sent_at >= horizon && sent_at <= this.now);
			if (inLookBack && this.host.inboxes[ticket.message_box_id].firstSweepDone) this.ledger.views.know(ticket);
		}
	}

	/** A ticket that left the filter, or came in, has changed. */
	private lostStatuses(): string[] {
		const { settings, limits } = this.plan;
		if (!wants(settings, 'ticketChanged') || settings.filters.methodCds.length > 0 || limits !== LIMITS) return [];
		return [...this.simulator.store.tickets.values()].flatMap((ticket) => {
			const known = this.ledger.views.status(ticket.ticket_id) as Ticket['status_cd'] | undefined;
			if (known === undefined || known === ticket.status_cd) return [];
			const passes = this.expectations.passesStatus({ status_cd: known }) || this.expectations.passesStatus(ticket);
			return passes ? [`lost: status of ${ticket.ticket_id}: ${known} is ${ticket.status_cd}`] : [];
		});
	}

	private ticketsOf(messageBoxId: number): Ticket[] {
		return [...this.simulator.store.tickets.values()].filter(({ message_box_id }) => message_box_id === messageBoxId);
	}

	private anySkew(): number {
		return this.random.between(-10 * MINUTE, 10 * MINUTE);
	}
}
