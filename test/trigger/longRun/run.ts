import type { IDataObject } from 'n8n-workflow';

import { NameBook } from '../../../nodes/SupportInbox/trigger/names';
import { pollOnce } from '../../../nodes/SupportInbox/trigger/pollOnce';
import type { StoredState } from '../../../nodes/SupportInbox/trigger/state/codec';
import { wants } from '../../../nodes/SupportInbox/trigger/settings';
import { DAY, HOUR, MINUTE, SECOND } from '../../../nodes/SupportInbox/trigger/time';
import { startSimulator, type Fault, type FaultKind, type Simulator } from '../../simulator';
import { Random } from '../../simulator/random';

import { Ledger } from './ledger';
import { planOf, type Plan } from './plan';
import { SimulatedService } from './service';
import { World } from './world';

const FAULT_KINDS: FaultKind[] = ['status', 'resetBefore', 'resetAfter', 'noAnswer', 'noAnswerAfter', 'html', 'cutJson', 'emptyBody', 'wrongShape', 'redirect'];
const STATUSES = [400, 401, 403, 404, 415, 429, 500, 502, 503];

/** n8n was killed in the middle of a poll. */
class Killed extends Error {}

export interface RunResult {
	faults: string[];
	events: number;
	polls: number;
	requests: number;
	mostRequests: number;
	stateBytes: number;
}

/** One seed: two days of three inboxes, with everything that can go wrong. */
export async function longRun(seed: number, days = 2): Promise<RunResult> {
	const run = await Run.begin(seed);
	await run.days(days);
	await run.settle();
	return run.result();
}

class Run {
	private live: IDataObject = {};
	private saved = '{}';
	private skew: number;
	private polls = 0;
	private requests = 0;
	private mostRequests = 0;
	private stateBytes = 0;
	/** requests until n8n is killed */
	private killAfter = Infinity;
	/** whether the world goes on while a poll is on its way */
	private lively = false;
	private readonly service: SimulatedService;
	private readonly names = new NameBook();

	private constructor(
		private readonly random: Random,
		private readonly plan: Plan,
		private readonly simulator: Simulator,
		private readonly world: World,
		private readonly ledger: Ledger,
		private readonly key: string,
	) {
		this.skew = this.anySkew();
		this.service = new SimulatedService(simulator, { travel: () => this.travel(), hostNow: () => this.hostNow() });
	}

	static async begin(seed: number): Promise<Run> {
		const random = new Random(seed);
		const plan = planOf(random);
		let world: World | undefined;
		const clock = () => (world as World).now;
		const holder = { now: Date.parse('2026-03-02T08:00:00Z') } as World;
		world = holder;
		const simulator = await startSimulator({ ...plan.readings, clock, http: false, keepRequests: 1, seed: { randomSeed: seed, tickets: 60 } });
		const strict = wants(plan.settings, 'ticketChanged') && plan.settings.filters.statusCds.length === 0 && plan.settings.filters.methodCds.length === 0;
		const ledger = new Ledger(strict);
		world = new World(simulator, random, plan, ledger);
		const run = new Run(random, plan, simulator, world, ledger, `seed ${seed}`);
		await run.activate();
		return run;
	}

	/** Some quiet polls after the activation, so that every ticket in the look-back has been seen. */
	private async activate(): Promise<void> {
		// Created in the very second of the activation, but before it: not new.
		for (let count = 0; count < 5; count++) this.world.createTicket('now');
		await this.poll();
		this.save();
		for (const id of this.plan.settings.inboxes) this.watch(id);
		for (let count = 0; count < 12; count++) {
			this.world.now += MINUTE;
			await this.poll();
		}
		this.knowWatched();
	}

	async days(count: number): Promise<void> {
		const { random, world, plan } = this;
		const end = world.now + count * DAY;
		while (world.now < end) {
			world.now += random.chance(0.3) ? MINUTE : random.between(5 * MINUTE, 20 * MINUTE);
			if (plan.honest && random.chance(0.006)) await this.outage();
			if (random.chance(0.01)) this.burst();
			if (plan.changesInboxes && random.chance(0.01)) await this.withoutAnInbox();
			while (random.chance(plan.bustle / (plan.bustle + 1))) this.world.act();
			await this.anyPoll();
		}
	}

	/** Nothing happens any more: everything due must come now. */
	async settle(): Promise<void> {
		this.simulator.faults.clear();
		const { honest, settings } = this.plan;
		await this.quietPolls(honest ? 3 * HOUR : settings.lookBack / 2 + 3 * HOUR);
		this.checkStatuses();
		this.ledger.close(this.simulator.store.tickets.values());
		this.simulator.expectNoViolations();
	}

	result(): RunResult {
		const { requests, polls, mostRequests, stateBytes } = this;
		return { faults: this.ledger.faults, events: this.ledger.events, polls, requests, mostRequests, stateBytes };
	}

	private async anyPoll(): Promise<void> {
		const { random } = this;
		this.lively = random.chance(0.5);
		if (random.chance(0.15)) this.breakSomething();
		if (random.chance(0.05)) this.simulator.consumeBudget(random.between(20, 60));
		const dice = random.next();
		if (dice < 0.02) this.kill();
		if (dice > 0.98) this.killAfter = random.between(0, 8);
		if (random.chance(0.05)) await Promise.all([this.poll(), this.poll()]);
		else await this.poll(random.chance(0.03));
		this.simulator.faults.clear();
		this.killAfter = Infinity;
	}

	/** @param dies n8n is killed before it has saved and started what the poll gave */
	private async poll(dies = false): Promise<void> {
		const startedAt = this.world.now;
		const outstanding = this.service.requests;
		this.polls += 1;
		const { settings } = this.plan;
		const result = await pollOnce({
			key: this.key,
			settings,
			service: this.service,
			memory: () => this.live,
			now: () => this.hostNow(),
			budget: 26 * SECOND,
			names: this.names,
		}).catch((error) => {
			if (!(error instanceof Killed)) throw error;
			this.kill();
			return 'killed' as const;
		});
		if (result === null || result === 'killed') return;
		const sent = this.service.requests - outstanding;
		this.requests += sent;
		this.mostRequests = Math.max(this.mostRequests, sent / settings.maxRequests);
		if (result.report.thrown !== null && result.events.length > 0) this.ledger.faults.push('events thrown away');
		if (dies) return this.kill();
		if (result.events.length > 0) {
			this.ledger.deliver(result.events);
			this.save();
		}
		const { reported, tolerated, thrown } = result.report;
		if (reported.length + tolerated.length === 0 && thrown === null) this.checkPrompt(startedAt);
	}

	/** What was there when a poll began that read to the end must have been told by it. */
	private checkPrompt(startedAt: number): void {
		const { inboxes } = this.live.state as unknown as StoredState;
		for (const [id, { reach, queue }] of Object.entries(inboxes)) {
			const isThrough = reach.deep === null && queue.length === 0 && reach.at >= Math.floor(startedAt / SECOND) - 5;
			if (isThrough) this.ledger.checkPrompt(Number(id), startedAt - SECOND);
		}
	}

	/** n8n writes the state to its database as JSON, but only at an activation and when a poll gives something. */
	private save(): void {
		this.saved = JSON.stringify(this.live);
		this.stateBytes = Math.max(this.stateBytes, Buffer.byteLength(this.saved));
	}

	private kill(): void {
		this.live = JSON.parse(this.saved) as IDataObject;
		this.skew = this.anySkew();
	}

	private travel(): void {
		if (this.killAfter-- <= 0) throw new Killed();
		const { random, world } = this;
		world.now += random.chance(0.01) ? 5 * SECOND : random.between(20, 300);
		if (this.lively && random.chance(0.15)) world.act();
	}

	private breakSomething(): void {
		const { random } = this;
		for (let count = random.between(1, 3); count > 0; count--) {
			const kind = random.pick(FAULT_KINDS);
			const fault: Fault = { kind, when: { nth: random.between(1, 6), times: random.between(1, 3) } };
			if (kind === 'status') {
				fault.status = random.pick(STATUSES);
				fault.withRateLimitHeaders = random.chance(0.8);
			}
			this.simulator.faults.add(fault);
		}
	}

	/** For some hours either the service is away or n8n is. */
	private async outage(): Promise<void> {
		const { random, world } = this;
		const end = world.now + random.between(HOUR, 8 * HOUR);
		const polls = random.chance(0.5);
		while (world.now < end) {
			world.now += random.between(5 * MINUTE, 20 * MINUTE);
			world.act();
			if (!polls) continue;
			this.simulator.faults.add({ kind: random.pick(['status', 'resetBefore', 'noAnswer']), status: 503, when: { times: 1_000 } });
			await this.poll();
			this.simulator.faults.clear();
		}
		if (!polls) this.kill();
	}

	private burst(): void {
		for (let count = this.random.between(52, 80); count > 0; count--) this.world.createTicket('now');
	}

	/** The list of inboxes is changed and changed back; what happens in between is not asked for. */
	private async withoutAnInbox(): Promise<void> {
		const { plan, random, world } = this;
		const all = plan.settings.inboxes;
		if (this.ledger.due.size === 0) return;
		const gone = random.pick(all);
		await this.quietPolls(3 * HOUR);
		plan.settings.inboxes = all.filter((id) => id !== gone);
		world.watched.delete(gone);
		world.began.delete(gone);
		await this.reactivate();
		const end = world.now + random.between(HOUR, 4 * HOUR);
		while (world.now < end) {
			world.now += 10 * MINUTE;
			world.act();
			await this.poll();
		}
		for (const ticket of this.simulator.store.tickets.values()) {
			if (ticket.message_box_id === gone) this.ledger.forget(ticket.ticket_id);
		}
		await this.quietPolls(3 * HOUR);
		plan.settings.inboxes = all;
		await this.reactivate();
		this.watch(gone);
	}

	/** Nothing happens for so long, and until every round that began in it is complete and gave nothing more. */
	private async quietPolls(duration: number): Promise<void> {
		this.lively = false;
		const end = this.world.now + duration;
		for (let silent = 0; this.world.now < end || silent < 20 || !this.sweptSince(end - duration); silent++) {
			const before = this.ledger.events;
			this.world.now += 8 * MINUTE;
			await this.poll();
			if (this.ledger.events > before) silent = 0;
			if (this.world.now > end + 20 * DAY) throw new Error('The trigger does not come to rest');
		}
	}

	private sweptSince(moment: number): boolean {
		const { inboxes } = this.live.state as unknown as StoredState;
		return Object.values(inboxes).every(({ swept }) => swept > moment);
	}

	private async reactivate(): Promise<void> {
		this.world.now += MINUTE;
		await this.poll();
		this.save();
	}

	private watch(id: number): void {
		this.world.watched.add(id);
		this.world.began.set(id, this.world.now);
	}

	private knowWatched(): void {
		const { inboxes } = this.live.state as unknown as StoredState;
		const horizon = this.world.now - this.plan.settings.lookBack + HOUR;
		for (const ticket of this.simulator.store.tickets.values()) {
			const inLookBack = ticket.messages.some(({ sent_at }) => sent_at >= horizon && sent_at <= this.world.now);
			if (inLookBack && inboxes[ticket.message_box_id].filled) this.ledger.knows(ticket);
		}
	}

	/** A ticket that left the filter, or came in, has changed. */
	private checkStatuses(): void {
		if (!wants(this.plan.settings, 'ticketChanged') || this.plan.settings.filters.methodCds.length > 0) return;
		for (const ticket of this.simulator.store.tickets.values()) {
			const status_cd = this.ledger.statusKnown(ticket.ticket_id) as typeof ticket.status_cd | undefined;
			if (status_cd === undefined || status_cd === ticket.status_cd) continue;
			if (!this.world.passesStatus({ status_cd }) && !this.world.passesStatus(ticket)) continue;
			this.ledger.faults.push(`lost: status of ${ticket.ticket_id}: ${status_cd} is ${ticket.status_cd}`);
		}
	}

	private hostNow(): number {
		return this.world.now + this.skew;
	}

	private anySkew(): number {
		return this.random.between(-10 * MINUTE, 10 * MINUTE);
	}
}
