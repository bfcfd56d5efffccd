import { join } from 'node:path';
import axios, { isAxiosError } from 'axios';
import { waitFor } from './n8n-host/net';
import { OwnProcess } from './n8n-host/process';

const ROOT = join(__dirname, '..');
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

export interface SimulatorAddress {
	baseUrl: string;
	token: string;
}

/** The simulator's own books and switches, beside the service that it stands for (test/simulator/main.ts). */
export class SimulatorClient implements SimulatorAddress {
	readonly baseUrl: string;
	readonly token: string;

	constructor({ baseUrl, token }: SimulatorAddress) {
		this.baseUrl = baseUrl;
		this.token = token;
	}

	/** @returns everything the service knows, and the violations seen so far */
	async state(): Promise<SimulatorState> {
		return await this.door('get', 'state');
	}

	/** @returns every request that arrived, the oldest first */
	async requests(): Promise<SeenRequest[]> {
		return await this.door('get', 'requests');
	}

	/** Does what a customer or a user of the service's own screens does. @returns what came of it */
	async act<T = Record<string, unknown>>(action: { do: string } & Record<string, unknown>): Promise<T> {
		return await this.door('post', 'act', action);
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

	/** Somebody else sends so many requests with the token. */
	async consumeBudget(count: number): Promise<void> {
		await this.door('post', 'consume-budget', { count });
	}

	/** Makes things happen by themselves every `intervalMs`; 0 stops it. */
	async live(intervalMs: number): Promise<void> {
		await this.door('post', 'live', { intervalMs });
	}

	/** Makes the requests that fit fail, as test/simulator/faults.ts describes it; `when.path` is the text of a pattern. */
	async fail(fault: { kind: string; status?: number; when: { method?: string; path?: string; nth?: number; times?: number } }) {
		await this.door('post', 'faults', fault);
	}

	/** Takes back the faults that have not hit yet. */
	async failNoMore(): Promise<void> {
		await this.door('delete', 'faults');
	}

	private async door<T>(method: 'get' | 'post' | 'delete', path: string, data?: unknown): Promise<T> {
		return (await axios.request<T>({ method, url: `${this.baseUrl}/__sim/${path}`, data })).data;
	}
}

/** A simulator that runs as a process of its own. */
export class SimulatorProcess extends SimulatorClient {
	constructor(
		address: SimulatorAddress,
		private readonly main: OwnProcess,
	) {
		super(address);
	}

	/** Ends the process. */
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
		return new SimulatorProcess(JSON.parse(line) as SimulatorAddress, main);
	} catch (error) {
		await main.stop();
		throw error;
	}
}
