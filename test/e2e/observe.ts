import type { SeenRequest, SimulatorClient, SimulatorState } from '../../scripts/simulator-process';

/** What happens at a simulator from a moment on. */
export interface Observation {
	/** @returns the requests since then, the oldest first */
	requests(): Promise<SeenRequest[]>;
	/** @returns what the API document does not allow, since then */
	violations(): Promise<SimulatorState['violations']>;
}

/** Starts to look at a simulator that other tests have used before. */
export async function observe(simulator: SimulatorClient): Promise<Observation> {
	const { counts } = await simulator.state();
	return {
		requests: async () => (await simulator.requests()).slice(counts.requests),
		violations: async () => (await simulator.state()).violations.slice(counts.violations),
	};
}
