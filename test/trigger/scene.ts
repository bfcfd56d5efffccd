import type { IDataObject } from 'n8n-workflow';
import { MINUTE, SECOND } from '../../nodes/SupportInbox/store/time';
import type { TicketEvent } from '../../nodes/SupportInbox/trigger/detect/events';
import { explanationOf } from '../../nodes/SupportInbox/trigger/explain/explain';
import { type RunNeeds, type RunResult, runOnce } from '../../nodes/SupportInbox/trigger/phases/run';
import type { EventName, Settings } from '../../nodes/SupportInbox/trigger/properties/settings';
import { LIMITS } from '../../nodes/SupportInbox/trigger/state/limits';
import type { TriggerState } from '../../nodes/SupportInbox/trigger/state/state';
import { sessionAt } from '../harness/session';
import { startSimulator, type Fault, type Simulator, type SimulatorOptions, type Ticket, type TicketInput } from '../simulator';
import { hashOf } from './longRun/driver';
import { SimulatedClock, SimulatedService } from './longRun/service';
import { NOW, settings as sampleSettings } from './samples';

/** What a scene begins with: Ticket Created in one inbox. */
export const SETTINGS = sampleSettings({ events: ['ticketCreated'] });

/** The answer of a service where nothing is left of the rate limit. */
export const LIMITED: Fault = { kind: 'status', status: 403, headers: { 'X-RateLimit-Remaining': '0' } };

const ORIGIN = 'https://tenant.example';

/** What differs from SETTINGS. */
export type Chosen = Partial<Omit<Settings, 'filters'>> & { filters?: Partial<Settings['filters']> };

/** A trigger and a service with a clock of its own, without a network. */
export class Scene {
	now = NOW;
	/** this machine's clock minus the service's */
	clockOffset = 0;
	/** how long a request takes each way */
	latency = 50;
	limits = LIMITS;
	memory: IDataObject = {};
	/** requests of the last poll */
	requests = 0;
	onTravel: () => void = () => {};
	readonly service: SimulatedService;
	/** what the process knows; a new one is a new process */
	session = sessionAt(() => this.hostNow());
	private static count = 0;
	private readonly key = `scene ${++Scene.count}`;

	private constructor(
		readonly simulator: Simulator,
		public settings: Settings,
	) {
		const travel = () => {
			this.now += this.latency;
			this.onTravel();
		};
		this.service = new SimulatedService(simulator, { travel, hostNow: () => this.hostNow(), now: () => this.hostNow() });
	}

	/** The service begins empty, with inboxes 101 to 103. */
	static async set({ filters, ...chosen }: Chosen = {}, options: SimulatorOptions = {}): Promise<Scene> {
		const holder: { scene?: Scene } = {};
		const clock = () => holder.scene?.now ?? NOW;
		const simulator = await startSimulator({ clock, http: false, rateLimit: { limit: 100_000 }, seed: { tickets: 0 }, ...options });
		for (const id of [...simulator.store.tickets.keys()]) simulator.store.removeTicket(id);
		holder.scene = new Scene(simulator, { ...SETTINGS, ...chosen, filters: { ...SETTINGS.filters, ...filters } });
		return holder.scene;
	}

	/** @returns a scene whose trigger has polled once */
	static async begun(chosen: Chosen = {}, options: SimulatorOptions = {}): Promise<Scene> {
		const scene = await Scene.set(chosen, options);
		await scene.poll();
		return scene;
	}

	get store() {
		return this.simulator.store;
	}

	get state(): TriggerState {
		return this.memory.state as unknown as TriggerState;
	}

	/** @param input of each ticket, by its place @returns the new tickets */
	create(count: number, input: (place: number) => TicketInput = () => ({})): Ticket[] {
		return Array.from({ length: count }, (_, place) => this.store.createTicket(input(place)));
	}

	/** All requests fail, or those of a path, until the faults are cleared. */
	fail(fault: Fault, path?: RegExp): void {
		this.simulator.faults.add({ ...fault, when: { path, times: 'always' } });
	}

	/** Keeps the memory of now. @returns brings it back, as n8n does with what it saved last */
	save(): () => void {
		const saved = JSON.stringify(this.memory);
		return () => void (this.memory = JSON.parse(saved) as IDataObject);
	}

	/** n8n is started again: nothing is known but what was saved. */
	newProcess(): void {
		this.session = sessionAt(() => this.hostNow());
		this.service.clock = new SimulatedClock();
	}

	hostNow(): number {
		return this.now + this.clockOffset;
	}

	/** A poll some time after the last one. @returns what it gave and what went wrong; null: another poll was under way */
	async poll(after = MINUTE): Promise<RunResult | null> {
		this.now += after;
		const before = this.service.requests;
		const result = await this.run({ key: this.key, session: this.session, settings: this.settings, memory: () => this.memory });
		if (result === null) return null;
		this.requests = this.service.requests - before;
		// As n8n does it: what is stored is JSON.
		this.memory = JSON.parse(JSON.stringify(this.memory)) as IDataObject;
		return result;
	}

	/** What *Fetch Test Event* explains of a ticket. */
	async explain(ticketId: number) {
		const before = this.service.requests;
		const trigger = { key: this.key, session: this.session, settings: this.settings, memory: () => this.memory };
		const item = await explanationOf(ticketId, { ...trigger, origin: ORIGIN, service: this.service, budget: 26 * SECOND, zone: 'UTC' });
		this.requests = this.service.requests - before;
		return item as Omit<IDataObject, 'events'> & { events: Array<{ event: EventName; result: string; reason: string; message_id?: number | null }> };
	}

	/**
	 * Adds a trigger to the same process.
	 *
	 * @param chosen what differs from SETTINGS
	 * @returns polls at once, perhaps in another process or with other settings; gives the events, the failures and how many requests it sent
	 */
	another(chosen: Partial<Settings>) {
		const key = `scene ${++Scene.count}`;
		const memory: IDataObject = {};
		return async (session = this.session, more: Partial<Settings> = {}) => {
			const before = this.service.requests;
			const result = await this.run({ key, session, settings: { ...SETTINGS, ...chosen, ...more }, memory: () => memory });
			return { requests: this.service.requests - before, events: result?.events ?? [], thrown: result?.report.thrown, reported: result?.report.reported ?? [] };
		};
	}

	private async run(trigger: Pick<RunNeeds, 'key' | 'session' | 'settings' | 'memory'>): Promise<RunResult | null> {
		return await runOnce({ ...trigger, origin: ORIGIN, service: this.service, limits: this.limits, budget: 26 * SECOND, hashOf });
	}

	/** Polls every minute. @returns what each poll did with its failures */
	async outcomes(polls: number): Promise<Array<'thrown' | 'reported' | 'tolerated' | 'fine'>> {
		const seen: Awaited<ReturnType<Scene['outcomes']>> = [];
		for (let count = 0; count < polls; count++) {
			const { report } = (await this.poll()) ?? {};
			seen.push(report?.thrown ? 'thrown' : report?.reported.length ? 'reported' : report?.tolerated.length ? 'tolerated' : 'fine');
		}
		return seen;
	}

	/** @returns the events of a poll */
	async events(after = MINUTE): Promise<TicketEvent[]> {
		return (await this.poll(after))?.events ?? [];
	}

	/** @param before what happens before each of these polls @returns all their events */
	async eventsOf(polls: number, { after = MINUTE, before = () => {} }: { after?: number; before?: (poll: number) => void } = {}): Promise<TicketEvent[]> {
		const events: TicketEvent[] = [];
		for (let poll = 0; poll < polls; poll++) {
			before(poll);
			events.push(...(await this.events(after)));
		}
		return events;
	}

	/** Polls until several polls have given nothing. @returns all events in the order in which they came */
	async allEvents(): Promise<TicketEvent[]> {
		const events: TicketEvent[] = [];
		for (let silent = 0; silent < 8; silent++) {
			const next = await this.events();
			if (next.length > 0) silent = 0;
			events.push(...next);
		}
		return events;
	}
}

export const idsOf = (events: Array<{ ticket_id: number }>) => events.map(({ ticket_id }) => ticket_id);
export const messageIdsOf = (events: TicketEvent[]) => events.map(({ message }) => message?.message_id);

/** What an event was emitted of; `message_id`: of New Message. */
export interface Emitted {
	event: string;
	ticket_id: number;
	message_id?: number;
}

/** @returns what the polls of a scene emit from now on */
export function record(scene: Scene): Emitted[] {
	const emitted: Emitted[] = [];
	const poll = scene.poll.bind(scene);
	scene.poll = async (after) => {
		const result = await poll(after);
		emitted.push(...(result?.events ?? []).map(({ event, ticket_id, message }) => ({ event, ticket_id, ...(event === 'newMessage' && { message_id: message?.message_id }) })));
		return result;
	};
	return emitted;
}
