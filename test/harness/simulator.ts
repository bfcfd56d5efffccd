import { startSimulator, type Simulator, type SimulatorOptions } from '../simulator';
import { letPass, skippingNow, skipWaits } from './skippedWaits';

/** The service's windows begin at multiples of it (API document, Limits). */
const WINDOW_MS = 60_000;

let started = 0;

/**
 * Starts a service before each test of the file; after it, the service must have seen nothing that the document forbids.
 * Time passes by waits, which are skipped, and by requests: what was just read is as fresh on a busy machine.
 *
 * @param use is given the service of the test that begins
 */
export function simulatorForEachTest(use: (simulator: Simulator) => void, options: SimulatorOptions = {}): void {
	let simulator: Simulator;

	skipWaits();
	beforeEach(async () => {
		// Each test begins with a new window of the rate limit, or waits would be as long as the machine's time happens to make them. It is
		// not before the machine's time, which data may be dated by.
		const earliest = Math.max(Date.now(), skippingNow());
		letPass(Math.ceil(earliest / WINDOW_MS) * WINDOW_MS - skippingNow());
		// What a process knows of a service is not known of the next one at the same port.
		simulator = await startSimulator({ clock: skippingNow, rateLimit: { limit: 10_000 }, token: `sim-token-${++started}`, ...options });
		use(simulator);
	});

	afterEach(async () => {
		simulator.expectNoViolations();
		await simulator.stop();
	});
}

/** As {@link simulatorForEachTest}. @returns the service of the test that runs */
export function simulatorOfEachTest(options: SimulatorOptions = {}): Simulator {
	let simulator: Simulator;
	simulatorForEachTest((started) => (simulator = started), options);
	return new Proxy({} as Simulator, {
		get: (_none, name) => {
			const value: unknown = Reflect.get(simulator, name);
			return typeof value === 'function' ? (value.bind(simulator) as unknown) : value;
		},
		set: (_none, name, value) => Reflect.set(simulator, name, value),
	});
}
