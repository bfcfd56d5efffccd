import { Dispatcher } from '../../nodes/SupportInbox/transport/dispatcher';
import { type Headers, ServiceFailure } from '../../nodes/SupportInbox/transport/errors/failure';
import type { RequestContext } from '../../nodes/SupportInbox/transport/queue/requestContext';
import type { Semantics } from '../../nodes/SupportInbox/transport/retry/retryPolicy';
import { startSimulator, type Simulator, type SimulatorOptions } from '../simulator';
import { FakeClock } from './fakeClock';

/** How the service behaves beside the simulator: latency of a request, clock difference, left-out headers. */
export interface Circumstances {
	latencyMs?: number;
	/** service's clock minus the machine's clock; one that steps depends on the ms since the start */
	offsetMs?: number | ((passed: number) => number);
	/** headers that never arrive, in lower case */
	without?: string[];
	simulator?: SimulatorOptions;
}

/** The simulator in virtual time, with dispatchers in front of it as n8n processes have them. */
export interface VirtualService {
	clock: FakeClock;
	simulator: Simulator;
	dispatcher: Dispatcher;
	/** @returns a dispatcher of another process with the same token */
	anotherDispatcher(): Dispatcher;
	/** Sends a request through a dispatcher, each at its own place in the item queue. */
	ask(requestContext?: Partial<RequestContext>, semantics?: Semantics, dispatcher?: Dispatcher): Promise<number>;
	/** Sends a request at the place in the item queue where the caller is. */
	send(requestContext: RequestContext, semantics: Semantics, readPrecondition?: () => Promise<void>): Promise<number>;
	/** @returns statuses of the answers that were given, e.g. `{ 200: 60, 403: 1 }` */
	statuses(): Record<string, number>;
}

/** What leaves after these ms has no answer: the time-out of a try. */
const TIMEOUT_MS = 14_000;

/** Requests of a window, as the API document has it. */
const LIMIT = 60;

export async function virtualService(circumstances: Circumstances = {}): Promise<VirtualService> {
	const { latencyMs = 80, offsetMs = 0, without = [] } = circumstances;
	const clock = new FakeClock();
	const begun = clock.now();
	const serverClock = () => clock.now() + (typeof offsetMs === 'number' ? offsetMs : offsetMs(clock.now() - begun));
	const simulator = await startSimulator({ seed: false, http: false, clock: serverClock, ...circumstances.simulator });
	const dispatcher = new Dispatcher(clock);

	const once = async (onHeaders: (headers: Headers) => void): Promise<number> => {
		await clock.sleep(latencyMs / 2);
		const headers = { authorization: `Bearer ${simulator.token}` };
		const outcome = await simulator.handle({ method: 'GET', path: '/api/v2/message_boxes', headers });
		if (outcome === 'noAnswer') await clock.sleep(TIMEOUT_MS - latencyMs);
		await clock.sleep(latencyMs / 2);
		if (outcome === 'noAnswer') throw new ServiceFailure({ kind: 'network', code: 'ECONNABORTED' });
		if (outcome === 'reset') throw new ServiceFailure({ kind: 'network', code: 'ECONNRESET' });
		const entries = Object.entries(outcome.headers).map(([name, value]) => [name.toLowerCase(), value] as const);
		const arrived = Object.fromEntries(entries.filter(([name]) => !without.includes(name)));
		onHeaders(arrived);
		const { status } = outcome;
		if (status >= 400) throw new ServiceFailure({ kind: 'status', status, headers: arrived, message: '' });
		return status;
	};
	return {
		clock,
		simulator,
		dispatcher,
		anotherDispatcher: () => new Dispatcher(clock),
		ask: async (requestContext = {}, semantics = 'safe', through = dispatcher) => {
			const whole: RequestContext = { queue: 'a', order: 0, writes: semantics !== 'safe', priority: 'bulk', ...requestContext };
			return await through.runInQueue(
				whole,
				async () => await through.send(whole, semantics, async ({ onHeaders }) => await once(onHeaders)),
			);
		},
		send: async (requestContext, semantics, readPrecondition) => await dispatcher.send(requestContext, semantics, async ({ onHeaders }) => await once(onHeaders), readPrecondition),
		statuses: () => {
			const counts: Record<string, number> = {};
			for (const { status } of simulator.requests) counts[String(status)] = (counts[String(status)] ?? 0) + 1;
			return counts;
		},
	};
}

/** @returns the share of the limit that was used in the windows between the first and the last request */
export function shareOfTheLimit({ requests }: Simulator, windowMs = 60_000): number {
	const perWindow = new Map<number, number>();
	for (const { at, status } of requests) {
		const window = Math.floor(at / windowMs);
		if (status === 200) perWindow.set(window, (perWindow.get(window) ?? 0) + 1);
	}
	const windows = [...perWindow.keys()].sort((a, b) => a - b);
	// The last window ends with the work, not with the limit.
	const full = windows.slice(0, -1);
	const span = windows[windows.length - 1] - windows[0];
	return full.reduce((sum, window) => sum + (perWindow.get(window) ?? 0), 0) / (span * LIMIT);
}
