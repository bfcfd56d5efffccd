import { join } from 'node:path';
import axios, { isAxiosError } from 'axios';
import type { Fault, Moment, OtherRequest, Readings, RequestMatch } from '../test/simulator';
import { waitFor } from './n8n-host/net';
import { OwnProcess } from './n8n-host/process';
import { ROOT } from './run';

const TSX = join(ROOT, 'node_modules', 'tsx', 'dist', 'cli.mjs');
const START_TIMEOUT_MS = 30_000;
/** The simulator's first ticket has the number after this one. */
const LAST_BEFORE_FIRST_TICKET = 10_000;

/** A ticket as the simulator keeps it; times are milliseconds. */
export interface KeptTicket {
	ticket_id: number;
	message_box_id: number;
	title: string;
	status_cd: string;
	assignee: string | null;
	color_cd: string | null;
	label_ids: number[];
	case_category_ids: number[];
	pending_reason_id: number | null;
	messages: Array<{ message_id: number; body: string }>;
}

export interface SimulatorState {
	counts: Record<'tickets' | 'messages' | 'sentMails' | 'contacts' | 'labels' | 'requests' | 'violations', number>;
	violations: Array<{ message: string; method: string; path: string; rawBody: string }>;
}

/** A request that the simulator answered. */
export interface SeenRequest {
	at: number;
	method: string;
	path: string;
	query: Record<string, string>;
	rawBody: string;
	body?: unknown;
	/** what was answered: a status, or `reset` or `noAnswer` */
	status: number | string;
}

/** Milliseconds or ISO 8601, on the service's clock. */
export type Time = number | string;

/** Requests by method, by the text of a pattern for the path, and by count; see test/simulator/requestMatch.ts. */
export type MatchOrder = Omit<RequestMatch, 'path' | 'predicate' | 'from' | 'until'> & { path?: string; from?: Time; until?: Time };

export type FaultOrder = Omit<Fault, 'when'> & { when?: MatchOrder };

/** What the other program does; see test/simulator/otherProgram.ts. */
export type OtherOrder =
	| { send: OtherRequest }
	| { spend: Array<{ at: Time; count: number }> }
	| { spendEvery: { from: Time; until: Time; everyMs: number; count: number } }
	| { around: { moment: Moment; when: MatchOrder; request: OtherRequest } }
	| { raceForLabel: { inboxId: number; ticketId: number; labelId: number; readAfter: MatchOrder; writeAfter: MatchOrder } };

export interface SimulatorAddress {
	baseUrl: string;
	token: string;
}

/** What the simulator reports and does on demand, beside the service that it stands for (test/simulator/main.ts). */
export class SimulatorClient implements SimulatorAddress {
	readonly baseUrl: string;
	readonly token: string;

	constructor({ baseUrl, token }: SimulatorAddress) {
		this.baseUrl = baseUrl;
		this.token = token;
	}

	/** @returns everything the service knows, and the violations seen so far */
	async state(): Promise<SimulatorState> {
		return await this.admin('get', 'state');
	}

	/** @returns every request that arrived, the oldest first */
	async requests(): Promise<SeenRequest[]> {
		return await this.admin('get', 'requests');
	}

	/** Does what a customer or a user of the service's own screens does. @returns what came of it */
	async act<T = Record<string, unknown>>(action: { do: string } & Record<string, unknown>): Promise<T> {
		return await this.admin('post', 'act', action);
	}

	/** @returns the ticket, undefined when there is none */
	async ticket(ticketId: number): Promise<KeptTicket | undefined> {
		return await this.act<KeptTicket>({ do: 'getTicket', ticketId }).catch((error: unknown) => {
			if (isAxiosError(error) && error.response?.status === 400) return undefined;
			throw error;
		});
	}

	/** @returns the tickets that were created after the one with this number; 0 for all */
	async ticketsAfter(ticketId: number): Promise<KeptTicket[]> {
		const found: KeptTicket[] = [];
		// The simulator numbers tickets without gaps.
		for (let id = Math.max(ticketId, LAST_BEFORE_FIRST_TICKET) + 1; ; id++) {
			const ticket = await this.ticket(id);
			if (!ticket) return found;
			found.push(ticket);
		}
	}

	/** Does at a time of the service's clock what `act` does at once. */
	async schedule(at: Time, action: { do: string } & Record<string, unknown>): Promise<void> {
		await this.admin('post', 'schedule', { at, ...action });
	}

	/** From `from` until `until` the search lists the ticket, and showing it fails with the status; default: 404 from now on. */
	async hideTicket(ticketId: number, period: { status?: 404 | 500; from?: Time; until?: Time } = {}): Promise<void> {
		await this.act({ do: 'hideTicket', ticketId, ...period });
	}

	/** The ticket, or every ticket, can be shown again. */
	async showTicket(ticketId?: number): Promise<void> {
		await this.act({ do: 'showTicket', ticketId });
	}

	/** Sets the service's clock ahead, or back when negative. */
	async stepClock(stepMs: number): Promise<void> {
		await this.admin('post', 'clock', { stepMs });
	}

	/** Somebody else sends this number of requests with the token. */
	async consumeQuota(count: number): Promise<void> {
		await this.admin('post', 'consume-quota', { count });
	}

	/** Sets what the other program that holds the token does, and when; see test/simulator/admin.ts. */
	async other<T = unknown>(order: OtherOrder): Promise<T> {
		return await this.admin('post', 'other', order);
	}

	/** @returns how many requests of the other program got which status */
	async otherStatuses(): Promise<Record<string, number>> {
		return (await this.admin<{ statuses: Record<string, number> }>('get', 'other')).statuses;
	}

	/** Nothing planned happens any more. */
	async dropPlans(): Promise<void> {
		await this.admin('delete', 'plans');
	}

	/** Issues a token with a window of its own, or takes one back. */
	async changeTokens(change: { add?: string; revoke?: string }): Promise<void> {
		await this.admin('post', 'tokens', change);
	}

	/** Changes the rate limit, for example to a shorter minute (whole seconds); the running window starts over. */
	async setRateLimit(change: { limit?: number; windowMs?: number }): Promise<void> {
		await this.admin('post', 'rate-limit', change);
	}

	/** Changes how the service reads what the API document leaves open; see test/simulator/readings.ts. */
	async read(readings: Partial<Readings>): Promise<void> {
		await this.admin('post', 'readings', readings);
	}

	/** Makes things happen by themselves every `intervalMs`; 0 stops it. */
	async live(intervalMs: number): Promise<void> {
		await this.admin('post', 'live', { intervalMs });
	}

	/** Makes the requests that fit fail, as test/simulator/faults/Fault.ts describes it. */
	async fail(fault: FaultOrder): Promise<void> {
		await this.admin('post', 'faults', fault);
	}

	/** Takes back the faults that have not hit yet. */
	async failNoMore(): Promise<void> {
		await this.admin('delete', 'faults');
	}

	private async admin<T>(method: 'get' | 'post' | 'delete', path: string, data?: unknown): Promise<T> {
		return (await axios.request<T>({ method, url: `${this.baseUrl}/__sim/${path}`, data })).data;
	}
}

/** A simulator that runs as a process of its own. */
export class SimulatorProcess extends SimulatorClient {
	/** every tenant of the process, this one first; one unless `--tenants` asked for more */
	readonly tenants: SimulatorClient[];

	constructor(
		started: SimulatorAddress & { tenants: SimulatorAddress[] },
		private readonly main: OwnProcess,
	) {
		super(started);
		const [, ...others] = started.tenants;
		this.tenants = [this, ...others.map((address) => new SimulatorClient(address))];
	}

	async stop(): Promise<void> {
		await this.main.stop();
	}
}

/**
 * Starts the simulator on a free port.
 *
 * @param args as test/simulator/main.ts takes them, for example `['--limit', '600']`
 * @throws with its last lines when it does not start
 */
export async function startSimulatorProcess(args: string[] = []): Promise<SimulatorProcess> {
	const script = join(ROOT, 'test', 'simulator', 'main.ts');
	const main = new OwnProcess(process.execPath, [TSX, script, ...args], process.env);
	const firstLine = () => {
		main.assertRunning();
		return main.findLine(/^\{.*"baseUrl"/);
	};
	try {
		const line = await waitFor('the simulator', firstLine, { timeoutMs: START_TIMEOUT_MS, detail: () => main.tail() });
		return new SimulatorProcess(JSON.parse(line) as SimulatorAddress & { tenants: SimulatorAddress[] }, main);
	} catch (error) {
		await main.stop();
		throw error;
	}
}
