import { startSimulator, type Simulator, type SimulatorOptions } from '../simulator';

/**
 * Starts a service before each test of the file; after it, the service must have seen nothing that the document forbids.
 *
 * @param use is given the service of the test that begins
 */
export function simulatorForEachTest(use: (simulator: Simulator) => void, options: SimulatorOptions = {}): void {
	let simulator: Simulator;

	beforeEach(async () => {
		simulator = await startSimulator({ rateLimit: { limit: 10_000 }, ...options });
		use(simulator);
	});

	afterEach(async () => {
		simulator.expectNoViolations();
		await simulator.stop();
	});
}
