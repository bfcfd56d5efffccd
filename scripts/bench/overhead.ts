import type { Service } from '../../test/harness/engine';

import type { Contestant } from './engine';
import { run } from './engine';

/**
 * What an item cost in n8n's process, in ms, each time it was measured. `processor` is what it cost beyond the wire, as waiting
 * for the wire takes none; `clock` has the wire in it.
 */
export interface Cost {
	processor: number[];
	clock: number[];
}

/** How often each number of items is measured; every time all contestants are, so that a busy moment hits all of them. */
const REPETITIONS: Array<[items: number, times: number]> = [
	[1, 60],
	[100, 25],
	[1_000, 15],
];
/** Items before anything is measured: n8n's process has been running for long, and what V8 has not compiled yet costs twice. */
const WARM_UP = 3_000;

/** @returns costs by number of items and contestant */
export async function overhead(contestants: Contestant[], service: Service): Promise<Map<number, Map<string, Cost>>> {
	for (const contestant of contestants) await run(contestant, service, WARM_UP);
	const results = new Map<number, Map<string, Cost>>();
	for (const [items, times] of REPETITIONS) {
		const costs = new Map<string, Cost>(contestants.map(({ name }) => [name, { processor: [], clock: [] }]));
		for (let time = 0; time < times; time++) {
			for (const contestant of contestants) {
				const { processor, clock } = await costOf(async () => await runAll(contestant, service, items));
				const cost = costs.get(contestant.name)!;
				cost.processor.push(processor / items);
				cost.clock.push(clock / items);
			}
		}
		results.set(items, costs);
	}
	return results;
}

async function runAll(contestant: Contestant, service: Service, items: number): Promise<void> {
	const out = await run(contestant, service, items);
	const failed = out.find(({ json }) => json.error !== undefined);
	if (out.length !== items || failed) throw new Error(`${contestant.name} failed: ${JSON.stringify(failed?.json)}`);
}

async function costOf(work: () => Promise<void>): Promise<{ processor: number; clock: number }> {
	// Or one contestant pays for what another has left behind.
	globalThis.gc?.();
	const processor = process.cpuUsage();
	const begun = performance.now();
	await work();
	const { user, system } = process.cpuUsage(processor);
	return { processor: (user + system) / 1_000, clock: performance.now() - begun };
}

/** @returns the middle one of some numbers */
export function median(numbers: number[]): number {
	return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
