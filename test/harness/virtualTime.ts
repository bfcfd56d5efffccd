import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { Dispatcher } from '../../nodes/SupportInbox/transport/dispatcher';
import { type Simulator, type SimulatorOptions, startSimulator } from '../simulator';
import type { Ports } from '../simulator/delivery';
import { listen } from '../simulator/server';
import { FakeClock } from '../transport/fakeClock';
import type { Service } from './engine';

/** Iterations of the event loop in which nothing happens before virtual time goes on. */
const QUIET_ITERATIONS = 20;

/** Requests of this process that are on the network. */
const onTheWay = new Set<ClientRequest>();
const listeners: Record<string, (message: unknown) => void> = {
	'http.client.request.start': (message) => {
		const { request } = message as { request: ClientRequest };
		onTheWay.add(request);
		// One that is given up may end without an answer and without an error.
		request.once('close', () => onTheWay.delete(request));
	},
	'http.client.response.finish': (message) => void onTheWay.delete((message as { request: ClientRequest }).request),
	'http.client.request.error': (message) => void onTheWay.delete((message as { request: ClientRequest }).request),
};
for (const [channel, listener] of Object.entries(listeners)) listenTo(channel, listener);

/** The channels are those of the process, and jest loads this file anew for each test file. */
function listenTo(channel: string, listener: (message: unknown) => void): void {
	subscribe(channel, listener);
	if (typeof afterAll === 'function') afterAll(() => void unsubscribe(channel, listener));
}

/** Calls a function whenever this process sends a request, until the test file ends. */
export const onRequest = (listener: () => void): void => listenTo('http.client.request.start', listener);

/**
 * Resolves when nothing of this process has gone on for some iterations of the event loop.
 *
 * @param isLeftOut whether a request on the network is not waited for, by its connection
 */
export async function networkIsQuiet(isLeftOut: (connection: Ports) => boolean): Promise<void> {
	// A request that was given up may have no connection by which to know it.
	await quietIterations(() => [...onTheWay].every(({ destroyed, socket }) => destroyed || (socket !== null && isLeftOut(socket))));
}

async function quietIterations(isQuiet: () => boolean): Promise<void> {
	for (let rounds = 0; rounds < QUIET_ITERATIONS; rounds++) {
		await new Promise((resolve) => setImmediate(resolve));
		if (!isQuiet()) rounds = -1;
	}
}

/** Virtual time that waits for real requests over HTTP: it stands still until each of them is answered or held up. */
class NetworkClock extends FakeClock {
	/** requests that wait at the service for time to pass */
	heldUp = 0;

	protected override async settled(): Promise<void> {
		await quietIterations(() => onTheWay.size <= this.heldUp);
	}
}

/** Time as those who drive nodes see it: `run` lets it pass until the work has ended. */
type Time = Pick<FakeClock, 'now' | 'sleep' | 'run'>;

/** The service over real HTTP and the time that it lives in. */
export interface TimedService extends Service {
	clock: Time;
	simulator: Simulator;
	stop(): Promise<void>;
}

/**
 * Starts a service in virtual time and puts all dispatchers of this process on its clock.
 *
 * @param latencyMs virtual ms from when a request leaves until its answer is there
 */
export async function timedService({ latencyMs = 100, ...options }: SimulatorOptions & { latencyMs?: number } = {}): Promise<TimedService> {
	const clock = new NetworkClock();
	// Every dispatcher that is given no clock has this one.
	Object.assign(new Dispatcher().clock, {
		now: () => clock.now(),
		wallTime: (at: number) => clock.wallTime(at),
		sleep: async (ms: number) => await clock.sleep(ms),
		random: () => clock.random(),
	});
	const simulator = await startSimulator({ ...options, http: false, clock: () => clock.now() });
	const travel = async () => {
		clock.heldUp += 1;
		await clock.sleep(latencyMs / 2);
		clock.heldUp -= 1;
	};
	const { server, port } = await listen(0, async (request) => {
		await travel();
		const outcome = await simulator.handle(request);
		await travel();
		return outcome;
	});
	const stop = async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	};
	return { clock, simulator, baseUrl: `http://127.0.0.1:${port}`, token: simulator.token, stop };
}
