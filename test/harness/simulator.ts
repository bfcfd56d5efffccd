import { startSimulator, type Simulator, type SimulatorOptions } from '../simulator';
import { letPass, skippingNow, skipWaits } from './skippedWaits';

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
		// Each test begins at the machine's time, which its data may be dated by.
		letPass(Math.max(0, Date.now() - skippingNow()));
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
