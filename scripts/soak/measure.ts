import { performance } from 'node:perf_hooks';

const MB = 1_000_000;
const SAMPLES = 5;
/** How finely the event loop is watched. */
const RESOLUTION_MS = 10;
const GAP_MS = 200;

/** The heap that is in use after a collection, in MB: the least of some looks, because work goes on meanwhile. */
export async function usedHeap(): Promise<number> {
	let least = Infinity;
	for (let sample = 0; sample < SAMPLES; sample++) {
		collect();
		least = Math.min(least, process.memoryUsage().heapUsed / MB);
		await new Promise((resolve) => setTimeout(resolve, GAP_MS));
	}
	return least;
}

function collect(): void {
	if (!globalThis.gc) throw new Error('Start it with --expose-gc');
	globalThis.gc();
}

/** What the thread of the event loop has computed, in ms; of the whole process where Node cannot separate it (before 22). */
function computed(): number {
	const { threadCpuUsage = process.cpuUsage } = process as { threadCpuUsage?: typeof process.cpuUsage };
	const { user, system } = threadCpuUsage.call(process);
	return (user + system) / 1000;
}

/**
 * Watches for how long this process keeps its own event loop from turning. A gap in which it did not compute does not
 * count: then the machine had other work. Measuring the heap is left out by `pause`.
 */
export class EventLoopWatch {
	private longestMs = 0;
	private timer?: NodeJS.Timeout;

	/** Begins, or goes on after `pause`. */
	run(): void {
		let at = performance.now();
		let before = computed();
		this.timer = setInterval(() => {
			const gap = performance.now() - at - RESOLUTION_MS;
			this.longestMs = Math.max(this.longestMs, Math.min(gap, computed() - before));
			at = performance.now();
			before = computed();
		}, RESOLUTION_MS);
	}

	pause(): void {
		clearInterval(this.timer);
	}

	/** @returns the longest time it was held up, in ms */
	longest(): number {
		return this.longestMs;
	}
}

/** @returns the share of one core that this process has used since `begin`, from 0 to 1 and beyond */
export function cpuShare(begin: { at: number; cpu: NodeJS.CpuUsage }): number {
	const { user, system } = process.cpuUsage(begin.cpu);
	return (user + system) / 1000 / (performance.now() - begin.at);
}
