/**
 * npm run soak [-- MINUTES [TICKETS] [--untimed]]: a long run in one process, as n8n has it. Ten triggers on three inboxes of TICKETS
 * tickets each (100 unless given), bulk runs, dropdowns, tried credentials, and faults of the service, against the
 * simulator whose minute takes two seconds. Prints figures; the exit code is 1 when an expectation is not met. What is a
 * time, and so depends on the machine, is only printed with --untimed.
 */
import '../test/harness/ownFolder';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { exitWith } from './run';
import { startSimulatorProcess, type SimulatorProcess } from './simulator-process';
import { Life, Watchers } from './soak/events';
import { compareLabels, Work } from './soak/work';

/** The service's minute, shortened: as many requests, thirty times as often. */
const WINDOW_MS = 2_000;
const LIMIT = 60;
const MOST_HEAP_GROWTH = 0.1;
const MOST_BLOCKED_MS = 100;
/** For this long nothing of what is missing was emitted: nothing more is expected. */
const SETTLE_MS = 90_000;
const TICKETS = 100;
const MINUTES = 20;
/** Looks at the heap, of which the least counts. */
const SAMPLES = 5;
const SAMPLE_GAP_MS = 200;
/** How finely the event loop is watched. */
const RESOLUTION_MS = 10;

async function main(args: string[]): Promise<number> {
	const isTimed = !args.includes('--untimed');
	const [minutes = MINUTES, tickets = TICKETS] = args.filter((arg) => !arg.startsWith('--')).map(Number);
	if (!(minutes > 0)) throw new Error('npm run soak -- MINUTES [TICKETS] [--untimed], with MINUTES above 0');
	const simulator = await startSimulatorProcess(['--limit', String(LIMIT), '--window-ms', String(WINDOW_MS)]);
	try {
		return (await soak(simulator, { minutes, tickets, isTimed })) ? 0 : 1;
	} finally {
		await simulator.stop();
	}
}

interface Run {
	minutes: number;
	tickets: number;
	isTimed: boolean;
}

async function soak(simulator: SimulatorProcess, { minutes, tickets, isTimed }: Run): Promise<boolean> {
	const life = new Life(simulator);
	await life.prepare(tickets);
	const watchers = new Watchers(simulator, WINDOW_MS);
	const work = new Work(simulator);
	const loop = new EventLoopWatch();
	await watchers.activate();
	// The service's times are whole seconds: what was there before must not share one with what comes.
	await delay(1_500);
	const begin = { at: performance.now(), cpu: process.cpuUsage() };
	life.run();
	const running = Promise.all([watchers.run(), work.run()]);

	const tenth = (minutes * 60_000) / 10;
	// What is loaded and compiled at its first use is no load of a long run.
	await delay(tenth);
	const first = await usedHeap();
	console.log(`10 %: heap ${first.toFixed(1)} MB`);
	let last = first;
	for (let part = 2; part <= 10; part++) {
		loop.run();
		await delay(tenth);
		loop.pause();
		last = await usedHeap();
		const held = loop.longest().toFixed(0);
		console.log(`${part * 10} %: heap ${last.toFixed(1)} MB, loop held up for ${held} ms at most, ${watchers.polls} polls, ${work.items} items`);
	}
	const cpu = cpuShare(begin);
	work.stop();
	await life.stop();
	const compared = await settle(watchers, life.ledger.events);
	watchers.stop();
	await running;
	return await report({ minutes, isTimed, simulator, life, watchers, work, loop, cpu, first, last, compared });
}

/** Polls go on until everything is emitted, or nothing more can be expected. */
async function settle(watchers: Watchers, events: string[]) {
	let missing = Infinity;
	let until = Infinity;
	for (;;) {
		const compared = watchers.compare(events);
		if (compared.lost.length < missing) until = performance.now() + SETTLE_MS;
		missing = compared.lost.length;
		if (missing === 0 || performance.now() > until) return compared;
		await delay(WINDOW_MS);
	}
}

interface Outcome {
	minutes: number;
	isTimed: boolean;
	simulator: SimulatorProcess;
	life: Life;
	watchers: Watchers;
	work: Work;
	loop: EventLoopWatch;
	cpu: number;
	/** the heap in use, in MB, at the first tenth and at the end */
	first: number;
	last: number;
	compared: { lost: string[]; doubled: string[] };
}

async function report(outcome: Outcome): Promise<boolean> {
	const { minutes, isTimed, simulator, life, watchers, work, loop, cpu, first, last, compared } = outcome;
	const requests = (await simulator.requests()).filter(({ path }) => path.startsWith('/api/'));
	const refused = requests.filter(({ status }) => status === 403).length;
	const { violations } = await simulator.state();
	const items = await compareLabels(simulator, work);
	const growth = last / first - 1;

	console.log(`\n${minutes} minutes, in which the service lets pass what it lets pass in ${((minutes * 60_000) / WINDOW_MS).toFixed(0)}`);
	console.log(`${life.ledger.events.length} tickets and messages, ${life.ledger.edits} edits, ${life.ledger.faults} faults`);
	console.log(`${watchers.polls} polls, ${watchers.items} items of triggers`);
	for (const [reason, times] of watchers.failures) console.log(`  ${times} polls failed: ${reason}`);
	console.log(`${work.items} items written (${work.unknown.length} with an unknown outcome, ${work.failed.length} failed), ${work.counts.dropdowns} dropdowns, ${2 * work.counts.tokens} credentials tried`);
	console.log(`${requests.length} requests, ${refused} refused; ${(cpu * 100).toFixed(0)} % of a core`);
	console.log('');
	const checks = [
		check(`heap after collection: ${first.toFixed(1)} MB at the first tenth, ${last.toFixed(1)} MB at the end`, growth <= MOST_HEAP_GROWTH),
		check(`event loop blocked for ${loop.longest().toFixed(0)} ms at the longest`, !isTimed || loop.longest() <= MOST_BLOCKED_MS),
		check(`${compared.lost.length} events lost, ${compared.doubled.length} doubled`, compared.lost.length + compared.doubled.length === 0),
		check(`${items.lost.length} items lost, ${items.doubled.length} doubled, ${items.unexpected.length} that failed and are there`, items.lost.length + items.doubled.length + items.unexpected.length === 0),
		check(`${violations.length} requests that the API document does not allow`, violations.length === 0),
	];
	return checks.every(Boolean);
}

function check(what: string, holds: boolean): boolean {
	console.log(`${holds ? 'ok    ' : 'FAILED'} ${what}`);
	return holds;
}

/** The heap that is in use after a collection, in MB: the least of some looks, because work goes on meanwhile. */
async function usedHeap(): Promise<number> {
	if (!globalThis.gc) throw new Error('Start it with --expose-gc');
	let least = Infinity;
	for (let sample = 0; sample < SAMPLES; sample++) {
		globalThis.gc();
		least = Math.min(least, process.memoryUsage().heapUsed / 1_000_000);
		await delay(SAMPLE_GAP_MS);
	}
	return least;
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
class EventLoopWatch {
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
function cpuShare(begin: { at: number; cpu: NodeJS.CpuUsage }): number {
	const { user, system } = process.cpuUsage(begin.cpu);
	return (user + system) / 1000 / (performance.now() - begin.at);
}

exitWith(async () => await main(process.argv.slice(2)));
