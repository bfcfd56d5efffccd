import type { IDataObject } from 'n8n-workflow';

import type { Outcome, Simulator, Ticket, TicketPatch } from '../../simulator';
import type { Random } from '../../simulator/random';

import { BUDGET, Shared } from './driver';
import type { TriggerEvent } from './events';
import type { TriggerPlan } from './plan';
import { SimulatedService } from './service';
import type { World } from './world';

/** n8n was killed in the middle of something. */
class Killed extends Error {}

/** The time on the service's clock, and how far this machine's is from it (ms). */
export interface Clock {
	now: number;
	offset: number;
}

/**
 * How a request ended: with what was asked for, refused by the rate limit, without a usable answer of the service, with
 * another refusal or a page of another program, or of one ticket that cannot be shown.
 */
export type Ending = 'answered' | 'limited' | 'away' | 'refused' | 'ticket';

export interface PollResult {
	events: TriggerEvent[];
	/** n8n reported it as failed */
	failed: boolean;
	/** how its own requests ended */
	endings: Ending[];
	/** a request began after the time for a poll was over */
	isTooLate: boolean;
	begun: number;
	ended: number;
}

/** What ends when a node or n8n is stopped: a poll that began before goes on for nobody. */
export interface Life {
	generation: number;
}

/** One process of n8n: what its nodes share, and how it dies. */
export class Process implements Life {
	generation = 0;
	/** requests until n8n is killed */
	killAfter = Infinity;
	/** when each inbox was answered last (ms) */
	readonly answeredAt = new Map<number, number>();
	private shared = this.anew();

	/** @param travel called on the way of a request, there and back */
	constructor(
		readonly clock: Clock,
		private readonly world: World,
		private readonly random: Random,
		private readonly travel: () => void,
	) {}

	/** n8n dies, and with it all that it kept in memory. */
	kill(): void {
		this.generation += 1;
		this.killAfter = Infinity;
		this.shared = this.anew();
	}

	/**
	 * One poll of a trigger.
	 *
	 * @param life the trigger's own
	 * @param memory the trigger's static data for this poll
	 * @returns null when another poll of it is under way, or when it dies
	 */
	async poll(plan: TriggerPlan, life: Life, memory: IDataObject): Promise<PollResult | null> {
		const { clock } = this;
		const begun = clock.now;
		const endings: Ending[] = [];
		let isTooLate = false;
		const isAlive = this.livesOf(this, life);
		const service = new SimulatedService(this.listenedTo(endings), {
			begin: () => (isTooLate ||= clock.now - begun >= BUDGET),
			travel: () => this.pass(isAlive),
			hostNow: () => clock.now + clock.offset,
		});
		const result = await this.shared.poll(`${plan.name} ${this.generation} ${life.generation}`, plan.settings, service, memory).catch(ignoreKilled);
		return result && isAlive() ? { ...result, endings, isTooLate, begun, ended: clock.now } : null;
	}

	/** A node of this process writes a ticket, and its triggers get to know of it as the transport tells them. */
	async write(ticket: Ticket, patch: TicketPatch): Promise<void> {
		const { clock, world } = this;
		const isAlive = this.livesOf(this);
		await world.ownWrite(ticket, async (done) => {
			const sentAt = clock.now;
			this.pass(isAlive);
			if (!world.simulator.store.tickets.has(ticket.ticket_id)) return;
			const outcome = await world.simulator.handle({
				method: 'PUT',
				path: `/api/v2/${ticket.message_box_id}/tickets/${ticket.ticket_id}`,
				headers: { authorization: `Bearer ${world.simulator.token}`, 'content-type': 'application/json' },
				rawBody: JSON.stringify(patch),
			});
			// Whatever the answer is, it may have taken effect.
			done();
			this.pass(isAlive);
			if (typeof outcome !== 'string' && outcome.status === 204) this.shared.wrote(ticket, patch, sentAt, clock.now);
		}).catch(ignoreKilled);
	}

	private anew(): Shared {
		return new Shared(() => this.clock.now);
	}

	/** The service, with a note of how each request ended; other polls may go on before the answer is back. */
	private listenedTo(endings: Ending[]): Simulator {
		const { simulator } = this.world;
		return {
			...simulator,
			handle: async (request) => {
				const outcome = await simulator.handle(request);
				endings.push(endingOf(outcome, request.path));
				if (endings.at(-1) === 'answered') this.answeredAt.set(Number(request.path.split('/')[3]), this.clock.now);
				await letOthersRun(this.random.between(0, 30));
				return outcome;
			},
		};
	}

	/** Time passes on the way of a request; who has died meanwhile does not hear of it any more. */
	private pass(isAlive: () => boolean): void {
		if (this.killAfter-- <= 0) this.kill();
		if (!isAlive()) throw new Killed();
		this.travel();
	}

	private livesOf(...lives: Life[]): () => boolean {
		const before = lives.map(({ generation }) => generation);
		return () => lives.every(({ generation }, place) => generation === before[place]);
	}
}

/** @param turns how far others come meanwhile */
export async function letOthersRun(turns: number): Promise<void> {
	for (let turn = 0; turn < turns; turn++) await Promise.resolve();
}

function ignoreKilled(error: unknown): null {
	if (!(error instanceof Killed)) throw error;
	return null;
}

function endingOf(outcome: Outcome, path: string): Ending {
	if (typeof outcome === 'string') return 'away';
	const { status, headers, body } = outcome;
	const isOfTicket = /\/tickets\/\d+$/.test(path);
	if (status === 403 && headers['X-RateLimit-Remaining'] === '0') return 'limited';
	if (status === 404 && isOfTicket) return 'ticket';
	if (status >= 500) return 'away';
	const promised = isOfTicket ? /^\{.*"messages":\[.*\}$/s : /^\[.*\]$/s;
	return status === 200 && promised.test(body.toString().trim()) ? 'answered' : 'refused';
}
