import { join } from 'node:path';
import axios, { isAxiosError } from 'axios';
import type { Fault, RequestMatch } from '../test/simulator';
import { waitFor } from './n8n-host/net';
import { OwnProcess } from './n8n-host/process';
import { ROOT } from './run';

const TSX = join(ROOT, 'node_modules', 'tsx', 'dist', 'cli.mjs');
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
	messages: Array<{ message_id: number; title: string | null; body: string; method_cd: string; action_cd: string }>;
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

/** Requests by method, by the text of a pattern for the path, and by count; see test/simulator/requestMatch.ts. */
export type MatchOrder = Omit<RequestMatch, 'path' | 'predicate'> & { path?: string };

export type FaultOrder = Omit<Fault, 'when'> & { when?: MatchOrder };

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

	/** Sets the service's clock ahead, or back when negative. */
	async stepClock(stepMs: number): Promise<void> {
		await this.admin('post', 'clock', { stepMs });
	}

	/** Somebody else sends this number of requests with the token. */
	async consumeQuota(count: number): Promise<void> {
		await this.admin('post', 'consume-quota', { count });
	}

	/** Issues a token with a window of its own, or takes one back. */
	async changeTokens(change: { add?: string; revoke?: string }): Promise<void> {
		await this.admin('post', 'tokens', change);
	}

	/** Makes things happen by themselves every `intervalMs`; 0 stops it. */
	async live(intervalMs: number): Promise<void> {
		await this.admin('post', 'live', { intervalMs });
	}

	/** Makes the requests that fit fail, as test/simulator/faults.ts describes it. */
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
	constructor(
		started: SimulatorAddress,
		private readonly main: OwnProcess,
	) {
		super(started);
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
		const line = await waitFor('the simulator', firstLine, { detail: () => main.tail() });
		return new SimulatorProcess(JSON.parse(line) as SimulatorAddress, main);
	} catch (error) {
		await main.stop();
		throw error;
	}
}
