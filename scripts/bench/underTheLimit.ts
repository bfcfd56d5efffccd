import { startSimulator } from '../../test/simulator';

import type { Contestant } from './engine';
import { run } from './engine';

const ITEMS = 300;
/** As documented, in shorter windows, so that nobody waits for five minutes. */
const LIMIT = 60;
const WINDOW_MS = 5_000;

/** How a contestant did under the rate limit with 300 items. */
export interface LimitResult {
	/** items that came out without an error */
	done: number;
	refused: number;
	/** share of the limit that was used from the first window with an answer to the last one, 0 to 1 */
	share: number;
}

/** Runs 300 items against the simulator with its rate limit. */
export async function underTheLimit(contestant: Contestant): Promise<LimitResult> {
	const simulator = await startSimulator({ rateLimit: { limit: LIMIT, windowMs: WINDOW_MS } });
	try {
		// From the beginning of a window, so that all have the same.
		await new Promise((resolve) => setTimeout(resolve, WINDOW_MS - (Date.now() % WINDOW_MS) + 20));
		const out = await run(contestant, simulator, ITEMS);
		const perWindow = new Map<number, number>();
		for (const { at, status } of simulator.requests) {
			const window = Math.floor(at / WINDOW_MS);
			if (status === 200) perWindow.set(window, (perWindow.get(window) ?? 0) + 1);
		}
		const windows = [...perWindow.keys()];
		const answered = [...perWindow.values()].reduce((sum, count) => sum + count, 0);
		return {
			done: out.filter(({ json, error }) => json.error === undefined && error === undefined).length,
			refused: simulator.requests.filter(({ status }) => status === 403).length,
			share: answered / (LIMIT * (Math.max(...windows) - Math.min(...windows) + 1)),
		};
	} finally {
		await simulator.stop();
	}
}
