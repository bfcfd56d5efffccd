import type { Gate } from '../../../nodes/SupportInbox/transport/gate';
import { shareOfTheLimit, virtualService, type VirtualService } from '../virtualService';

const MINUTE = 60_000;
const SECOND = 1_000;

/** Items of one execution; resolves when all have been answered. */
const bulk = async (service: VirtualService, count: number) =>
	await Promise.all(Array.from({ length: count }, async (_, order) => await service.ask({ order }, 'idempotent')));

/** A person opens a dropdown. @returns ms they waited, or NaN when they were refused */
async function openDropdown(service: VirtualService, queue: string): Promise<number> {
	const start = service.clock.now();
	const caller = { purpose: 'person', queue, deadline: start + 65 * SECOND } as const;
	return await service.ask(caller).then(
		() => service.clock.now() - start,
		() => NaN,
	);
}

/**
 * Three triggers that poll once a minute, seven requests each, none of which waits.
 *
 * @returns when requests were refused, in ms from the beginning
 */
async function polls(service: VirtualService, minutes: number): Promise<number[]> {
	const begun = service.clock.now();
	const refused: number[] = [];
	const trigger = async (second: number, name: string) => {
		await service.clock.sleep(second * SECOND);
		for (let minute = 0; minute < minutes; minute++) {
			for (let request = 0; request < 7; request++) {
				const caller = { purpose: 'trigger', queue: name, deadline: service.clock.now() } as const;
				await service.ask(caller).catch(() => refused.push(service.clock.now() - begun));
			}
			await service.clock.sleep(MINUTE);
		}
	};
	await Promise.all([trigger(5, 'a'), trigger(25, 'b'), trigger(48, 'c')]);
	return refused;
}

describe('people beside bulk work', () => {
	it('a dropdown every 3 s, three triggers and bulk: none fails, none waits long after the first minute', async () => {
		const service = await virtualService();
		const begun = service.clock.now();
		const waits: Array<{ at: number; wait: number }> = [];
		const person = async () => {
			const opened: Array<Promise<unknown>> = [];
			for (let n = 0; n < 80; n++) {
				const at = service.clock.now() - begun;
				opened.push(openDropdown(service, `dropdown ${n}`).then((wait) => waits.push({ at, wait })));
				await service.clock.sleep(3 * SECOND);
			}
			await Promise.all(opened);
		};
		const [, refused] = await service.clock.run(Promise.all([person(), polls(service, 4), bulk(service, 150)]));
		expect(waits).toHaveLength(80);
		expect(Math.max(...waits.map(({ wait }) => wait))).toBeLessThan(MINUTE);
		expect(Math.max(...waits.filter(({ at }) => at > MINUTE).map(({ wait }) => wait))).toBeLessThan(5 * SECOND);
		expect(refused.filter((at) => at > MINUTE)).toEqual([]);
		expect(service.statuses()[403]).toBeUndefined();
	});

	it('a dropdown every 3 s beside a run that begins with the first: none waits more than 10 s', async () => {
		const service = await virtualService();
		const waits = Array.from({ length: 80 }, async (_, n) => {
			await service.clock.sleep(n * 3 * SECOND);
			return await openDropdown(service, `dropdown ${n}`);
		});
		const [longest] = await service.clock.run(Promise.all([Promise.all(waits).then((all) => Math.max(...all)), bulk(service, 300)]));
		expect(longest).toBeLessThanOrEqual(10 * SECOND);
		expect(service.statuses()[403]).toBeUndefined();
	});

	it('five dropdowns at once, 20 s into each minute: none fails, none waits long after the first minute', async () => {
		const service = await virtualService();
		const start = Math.ceil(service.clock.now() / MINUTE) * MINUTE;
		const waits: number[][] = [];
		const people = async () => {
			for (let minute = 0; minute < 5; minute++) {
				await service.clock.sleep(start + minute * MINUTE + 20 * SECOND - service.clock.now());
				waits.push(await Promise.all(Array.from({ length: 5 }, async (_, n) => await openDropdown(service, `dropdown ${n}`))));
			}
		};
		await service.clock.run(Promise.all([people(), bulk(service, 300)]));
		expect(waits.flat()).toHaveLength(25);
		expect(Math.max(...waits.flat())).toBeLessThan(MINUTE);
		expect(Math.max(...waits.slice(1).flat())).toBeLessThan(5 * SECOND);
		expect(service.statuses()[403]).toBeUndefined();
	});

	it('what was kept for people is used before the window ends when nobody comes', async () => {
		const service = await virtualService();
		await service.clock.run(openDropdown(service, 'dropdown'));
		await service.clock.run(bulk(service, 300));
		expect(shareOfTheLimit(service.simulator)).toBeGreaterThanOrEqual(0.97);
	});
});

describe('triggers beside bulk work', () => {
	const MINUTES = 5;

	/** A trigger that polls when it is activated and at one second of each window, one request each. @returns how many polls were refused */
	async function pollAt(service: VirtualService, second: number): Promise<number> {
		const start = Math.ceil(service.clock.now() / MINUTE) * MINUTE;
		const polls = Array.from({ length: MINUTES }, (_, minute) => start + minute * MINUTE + second * SECOND);
		let refused = 0;
		for (const at of [service.clock.now(), ...polls]) {
			await service.clock.sleep(at - service.clock.now());
			const caller = { purpose: 'trigger', queue: 'trigger', deadline: service.clock.now() } as const;
			await service.ask(caller).catch(() => (refused += 1));
		}
		return refused;
	}

	it.each([3, 30, 55, 56, 57, 58, 59])('find a request at second %s of every window', async (second) => {
		const service = await virtualService();
		const [refused] = await service.clock.run(Promise.all([pollAt(service, second), bulk(service, 300)]));
		expect(refused).toBe(0);
		expect(service.statuses()[403]).toBeUndefined();
		// One of sixty is kept to the end of the window.
		expect(shareOfTheLimit(service.simulator)).toBeGreaterThanOrEqual(58 / 60);
	});
});

describe('a burst of tickets whose details triggers fetch', () => {
	const MINUTES = 4;

	/** A trigger that asks once in a minute, and then reads tickets until one is refused. @returns how many it has read, and how often it could not ask */
	async function pollAt(service: VirtualService, second: number): Promise<{ read: number; failed: number }> {
		const start = Math.ceil(service.clock.now() / MINUTE) * MINUTE + second * SECOND;
		const count = { read: 0, failed: 0 };
		for (let minute = 0; minute < MINUTES; minute++) {
			await service.clock.sleep(start + minute * MINUTE - service.clock.now());
			const caller = { queue: `trigger at ${second}`, deadline: service.clock.now() };
			const answers = async (purpose: 'trigger' | 'details') =>
				await service.ask({ ...caller, purpose }).then(
					() => true,
					() => false,
				);
			if (!(await answers('trigger'))) count.failed += 1;
			for (let read = 0; read < 30 && (await answers('details')); read++) count.read += 1;
		}
		return count;
	}

	it.each([false, true])('takes no poll and no person the requests that they need; with bulk work beside it: %s', async (withBulk) => {
		const service = await virtualService();
		const waits: number[] = [];
		const person = async () => {
			for (let n = 0; n < MINUTES * 4; n++) {
				await service.clock.sleep(15 * SECOND);
				waits.push(await openDropdown(service, `dropdown ${n}`));
			}
		};
		const triggers = [2, 22, 37, 52].map(async (second) => await pollAt(service, second));
		const [polls] = await service.clock.run(Promise.all([Promise.all(triggers), person(), withBulk ? bulk(service, 150) : undefined]));
		expect(polls.map(({ failed }) => failed)).toEqual([0, 0, 0, 0]);
		// In the first window of the triggers nobody knows yet what will be needed.
		expect(Math.max(...waits)).toBeLessThan(MINUTE);
		expect(Math.max(...waits.slice(6))).toBeLessThan(5 * SECOND);
		// A sixth of each window is the least for tickets.
		expect(polls.reduce((sum, { read }) => sum + read, 0)).toBeGreaterThanOrEqual(MINUTES * 10);
		expect(service.statuses()[403]).toBeUndefined();
	});
});

describe('sweeps that could use up the limit', () => {
	/** Asks 60 times for what does not wait. @returns how many were sent, and how many were open before */
	async function burst(service: VirtualService): Promise<{ sent: number; open: number }> {
		const purpose = 'sweep';
		await service.ask({ purpose, queue: 'first', deadline: service.clock.now() });
		const open = service.gate.openTo(purpose);
		let sent = 0;
		for (let n = 0; n < 60; n++) {
			const caller = { purpose, queue: 'poll', deadline: service.clock.now() } as const;
			await service.ask(caller).then(() => sent++, () => undefined);
		}
		return { sent, open };
	}

	it('take two thirds of a window that nobody else uses, as a trigger can see before', async () => {
		const service = await virtualService();
		expect(await service.clock.run(burst(service))).toEqual({ sent: 39, open: 39 });
	});

	it('leave requests to a person and a run that come after them', async () => {
		const service = await virtualService();
		await service.clock.run(burst(service));
		const wait = await service.clock.run(openDropdown(service, 'dropdown'));
		const begun = service.clock.now();
		await service.clock.run(bulk(service, 5));
		expect(wait).toBeLessThan(SECOND);
		expect(service.clock.now() - begun).toBeLessThan(2 * SECOND);
	});
});

describe('sweeps of triggers beside bulk work', () => {
	/** One look in the background every second for two minutes; those that may not leave at once are given up. */
	async function sweep(service: VirtualService): Promise<{ left: number; refused: number }> {
		const count = { left: 0, refused: 0 };
		for (let n = 0; n < 120; n++) {
			const caller = { purpose: 'sweep', queue: 'sweep', deadline: service.clock.now() } as const;
			await service.ask(caller).then(
				() => count.left++,
				() => count.refused++,
			);
			await service.clock.sleep(SECOND);
		}
		return count;
	}

	it('have a few requests of each window, and the rest only when bulk work needs none', async () => {
		const busy = await virtualService();
		const [beside] = await busy.clock.run(Promise.all([sweep(busy), bulk(busy, 300)]));
		// Three of sixty in each of the windows that two minutes touch.
		expect(beside.left).toBeGreaterThanOrEqual(6);
		expect(beside.left).toBeLessThanOrEqual(9);

		const quiet = await virtualService();
		const alone = await quiet.clock.run(sweep(quiet));
		expect(alone.left).toBeGreaterThanOrEqual(80);
	});

	it('never take what the next poll needs', async () => {
		const service = await virtualService();
		const [refused] = await service.clock.run(Promise.all([polls(service, 4), sweep(service).then(async () => await sweep(service))]));
		expect(refused.filter((at) => at > MINUTE)).toEqual([]);
	});
});

describe('another program with the same token', () => {
	it('gets a fair part of the limit', async () => {
		const service = await virtualService();
		const begun = service.clock.now();
		const refused: number[] = [];
		let sent = 0;
		const other = async () => {
			for (let n = 0; n < 79; n++) {
				await service.clock.sleep(3_100);
				const { status } = (await service.simulator.handle({
					method: 'GET',
					path: '/api/v2/message_boxes',
					headers: { authorization: `Bearer ${service.simulator.token}` },
				})) as { status: number };
				sent++;
				if (status === 403) refused.push(Math.round((service.clock.now() - begun) / 1000));
			}
		};
		await service.clock.run(Promise.all([other(), bulk(service, 200)]));
		// Its need shows in the first window; from the second one on it gets what it asks for.
		expect(refused.filter((second) => second > 100)).toEqual([]);
		expect(service.statuses()[200]).toBe(200 + sent - refused.length);
	});

	it.each([
		[2, 1],
		[5, 1],
		[5, 5],
	])('%i processes with %i executions each use the limit and are hardly refused', async (count, executions) => {
		const service = await virtualService({ latencyMs: 200 });
		const processes = [service.gate, ...Array.from({ length: count - 1 }, () => service.anotherGate())];
		const items = (gate: Gate) =>
			Array.from({ length: 500 / count }, async (_, order) =>
				await service.ask({ order, queue: `execution ${order % executions}` }, 'idempotent', gate),
			);
		await service.clock.run(Promise.all(processes.flatMap(items)));
		expect(service.statuses()[200]).toBe(500);
		expect(shareOfTheLimit(service.simulator)).toBeGreaterThanOrEqual(0.9);
		expect(service.statuses()[403] ?? 0).toBeLessThanOrEqual(25);
	});
});
