import type { IDataObject } from 'n8n-workflow';
import type { Outcome, Ticket } from '../../simulator';
import type { Random } from '../../simulator/random';
import { BUDGET, Shared, type Update } from './driver';
import type { TriggerEvent } from './events';
import type { TriggerPlan } from './plan';
import { requestOf, SimulatedService } from './service';
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

/** What a poll gave, whether n8n reported it as failed, how its own requests ended, and whether one began after its time was over. */
export interface PollResult {
	events: TriggerEvent[];
	failed: boolean;
	endings: Ending[];
	isTooLate: boolean;
	begun: number;
	ended: number;
}

/** What ends when a node or n8n is stopped: what began before goes on for nobody. */
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
	private shared: Shared;

	/** @param travel called on the way of a request, there and back. @param spoil changes what a poll gave: shows that the ledger sees it */
	constructor(
		readonly clock: Clock,
		private readonly world: World,
		private readonly random: Random,
		private readonly travel: () => void,
		private readonly spoil: (result: PollResult) => PollResult = (result) => result,
	) {
		this.shared = new Shared(() => clock.now);
	}

	/** n8n dies, and with it all that it kept in memory. */
	kill(): void {
		this.world.count('kill');
		for (const listener of this.world.listeners) listener.processEnded();
		this.generation += 1;
		this.killAfter = Infinity;
		this.shared = new Shared(() => this.clock.now);
	}

	/**
	 * One poll of a trigger.
	 *
	 * @param life the trigger's own
	 * @param memory the trigger's static data for this poll
	 * @returns null when another poll of it is under way, or when it dies
	 */
	async poll(plan: TriggerPlan, life: Life, memory: IDataObject): Promise<PollResult | null> {
		const { clock, random, world } = this;
		const begun = clock.now;
		const endings: Ending[] = [];
		let isTooLate = false;
		const isAlive = this.livesOf(this, life);
		const service = new SimulatedService(world.simulator, {
			hostNow: () => clock.now + clock.offset,
			now: () => clock.now,
			begin: () => (isTooLate ||= clock.now - begun >= BUDGET),
			travel: () => this.pass(isAlive),
			arrived: async (path, outcome) => {
				const ending = endingOf(outcome, path);
				endings.push(ending);
				world.count(`request ${ending}`);
				if (ending === 'answered') this.answeredAt.set(Number(path.split('/')[3]), clock.now);
				await letOthersRun(random.between(0, 30));
			},
		}, this.shared.clock);
		const key = `${plan.name} ${this.generation} ${life.generation}`;
		const given = await this.shared.poll(key, plan.settings, service, memory).catch(ignoreKilled);
		if (!isAlive()) return null;
		if (given === null) world.count('poll beside another one of its trigger');
		return given && this.spoil({ ...given, endings, isTooLate, begun, ended: clock.now });
	}

	/** A node of this process writes a ticket, and its triggers get to know of it as the transport reports it. */
	async write(ticket: Ticket, patch: Update): Promise<void> {
		const { clock, world } = this;
		const { simulator } = world;
		const sentAt = clock.now;
		const isAlive = this.livesOf(this);
		const end = world.beginOwnWrite(ticket);
		try {
			this.pass(isAlive);
			const outcome = await simulator.handle(requestOf(simulator, 'PUT', `/api/v2/${ticket.message_box_id}/tickets/${ticket.ticket_id}`, patch));
			// Whatever the answer is, it may have taken effect.
			if (simulator.store.tickets.has(ticket.ticket_id)) world.happened(ticket, 'own write');
			this.pass(isAlive);
			if (typeof outcome === 'string' || outcome.status !== 204) return;
			this.shared.wrote(ticket, patch, sentAt, clock.now);
			world.ownWriteKnown(ticket, patch.assign_comment ?? patch.snooze_comment ?? '', sentAt);
		} catch (error) {
			ignoreKilled(error);
		} finally {
			end();
		}
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
	if (typeof outcome === 'string' || outcome.status >= 500) return 'away';
	const isOfTicket = /\/tickets\/\d+$/.test(path);
	if (outcome.status === 403 && outcome.headers['X-RateLimit-Remaining'] === '0') return 'limited';
	if (outcome.status === 404 && isOfTicket) return 'ticket';
	const promised = isOfTicket ? /^\{.*"messages":\[.*\}$/s : /^\[.*\]$/s;
	return outcome.status === 200 && promised.test(outcome.body.toString().trim()) ? 'answered' : 'refused';
}
