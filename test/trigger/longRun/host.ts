import type { IDataObject } from 'n8n-workflow';

import { NameBook } from '../../../nodes/SupportInbox/trigger/names';
import { pollOnce } from '../../../nodes/SupportInbox/trigger/pollOnce';
import { ViewRegistry } from '../../../nodes/SupportInbox/trigger/view/registry';
import type { ClockOffset } from '../../../nodes/SupportInbox/transport/rateLimit/clockOffset';
import { narrowed } from '../../../nodes/SupportInbox/transport/rateLimit/clockOffset';
import type { Ticket, TicketPatch } from '../../simulator';

import type { TriggerPlan } from './plan';
import { SimulatedService } from './service';
import type { Told } from './told';
import { MINUTE, SECOND } from './units';
import type { World } from './world';

/** How long a poll may take until no further request begins (ms). */
export const BUDGET = 26 * SECOND;
/** A poll that takes longer than this may have had to stop (ms). */
const SLOW = 15 * SECOND;
/** A look this old may be what a poll rests on (ms). */
const VIEW_AGE = 20 * SECOND;

/** The clock that only goes forward counts from here (ms). */
const BOOT = Date.parse('2026-03-01T00:00:00Z');

/** n8n was killed in the middle of something. */
class Killed extends Error {}

/** The time, on the service's clock and on this machine's. */
export class Clock {
	/** this machine's clock minus the service's (ms) */
	clockOffset = 0;

	constructor(public now: number) {}

	get host(): number {
		return this.now + this.clockOffset;
	}
}

/** What a poll was like, seen from outside. */
export interface PollResult {
	begun: number;
	/** requests that it sent */
	sent: number;
	/** those of them that were for lists of names */
	names: number;
	isClean: boolean;
	isRoomy: boolean;
	/** the first request had not left in time */
	isTooLate: boolean;
	events: Told[];
	/** it failed, and n8n reported it */
	thrown: boolean;
}

/** What ends when one node of n8n ends: the poll that began before its generation goes on for nobody. */
interface Life {
	generation: number;
}

/** One process of n8n: what its nodes share, and how it dies. */
export class Process implements Life {
	generation = 0;
	/** requests until n8n is killed */
	killAfter = Infinity;
	/** requests that have reached the service */
	arrived = 0;
	private names = new NameBook();
	private readonly views = new Map<World, ViewRegistry>();
	/** each service's clock minus this machine's steady one, as the answers to writes have told it */
	private readonly offsets = new Map<World, ClockOffset>();
	/** when something went wrong with a request, or was slow, in each world */
	private readonly incidents = new Map<World, number>();

	/** @param travel what happens on the way of a request */
	constructor(
		readonly clock: Clock,
		private readonly travel: (world: World) => void,
	) {}

	/** n8n dies, and with it all that it kept in memory. */
	kill(): void {
		this.generation += 1;
		this.names = new NameBook();
		this.views.clear();
	}

	/**
	 * One poll of a trigger.
	 *
	 * @param life the trigger's own
	 * @param memory the trigger's static data in this life
	 * @param seen called when a request for an inbox arrives
	 * @returns null when another poll of it is under way, or when it dies
	 */
	async poll(plan: TriggerPlan, world: World, life: Life, memory: IDataObject, seen: (messageBoxId: number) => void = () => {}): Promise<PollResult | null> {
		const { clock } = this;
		const begun = clock.now;
		let isTooLate = false;
		const isAlive = this.livesOf(life);
		const service = new SimulatedService(world.simulator, {
			begin: () => {
				if (clock.now - begun >= BUDGET) isTooLate = true;
			},
			travel: () => this.pass(world, isAlive),
			arrive: (path) => {
				this.arrived += 1;
				seen(Number(path.split('/')[3]));
			},
			fail: (method, path) => {
				if (method !== 'GET' || !world.isUnreadable(path)) this.incidents.set(world, clock.now);
			},
			hostNow: () => clock.host,
		});
		const result = await pollOnce({
			views: this.viewsOf(world),
			origin: world.origin,
			key: `${world.simulator.token} ${plan.name} ${this.generation} ${life.generation}`,
			settings: plan.settings,
			limits: plan.limits,
			service,
			memory: () => memory,
			now: () => this.steady,
			budget: BUDGET,
			names: this.names,
		}).catch((error) => {
			if (!(error instanceof Killed)) throw error;
			return null;
		});
		if (result === null || !isAlive()) return null;
		if (clock.now - begun > SLOW) this.incidents.set(world, clock.now);
		const lastIncident = this.incidents.get(world) ?? -Infinity;
		return {
			begun,
			sent: service.requests,
			names: service.names,
			isClean: lastIncident < begun - VIEW_AGE && service.remaining > 0,
			isRoomy: service.remaining + service.requests >= plan.settings.maxRequests,
			isTooLate,
			events: result.events as unknown as Told[],
			thrown: result.report.thrown !== null,
		};
	}

	/** A node of this process writes a ticket, and the view is told as the transport tells it; nothing is sent again. */
	async update(world: World, ticket: Ticket, patch: TicketPatch): Promise<void> {
		const isAlive = this.livesOf();
		await world.update(ticket, async (done) => {
			const sentAt = this.steady;
			this.pass(world, isAlive);
			if (!world.simulator.store.tickets.has(ticket.ticket_id)) return;
			const outcome = await world.simulator.handle({
				method: 'PUT',
				path: `/api/v2/${ticket.message_box_id}/tickets/${ticket.ticket_id}`,
				headers: { authorization: `Bearer ${world.simulator.token}`, 'content-type': 'application/json' },
				rawBody: JSON.stringify(patch),
			});
			// Whatever the answer is, it may have taken effect.
			done();
			this.pass(world, isAlive);
			if (typeof outcome !== 'string' && outcome.status === 204) this.tellView(world, ticket, patch, { sentAt, headers: outcome.headers });
		}).catch((error) => {
			if (!(error instanceof Killed)) throw error;
		});
	}

	/** What the transport tells of a write that the service has confirmed. */
	private tellView(world: World, { message_box_id, ticket_id }: Ticket, body: TicketPatch, { sentAt, headers }: { sentAt: number; headers: Record<string, string> }): void {
		const answeredAt = this.steady;
		const written = Date.parse(Object.entries(headers).find(([name]) => name.toLowerCase() === 'date')?.[1] ?? '');
		const known = this.offsets.get(world) ?? null;
		const offset = Number.isNaN(written) ? known : narrowed(known, { earliest: written, latest: written + SECOND }, sentAt, answeredAt);
		this.offsets.set(world, offset);
		const onService = offset && { earliest: sentAt + offset.min, latest: answeredAt + offset.max };
		this.viewsOf(world).observer(() => this.steady).wrote(message_box_id, ticket_id, { sentAt, answeredAt, onService, body: { ...body }, confirmed: true });
	}

	/** The clock of this machine that does not step (ms). */
	private get steady(): number {
		return this.clock.now - BOOT;
	}

	/** Time passes on the way of a request; whoever has died meanwhile does not hear of it any more. */
	private pass(world: World, isAlive: () => boolean): void {
		if (this.killAfter-- <= 0) {
			this.killAfter = Infinity;
			this.kill();
		}
		if (!isAlive()) throw new Killed();
		this.travel(world);
	}

	/** What this process knows of a tenant. */
	private viewsOf(world: World): ViewRegistry {
		const views = this.views.get(world) ?? new ViewRegistry();
		this.views.set(world, views);
		return views;
	}

	private livesOf(...lives: Life[]): () => boolean {
		const all = [this, ...lives].map((life) => ({ life, generation: life.generation }));
		return () => all.every(({ life, generation }) => life.generation === generation);
	}
}

/** The next full minute, with requests of its own (ms). */
export const nextMinute = (now: number) => Math.ceil((now + 1) / MINUTE) * MINUTE;
