/**
 * The Support Inbox service as its API document describes it, for tests and the demo: stateful, strict, over real HTTP.
 * Written from the document, not from the node, so that the two can disagree.
 *
 * - `startSimulator()` starts one in this process; `npx tsx test/simulator/main.ts` runs one alone (see main.ts).
 * - A request that the contract in test/contract does not allow is refused and recorded as a violation: every test calls
 *   `expectNoViolations()`. An answer contains only the fields of the contract.
 * - Each point that the document leaves open is a named reading: see readings.ts.
 * - `store` has the state, and helpers that act as users and customers of the service.
 * - `faults` makes requests fail; `otherProgram` uses the same token; `interludes` set when others act.
 * - `clock` can be set ahead and back.
 *
 * One file per resource in resources/, by the contract's operation ids; the state in store/, demo data in seed/.
 */
import type { Server } from 'node:http';
import { operationsAt } from '../contract/contract';
import { Engine, type EngineOptions } from './engine';
import { OtherProgram } from './otherProgram';
import { readingsWith, type Readings } from './readings';
import { handlers } from './resources';
import { closed, listen, type AdminApi } from './server';

export interface SimulatorOptions extends EngineOptions {
	/** default 0: a free port */
	port?: number;
	/** false: no port is opened, only `handle` works; default true */
	http?: boolean;
	/** answers requests outside the service; used by main.ts */
	adminApi?: (simulator: Simulator) => AdminApi;
}

export class Simulator extends Engine {
	/** `http://127.0.0.1:<port>` */
	baseUrl = '';
	private server: Server | undefined;

	async start({ http = true, port: wanted = 0, adminApi }: SimulatorOptions): Promise<void> {
		await this.setReadings({});
		if (!http) return;
		const { server, port } = await listen(wanted, this.handle, adminApi?.(this));
		this.server = server;
		this.baseUrl = `http://127.0.0.1:${port}`;
	}

	/** Closes the ports and every open connection. */
	async stop(): Promise<void> {
		await this.files.stop();
		if (this.server) await closed(this.server);
	}

	/** Another program with the same token; there may be several. */
	otherProgram(): OtherProgram {
		return new OtherProgram(this);
	}

	/** Changes readings; data that was written before does not change. */
	async setReadings(change: Partial<Readings>): Promise<void> {
		Object.assign(this.readings, readingsWith({ ...this.readings, ...change }));
		if (this.readings.attachmentAnswer !== 'file') await this.files.start();
	}

	/** Another program with the same token uses up requests of the current window. */
	consumeQuota(count: number): void {
		this.tokens.main.take(count);
	}

	clearRequests(): void {
		this.requests.length = 0;
	}

	/** @throws Error that lists the violations, if there are any */
	expectNoViolations(): void {
		if (this.violations.length === 0) return;
		const lines = this.violations.map(({ request, message }) => `- ${request.method} ${request.path}: ${message} ${request.rawBody}`);
		throw new Error(`The simulator saw requests that the API document does not allow:\n${lines.join('\n')}`);
	}
}

/** Starts the service with the given options; see `SimulatorOptions`. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
	const simulator = new Simulator(options);
	await simulator.start(options);
	return simulator;
}

/** @returns whether the simulator has the endpoint; `{name}` in the path, which begins with `/api/v2/`, stands for any value */
export function hasEndpoint(method: string, path: string): boolean {
	return operationsAt(method, path).some(({ id }) => id in handlers);
}

export { inJson, RATE_LIMIT_NONSENSE, RESET_UNITS, type Fault, type FaultKind } from './faults';
export type { RequestMatch } from './requestMatch';
export type { Answer, DoneRequest, IncomingRequest, Outcome, RecordedRequest } from './messages';
export { READINGS, type Readings } from './readings';
export type { CommentInput, MessageInput, TicketInput, TicketPatch } from './store/inputs';
export type * from './store/Directory';
export type * from './store/types';
