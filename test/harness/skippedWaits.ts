import { ClientRequest } from 'node:http';
import { Dispatcher } from '../../nodes/SupportInbox/transport/dispatcher';
import { isHeldUp, type Ports } from '../simulator/delivery';
import { networkIsQuiet, onRequest } from './virtualTime';

interface Wait {
	at: number;
	wake: () => void;
}

/** Waits that have been arranged, on the clock that skips them. */
const waits = new Set<Wait>();
const begun = performance.now();
/** ms that have passed since then on the clock of these tests: waits and requests, and nothing else */
let passed = 0;
let isSkipping = false;
/** whether waits end while an answer is on its way, as they do for the machine */
let endWithMachine = true;
/** requests on the network that time does not wait for */
let isLeftOut = (_connection: Ports): boolean => false;

/** @returns ms of a clock on which nothing takes time but waits and, a little, requests; the simulator's clock in such tests */
export const skippingNow = (): number => performance.timeOrigin + begun + passed;

/** Something takes so long (ms). */
export function letPass(ms: number): void {
	passed += ms;
}

/** ms that a request takes on this clock */
const REQUEST_MS = 1;
onRequest(() => letPass(REQUEST_MS));

/**
 * The dispatchers of this test file wait for nothing: as soon as no request is on its way, time leaps to where the next wait
 * ends. What happens is the same on a machine of any speed, and takes no longer than the requests do. While a request is
 * on its way, waits take as long as they do for the machine.
 */
export function skipWaits(): void {
	// Every dispatcher that is given no clock has this one. What people see is by the same clock: by the machine's, which is set while tests
	// run, a time at the begin of a minute would now and then be one of the minute before.
	Object.assign(new Dispatcher().clock, { now: skippingNow, wallTime: (at: number) => at, sleep: async (ms: number) => await sleep(ms), random: () => 0.5 });
}

/**
 * As {@link skipWaits}, and time-outs of requests whose answers the simulator holds back for ever are skipped as well: a
 * request that is answered has all the time that the machine needs for it.
 */
export function skipTimeouts(): void {
	skipWaits();
	isLeftOut = isHeldUp;
	endWithMachine = false;
	// What the nodes import, not a copy of it.
	const n8nWorkflow = jest.requireActual<{ sleep: typeof sleep }>('n8n-workflow');
	const { sleep: machineSleep } = n8nWorkflow;
	const machine = { timeout: AbortSignal.timeout, setTimeout: ClientRequest.prototype.setTimeout };
	beforeAll(() => {
		Object.defineProperty(n8nWorkflow, 'sleep', { value: sleep, configurable: true });
		AbortSignal.timeout = skippedTimeout;
		ClientRequest.prototype.setTimeout = setSkippedTimeout;
	});
	afterAll(() => {
		Object.defineProperty(n8nWorkflow, 'sleep', { value: machineSleep, configurable: true });
		AbortSignal.timeout = machine.timeout;
		ClientRequest.prototype.setTimeout = machine.setTimeout;
	});
}

/** As AbortSignal.timeout; time does not leap to its end once nobody listens any more. */
function skippedTimeout(ms: number): AbortSignal {
	const [timeout, unheard] = [new AbortController(), new AbortController()];
	timeout.signal.removeEventListener = () => unheard.abort();
	void sleep(ms, unheard.signal).then(() => unheard.signal.aborted || timeout.abort());
	return timeout.signal;
}

/** The time-out of n8n's HTTP client. */
function setSkippedTimeout(this: ClientRequest, ms: number, callback?: () => void): ClientRequest {
	const closed = new AbortController();
	this.once('close', () => closed.abort());
	if (ms > 0 && callback !== undefined) void sleep(ms, closed.signal).then(() => closed.signal.aborted || callback());
	return this;
}

async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
	await new Promise<void>((resolve) => {
		const at = passed + Math.max(0, ms);
		const end = () => {
			clearTimeout(timer);
			signal?.removeEventListener('abort', end);
			waits.delete(wait);
			resolve();
		};
		const wake = () => {
			passed = Math.max(passed, at);
			end();
		};
		const timer = endWithMachine ? setTimeout(wake, ms) : undefined;
		const wait = { at, wake };
		signal?.addEventListener('abort', end);
		waits.add(wait);
		if (!isSkipping) void skip();
	});
}

async function skip(): Promise<void> {
	isSkipping = true;
	while (waits.size > 0) {
		await networkIsQuiet(isLeftOut);
		const [next] = [...waits].sort((a, b) => a.at - b.at);
		if (next === undefined) break;
		next.wake();
	}
	isSkipping = false;
}
