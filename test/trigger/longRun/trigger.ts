import type { IDataObject } from 'n8n-workflow';

import type { Random } from '../../simulator/random';

import { WATCHED_FIELDS } from './events';
import { Expectations } from './expectations';
import { Failures } from './failures';
import type { Life, Process } from './host';
import { Ledger } from './ledger';
import type { TriggerPlan } from './plan';
import { DAY, HOUR } from './units';
import type { World } from './world';

/** The most that the memory of a trigger takes in n8n's database (docs/trigger.md). */
const MOST_BYTES = 400_000;

/** One trigger in one workflow: n8n's memory of it, and what it should give. */
export class Trigger implements Life {
	generation = 0;
	isActive = false;
	nextPoll = 0;
	/** when it is activated, the next time that it is not (ms) */
	returnsAt: number;
	readonly ledger: Ledger;
	readonly expectations: Expectations;
	/** all that are in its list at some time */
	private readonly inboxes: number[];
	/** those that it began with and has no answer of, with the time of the beginning (ms) */
	private readonly unseen = new Map<number, number>();
	private failures = new Failures(0);
	private static: IDataObject = {};
	private saved = '{}';
	private life = '';

	/** @param hints whether `last_updated_at` moves with messages */
	constructor(
		readonly plan: TriggerPlan,
		hints: boolean,
		private readonly world: World,
		private readonly process: Process,
	) {
		const { settings } = plan;
		const { statusCds, methodCds } = settings.filters;
		const followsChanges = settings.events.includes('ticketChanged') && methodCds.length === 0;
		this.inboxes = settings.inboxes;
		this.returnsAt = plan.joinsAt;
		this.ledger = new Ledger(world.history, {
			fits: (row) => this.expectations.fits(row),
			followed: WATCHED_FIELDS.filter((field) => followsChanges && (statusCds.length === 0 || field === 'status_cd')),
		});
		this.expectations = new Expectations(plan, hints, this.ledger, () => process.clock.now);
	}

	/** Its first activation: it watches its inboxes from now on. */
	begin(): void {
		this.world.listeners.add(this.expectations);
		this.saved = '{}';
		for (const id of this.plan.settings.inboxes) this.watch(id);
	}

	/** Activates it: one poll, after which n8n saves. @returns whether n8n could activate it */
	async activate(): Promise<boolean> {
		this.stop();
		await this.poll();
		if (this.isActive) this.save(this.static);
		this.failures = new Failures(this.process.clock.now);
		return this.isActive;
	}

	/** n8n forgets what it has not saved of it. */
	stop(): void {
		this.generation += 1;
		this.isActive = false;
	}

	/** What a user may do to it in some minutes: switch it off for hours, or change its list of inboxes. */
	live(random: Random, minutes: number): void {
		const { plan, inboxes } = this;
		const { now } = this.process.clock;
		if (!this.isActive) return;
		if (plan.comesAndGoes && random.chance(0.002 * minutes)) {
			this.stop();
			this.returnsAt = now + random.between(HOUR, 8 * HOUR);
		} else if (plan.changesInboxes && inboxes.length > 1 && random.chance(0.003 * minutes)) {
			const gone = random.pick(inboxes);
			this.stop();
			this.returnsAt = now;
			this.changeInboxes(plan.settings.inboxes.length < inboxes.length ? inboxes : inboxes.filter((id) => id !== gone));
		}
	}

	/** @param dies n8n is killed before it has saved and started what the poll gave */
	async poll(dies = false): Promise<void> {
		const { process, ledger, plan, isActive } = this;
		const { faults } = ledger;
		const memory = this.memory();
		const result = await process.poll(plan, this, memory);
		if (result === null) return;
		const { events, failed, endings } = result;
		if (result.isTooLate) faults.push('a request began 26 s after its poll');
		if (failed && events.length > 0) faults.push('a failed poll lost its events');
		if (endings.length > (plan.settings.maxRequests ?? Infinity)) faults.push(`${endings.length} requests in one poll`);
		const needless = this.failures.judge(result);
		if (isActive && needless !== null) faults.push(needless);
		if (dies) return process.kill();
		ledger.deliver(events, result);
		this.isActive ||= !failed;
		if (events.length > 0 || plan.saves === 'always') this.save(memory);
		for (const [id, since] of this.unseen) {
			if ((process.answeredAt.get(id) ?? -1) < since) continue;
			this.unseen.delete(id);
			this.expectations.seen(id);
		}
		this.schedule();
	}

	/** @returns in how many polls it looks at every ticket of its inboxes (docs/trigger.md, "Delays") */
	sweepPolls(): number {
		return Math.ceil(this.tickets().length / (7 * (this.plan.settings.maxRequests ?? 20)));
	}

	/** After a quiet time. @param isEnd whether also what is slow must have been given */
	check(isEnd: boolean): void {
		this.ledger.check(this.tickets(), this.process.clock.now, isEnd);
		this.schedule();
	}

	/** All tickets that something was sent in within half the look-back are surely watched by now, when n8n saves the memory. */
	knowWatched(): void {
		const { now } = this.process.clock;
		this.save(this.static);
		for (const ticket of this.tickets()) {
			const ages = ticket.messages.map(({ sent_at }) => now - sent_at);
			if (ages.some((age) => age >= 0 && age <= this.plan.settings.lookBack / 2)) this.ledger.know(ticket);
		}
	}

	/** What happens in an inbox while it is not in the list is not asked for; added again, it begins anew. */
	private changeInboxes(inboxes: number[]): void {
		const before = this.plan.settings.inboxes;
		this.plan.settings.inboxes = inboxes;
		for (const id of before) if (!inboxes.includes(id)) this.expectations.end(id, this.world.ticketsOf(id));
		for (const id of inboxes) if (!before.includes(id)) this.watch(id);
	}

	private watch(messageBoxId: number): void {
		const tickets = this.world.ticketsOf(messageBoxId);
		this.expectations.end(messageBoxId, tickets);
		this.expectations.begin(messageBoxId, tickets);
		for (const ticket of tickets) if (this.world.isUnreadable(ticket)) this.expectations.unreadable(ticket);
		this.unseen.set(messageBoxId, this.process.clock.now);
	}

	private tickets() {
		return this.plan.settings.inboxes.flatMap((id) => this.world.ticketsOf(id));
	}

	/** The next poll: by day at every interval, by night more seldom. */
	private schedule(): void {
		const { interval, offset } = this.plan;
		const { now } = this.process.clock;
		const hour = Math.floor((now % DAY) / HOUR);
		const step = hour >= 8 && hour < 18 ? interval : 5 * interval;
		this.nextPoll = Math.floor((now - offset) / step) * step + step + offset;
	}

	/** n8n's memory for a poll: after a kill what it saved last, and so for each poll of its scheduler. */
	private memory(): IDataObject {
		const life = `${this.process.generation} ${this.generation}`;
		if (life !== this.life || this.plan.saves === 'scheduler') this.static = JSON.parse(this.saved) as IDataObject;
		this.life = life;
		return this.static;
	}

	/** n8n writes the memory to its database as JSON. */
	private save(memory: IDataObject): void {
		this.saved = JSON.stringify(memory);
		const bytes = Buffer.byteLength(this.saved);
		if (bytes > MOST_BYTES) this.ledger.faults.push(`a memory of ${bytes} bytes`);
	}
}
