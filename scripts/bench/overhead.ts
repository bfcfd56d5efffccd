import { request } from 'node:http';

import type { Service } from '../../test/harness/engine';

import type { Contestant } from './engine';
import { run } from './engine';

/** What one item cost beyond a bare request: the processor's time and the time on the clock, in ms. */
export interface Cost {
	cpu: number;
	wall: number;
}

/** Rounds per number of items; the contestants take turns in each, so that a busy moment hits all of them. */
const ROUNDS: Array<[items: number, rounds: number]> = [
	[1, 40],
	[100, 7],
	[1_000, 3],
];
const AT_ONCE = 4;

/** @returns median cost by number of items and contestant */
export async function overhead(contestants: Contestant[], service: Service): Promise<Map<number, Map<string, Cost>>> {
	for (const contestant of contestants) await run(contestant, service, 50);
	const results = new Map<number, Map<string, Cost>>();
	for (const [items, rounds] of ROUNDS) {
		const costs = new Map<string, Cost[]>();
		for (let round = 0; round < rounds; round++) {
			const wire = await costOf(async () => await bare(service.baseUrl, items));
			for (const contestant of contestants) {
				const whole = await costOf(async () => {
					const out = await run(contestant, service, items);
					const failed = out.find(({ json }) => json.error !== undefined);
					if (out.length !== items || failed) throw new Error(`${contestant.name} failed: ${JSON.stringify(failed?.json)}`);
				});
				const cost = { cpu: (whole.cpu - wire.cpu) / items, wall: (whole.wall - wire.wall) / items };
				costs.set(contestant.name, [...(costs.get(contestant.name) ?? []), cost]);
			}
		}
		results.set(items, new Map([...costs].map(([name, all]) => [name, medians(all)])));
	}
	return results;
}

async function costOf(work: () => Promise<void>): Promise<Cost> {
	const cpu = process.cpuUsage();
	const begun = performance.now();
	await work();
	const { user, system } = process.cpuUsage(cpu);
	return { cpu: (user + system) / 1_000, wall: performance.now() - begun };
}

/** The wire alone: the same requests with Node's own client, a few at a time, each on a connection of its own. */
async function bare(baseUrl: string, items: number): Promise<void> {
	let left = items;
	const one = async () =>
		await new Promise<void>((resolve, reject) => {
			const sent = request(`${baseUrl}/api/v2/101/tickets/10001`, { agent: false }, (answer) => answer.resume().on('end', resolve));
			sent.on('error', reject).end();
		});
	const lane = async () => {
		while (left-- > 0) await one();
	};
	await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

function medians(costs: Cost[]): Cost {
	return { cpu: median(costs.map(({ cpu }) => cpu)), wall: median(costs.map(({ wall }) => wall)) };
}

/** @returns the middle one of some numbers */
export function median(numbers: number[]): number {
	return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
