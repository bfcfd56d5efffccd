import type { IDataObject } from 'n8n-workflow';

import type { Ticket } from '../../simulator';

import { Delays } from './delays';
import { Expectations } from './expectations';
import type { PollResult, Process } from './host';
import { Ledger } from './ledger';
import type { Plan, TriggerPlan } from './plan';
import { BEGIN, remembersAll } from './plan';
import { DAY, HOUR, SECOND } from './units';
import { Views } from './views';
import type { World } from './world';

/** What the polls of a trigger have cost. */
export interface Costs {
	polls: number;
	requests: number;
	/** the most that one poll sent, as a part of what it may */
	mostRequests: number;
	stateBytes: number;
}

/** One trigger in one workflow: n8n's memory of it, and what it should tell. */
export class Trigger {
	generation = 0;
	isActive = false;
	nextPoll = 0;
	readonly ledger: Ledger;
	readonly expectations: Expectations;
	readonly delays: Delays;
	readonly costs: Costs = { polls: 0, requests: 0, mostRequests: 0, stateBytes: 0 };
	private live: IDataObject = {};
	private saved = '{}';
	/** the process that it lived in when it was last read from the database */
	bornIn = -1;
	private life = '';

	constructor(
		readonly plan: TriggerPlan,
		run: Plan,
		public world: World,
		private readonly process: Process,
	) {
		const { settings } = plan;
		const { filters } = settings;
		const now = () => process.clock.now;
		const isUnfiltered = filters.statusCds.length === 0 && filters.methodCds.length === 0 && filters.hasAttachments === undefined;
		this.delays = new Delays(settings, now, () => this.swept());
		const views = new Views(settings.events.includes('ticketChanged') && isUnfiltered && remembersAll(plan), this.delays);
		this.ledger = new Ledger(views, this.delays, (event) =>
			this.world.timesOf(event, (state) => this.expectations.chooses(state)),
		);
		this.expectations = new Expectations(plan, run.honest, this.ledger, now, () => process.arrived);
	}

	/** It watches its inboxes from now on. */
	begin(): void {
		this.world.listeners.add(this.expectations);
		for (const ticket of this.world.unreadableTickets()) this.expectations.unreadable(ticket);
		for (const id of this.plan.settings.inboxes) this.expectations.begin(id, this.world.ticketsOf(id));
	}

	/** What happens in an inbox while it is not in the list is not asked for; added again, it begins anew. */
	changeInboxes(inboxes: number[]): void {
		const { plan, expectations, world } = this;
		const before = plan.settings.inboxes;
		plan.settings.inboxes = inboxes;
		for (const id of before.filter((one) => !inboxes.includes(one))) expectations.end(id, world.ticketsOf(id));
		for (const id of inboxes.filter((one) => !before.includes(one))) {
			expectations.end(id, world.ticketsOf(id));
			expectations.begin(id, world.ticketsOf(id));
		}
	}

	/** At the end everything has been told. */
	close(): void {
		const { ledger, world } = this;
		ledger.close();
		const tickets = [...world.simulator.store.tickets.values()];
		ledger.faults.push(...ledger.views.differences(tickets), ...this.lostStatuses(tickets));
	}

	/** Another tenant's token is in the credential: nothing that was known before has anything to do with it. */
	moveTo(world: World): void {
		this.world.listeners.delete(this.expectations);
		for (const id of [101, 102, 103]) this.expectations.end(id, this.world.ticketsOf(id));
		this.ledger.forgetAll();
		this.world = world;
		this.begin();
	}

	/** Activates it: one poll, after which n8n saves. @returns whether n8n could activate it */
	async activate(seen?: (messageBoxId: number) => void): Promise<boolean> {
		this.leave();
		const result = await this.poll(false, seen);
		this.isActive = result !== null && !result.thrown;
		if (this.isActive) this.save();
		return this.isActive;
	}

	/** The next poll: by day at every interval, by night more seldom. */
	schedule(): void {
		const { interval, offset } = this.plan;
		const { now } = this.process.clock;
		const hour = Math.floor((now % DAY) / HOUR);
		const step = hour >= 8 && hour < 18 ? interval : 5 * interval;
		this.nextPoll = Math.floor((now - offset) / step) * step + step + offset;
	}

	/** What n8n saved is what the first release would have saved, when it had told everything. */
	putIntoFirstForm(): void {
		const now = Math.floor(this.process.clock.now / SECOND) * SECOND;
		const inboxes = this.plan.settings.inboxes.map((id) => {
			const tickets = this.world.ticketsOf(id).map(({ ticket_id, created_at }) => [ticket_id, created_at]);
			return [id, { floor: BEGIN, read: now, tickets: Object.fromEntries(tickets) }];
		});
		this.saved = JSON.stringify({ state: { v: 1, inboxes: Object.fromEntries(inboxes) } });
	}

	/** n8n forgets what it has not saved of it. */
	leave(): void {
		this.generation += 1;
		this.isActive = false;
	}

	/** @param dies n8n is killed before it has saved and started what the poll gave */
	async poll(dies = false, seen?: (messageBoxId: number) => void): Promise<PollResult | null> {
		const { process, ledger, costs } = this;
		this.revive();
		costs.polls += 1;
		const result = await process.poll(this.plan, this.world, this, this.live, seen);
		if (result === null) return null;
		costs.requests += result.sent;
		costs.mostRequests = Math.max(costs.mostRequests, result.sent / this.plan.settings.maxRequests);
		if (result.isTooLate) ledger.faults.push('too late: a request begins 26 s after its poll');
		if (result.thrown && result.events.length > 0) ledger.faults.push('events thrown away');
		if (this.plan.settings.addNames && result.events.some((event) => !('message_box_name' in event))) ledger.faults.push('events without names');
		if (dies) {
			process.kill();
			return null;
		}
		if (result.events.length > 0) {
			ledger.deliver(result.events);
			this.save();
		}
		for (const key of this.delays.takenForOld(this.plan.limits.remembered)) ledger.allow(key);
		const late = this.delays.polled(result);
		ledger.late(late);
		ledger.faults.push(...ledger.views.late(late, this.world.simulator.store.tickets));
		return result;
	}

	/** n8n writes the memory to its database as JSON, but only at an activation and when a poll gives something. */
	save(): void {
		this.saved = JSON.stringify(this.live);
		this.costs.stateBytes = Math.max(this.costs.stateBytes, Buffer.byteLength(this.saved));
		this.ledger.views.save();
		this.delays.save();
	}

	/** What is in the look-back is surely watched by now, when nothing has gone wrong for some time. */
	knowWatched(): void {
		const { process, plan } = this;
		const { now } = process.clock;
		const horizon = now - plan.settings.lookBack / 2;
		for (const id of plan.settings.inboxes) {
			for (const ticket of this.world.ticketsOf(id)) {
				if (ticket.messages.some(({ sent_at }) => sent_at >= horizon && sent_at <= now)) this.ledger.views.know(ticket);
			}
		}
	}

	/** After a kill n8n comes back with what it saved last. */
	private revive(): void {
		const life = `${this.process.generation} ${this.generation}`;
		if (life === this.life) return;
		if (this.bornIn !== -1) {
			this.live = JSON.parse(this.saved) as IDataObject;
			this.ledger.views.setBack();
			this.delays.setBack();
		}
		this.life = life;
		this.bornIn = this.process.generation;
	}

	/** A ticket that left the filter, or came in, has changed. */
	private lostStatuses(tickets: Ticket[]): string[] {
		const { plan, ledger, expectations } = this;
		const { events, filters } = plan.settings;
		const goesByMessages = filters.methodCds.length > 0 || filters.hasAttachments !== undefined;
		if (!events.includes('ticketChanged') || goesByMessages || !remembersAll(plan)) return [];
		return tickets.flatMap((ticket) => {
			const known = ledger.views.status(ticket.ticket_id) as Ticket['status_cd'] | undefined;
			if (known === undefined || known === ticket.status_cd) return [];
			const passes = expectations.passesRow({ status_cd: known }) || expectations.passesRow(ticket);
			return passes ? [`lost: status of ${ticket.ticket_id}: ${known} is ${ticket.status_cd}`] : [];
		});
	}

	/** How many tickets its sweeps look at now. */
	private swept() {
		const { settings } = this.plan;
		const now = this.process.clock.now;
		let inLookBack = 0;
		let watched = 0;
		for (const id of settings.inboxes) {
			const { tickets } = this.world.simulator.store.inbox(id);
			inLookBack += Math.min(tickets.size, tickets.countSentBetween(now - settings.lookBack, Infinity));
			watched += tickets.size;
		}
		return { inLookBack, watched: settings.events.includes('ticketChanged') ? watched : 0 };
	}
}
