/**
 * The Support Inbox service as its API document describes it, for tests and the demo: stateful, strict, over real HTTP.
 * Written from the document, not from the node, so that the two can disagree.
 *
 * - `startSimulator()` starts one in this process; `npx tsx test/simulator/main.ts` runs one alone (see main.ts).
 * - What a request does that the contract in test/contract does not allow is refused, and a violation: `expectNoViolations()` in
 *   every test.
 * - What the document leaves open is a named reading: see readings.ts.
 * - `store` holds the state and helpers that act as users and customers of the service do.
 * - `faults` makes requests fail; `otherProgram` holds the same token; `schedule` and `interludes` say when others act.
 * - `clock` can be set ahead and back; `tenants.ts` starts several tenants with the same inbox ids.
 *
 * One file per resource in resources/, by the contract's operation ids; the state in store/, demo data in seed/.
 */
import { ServiceClock } from './clock';
import { Engine, type AddressLimit } from './engine';
import type { Extreme } from './extremes';
import type { Fault } from './faults';
import { Interludes } from './interludes';
import { seedLaterAdditions } from './laterAdditions';
import type { IncomingRequest, Outcome, RecordedRequest, Violation } from './messages';
import { FileHost } from './fileHost';
import { OtherProgram } from './otherProgram';
import { readingsWith, type Readings } from './readings';
import { Schedule } from './schedule';
import { seedDemo, type SeedOptions } from './seed';
import { closed, listen, type AdminApi } from './server';
import { Store } from './store/Store';
import { Calendar } from './time';
import { Tokens } from './tokens';

export interface SimulatorOptions extends Partial<Readings> {
	/** default `sim-token` */
	token?: string;
	/** default 0: a free port */
	port?: number;
	/** default 60 requests per 60,000 ms, in fixed windows aligned to the server's clock */
	rateLimit?: { limit?: number; windowMs?: number };
	/** the server's clock in milliseconds; default Date.now. Drives Date header, windows, timestamps and snooze */
	clock?: () => number;
	/** longer addresses are refused before the service sees them; default: only Node's own limit of 16 KiB */
	addressLimit?: AddressLimit;
	/** demo data; default true */
	seed?: boolean | SeedOptions;
	/** answers at the edges of what the document allows; default: what is stored */
	answers?: Extreme;
	/** how many requests are kept; default all. For long runs */
	keepRequests?: number;
	/** false: no port is opened, only `handle` works; default true */
	http?: boolean;
	/** answers requests outside the service; used by main.ts */
	adminApi?: (simulator: Simulator) => AdminApi;
}

export interface Simulator {
	/** `http://127.0.0.1:<port>` */
	baseUrl: string;
	token: string;
	/** every request that arrived, oldest first */
	requests: RecordedRequest[];
	violations: Violation[];
	store: Store;
	faults: { add(fault: Fault): void; clear(): void };
	/** the service's clock, with the steps that it makes */
	clock: ServiceClock;
	/** what happens at given times of the service's clock */
	schedule: Schedule;
	/** what happens around requests of the client */
	interludes: Interludes;
	/** Another program; several may hold the token. @param token default: the client's */
	otherProgram(token?: string): OtherProgram;
	/** how the service reads what the document leaves open */
	readonly readings: Readonly<Readings>;
	/** Changes readings; what was written before stays as it is. */
	setReadings(change: Partial<Readings>): Promise<void>;
	/** where files lie that are answered by their address */
	files: Pick<FileHost, 'requests'>;
	/** the valid tokens; each has a window of its own */
	tokens: Pick<Tokens, 'add' | 'revoke'>;
	/** The service without the network. The HTTP server uses it too. */
	handle(request: IncomingRequest): Promise<Outcome>;
	/** Another program with the same token uses up requests of the current window. */
	consumeQuota(count: number): void;
	/** Changes the rate limit; the running window starts over. */
	setRateLimit(change: { limit?: number; windowMs?: number }): void;
	clearRequests(): void;
	/** @throws Error that lists the violations, if there are any */
	expectNoViolations(): void;
	/** Closes the port and every open connection. */
	stop(): Promise<void>;
}

/** Starts the service with the given options; see `SimulatorOptions`. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
	const { token = 'sim-token', rateLimit = {}, seed = true, keepRequests = Infinity, addressLimit } = options;
	const readings = readingsWith(options);
	const clock = new ServiceClock(options.clock ?? Date.now);
	const store = new Store(clock.now, new Calendar(readings), readings);
	if (seed) seedDemo(store, seed === true ? {} : seed);
	if (seed && readings.laterAdditions === 'some') seedLaterAdditions(store, 101);
	const tokens = new Tokens(clock.now, rateLimit.limit ?? 60, rateLimit.windowMs ?? 60_000, token, readings);
	const files = new FileHost(clock.now, (violation) => engine.violations.push(violation));
	const schedule = new Schedule(clock);
	const interludes = new Interludes();
	const parts = { clock: clock.now, tokens, store, files, schedule, interludes, readings, keepRequests, addressLimit, answers: options.answers };
	const engine = new Engine(parts);
	const simulator: Simulator = {
		baseUrl: '',
		token,
		requests: engine.requests,
		violations: engine.violations,
		store,
		faults: engine.faults,
		clock,
		schedule,
		interludes,
		readings,
		setReadings: async (change) => {
			Object.assign(readings, readingsWith({ ...readings, ...change }));
			if (readings.attachmentAnswer !== 'file') await files.start();
		},
		files,
		tokens,
		otherProgram: (ofToken = token) => new OtherProgram(engine, schedule, interludes, ofToken),
		handle: (request) => engine.handle(request),
		consumeQuota: (count) => void tokens.main.take(count),
		setRateLimit: (change) => tokens.set(change),
		clearRequests: () => void (engine.requests.length = 0),
		expectNoViolations: () => expectNone(engine.violations),
		stop: async () => await files.stop(),
	};
	await simulator.setReadings({});
	if (options.http ?? true) await open(simulator, options);
	return simulator;
}

async function open(simulator: Simulator, options: SimulatorOptions): Promise<void> {
	const adminApi = options.adminApi?.(simulator);
	const { server, port } = await listen(options.port ?? 0, simulator.handle, adminApi);
	simulator.baseUrl = `http://127.0.0.1:${port}`;
	const stopFiles = simulator.stop;
	simulator.stop = async () => {
		await stopFiles();
		await closed(server);
	};
}

function expectNone(violations: Violation[]): void {
	if (violations.length === 0) return;
	const lines = violations.map(
		({ request, message }) => `- ${request.method} ${request.path}: ${message} ${request.rawBody}`,
	);
	throw new Error(`The simulator saw requests that the API document does not allow:\n${lines.join('\n')}`);
}

export { hasEndpoint } from './endpoints';
export { RATE_LIMIT_NONSENSE } from './faults';
export type { Fault, FaultKind } from './faults';
export type { Moment } from './interludes';
export type { RequestMatch } from './requestMatch';
export { OtherProgram, type LabelRace, type OtherRequest, type Spending } from './otherProgram';
export { startTenants, type TenantsOptions } from './tenants';
export type { Answer, IncomingRequest, Outcome, RecordedRequest, Violation } from './messages';
export type { AddressLimit } from './engine';
export { READINGS, type Readings } from './readings';
export type { SeedOptions } from './seed';
export type { AttachmentInput, ConversationInput, MessageInput, TicketInput, TicketPatch } from './store/inputs';
export type * from './store/types';
export { LiveTraffic, type LiveEvent } from './liveTraffic';
export { Store } from './store/Store';
