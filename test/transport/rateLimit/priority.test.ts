/** Who goes first where the limit does not suffice for all. How long people wait and what of the limit is used: `npm run bench -- limit`. */
import { shareOfTheLimit, virtualService, type VirtualService } from '../virtualService';

const MINUTE = 60_000;
const SECOND = 1_000;

/** Items of one execution; resolves when all have been answered. */
const bulk = async (service: VirtualService, count: number) =>
	await Promise.all(Array.from({ length: count }, async (_, order) => await service.ask({ order }, 'idempotent')));

const MINUTES = 5;

/** A trigger that polls when it is activated and at one second of each window, one request each. @returns how many polls were refused */
async function pollAt(service: VirtualService, second: number): Promise<number> {
	const start = Math.ceil(service.clock.now() / MINUTE) * MINUTE;
	const polls = Array.from({ length: MINUTES }, (_, minute) => start + minute * MINUTE + second * SECOND);
	let refused = 0;
	for (const at of [service.clock.now(), ...polls]) {
		await service.clock.sleep(at - service.clock.now());
		const requestContext = { priority: 'poll', queue: 'trigger', deadline: service.clock.now() } as const;
		await service.ask(requestContext).catch(() => (refused += 1));
	}
	return refused;
}

it.each([3, 30, 55, 57, 59])('triggers beside bulk work find a request at second %s of every window', async (second) => {
	const service = await virtualService();
	const [refused] = await service.clock.run(Promise.all([pollAt(service, second), bulk(service, 300)]));
	expect(refused).toBe(0);
	expect(service.statuses()[403]).toBeUndefined();
	// One of sixty is kept to the end of the window.
	expect(shareOfTheLimit(service.simulator)).toBeGreaterThanOrEqual(58 / 60);
});

describe('a burst of tickets whose details triggers fetch', () => {
	const MINUTES = 4;

	/** A trigger that asks once in a minute, and then reads tickets until one is refused. @returns how many it has read, and how often it could not ask */
	async function pollAt(service: VirtualService, second: number): Promise<{ read: number; failed: number }> {
		const start = Math.ceil(service.clock.now() / MINUTE) * MINUTE + second * SECOND;
		const count = { read: 0, failed: 0 };
		for (let minute = 0; minute < MINUTES; minute++) {
			await service.clock.sleep(start + minute * MINUTE - service.clock.now());
			const requestContext = { queue: `trigger at ${second}`, deadline: service.clock.now() };
			const answers = async (priority: 'poll' | 'details') => (await service.ask({ ...requestContext, priority }).catch(() => 0)) === 200;
			if (!(await answers('poll'))) count.failed += 1;
			for (let read = 0; read < 30 && (await answers('details')); read++) count.read += 1;
		}
		return count;
	}

	it.each([false, true])('takes no poll the request that it needs; with bulk work beside it: %s', async (withBulk) => {
		const service = await virtualService();
		const triggers = Promise.all([2, 22, 37, 52].map(async (second) => await pollAt(service, second)));
		const [polls] = await service.clock.run(Promise.all([triggers, withBulk ? bulk(service, 150) : undefined]));
		expect(polls.map(({ failed }) => failed)).toEqual([0, 0, 0, 0]);
		// A sixth of each window is the least for tickets.
		expect(polls.reduce((sum, { read }) => sum + read, 0)).toBeGreaterThanOrEqual(MINUTES * 10);
		expect(service.statuses()[403]).toBeUndefined();
	});
});

describe('sweeps that could use up the limit', () => {
	it('leave requests to a person and a run that come after them', async () => {
		const service = await virtualService();
		const sweep = async () => {
			for (let n = 0; n < 60; n++) await service.ask({ priority: 'background', queue: 'poll', deadline: service.clock.now() }).catch(() => undefined);
		};
		await service.clock.run(sweep());
		const begun = service.clock.now();
		await service.clock.run(service.ask({ priority: 'interactive', queue: 'dropdown', deadline: begun + 65 * SECOND }));
		await service.clock.run(bulk(service, 5));
		expect(service.clock.now() - begun).toBeLessThan(3 * SECOND);
	});

	it('have three requests of each minute beside a bulk run and a person', async () => {
		const service = await virtualService();
		const begun = Math.ceil(service.clock.now() / MINUTE) * MINUTE;
		const answered: number[] = [];
		const minute = async (n: number) => {
			await service.clock.sleep(begun + n * MINUTE + 40 * SECOND - service.clock.now());
			const sweep = async () => await service.ask({ priority: 'background', queue: 'poll', deadline: service.clock.now() }).catch(() => 0);
			answered.push((await Promise.all([sweep(), sweep(), sweep()])).filter((status) => status === 200).length);
			await service.clock.sleep(begun + n * MINUTE + 50 * SECOND - service.clock.now());
			await service.ask({ priority: 'interactive', queue: 'dropdown' });
		};
		await service.clock.run(Promise.all([bulk(service, 300), ...Array.from({ length: 5 }, async (_, n) => await minute(n))]));
		// The first window does not know yet that sweeps come.
		expect(answered.slice(1)).toEqual([3, 3, 3, 3]);
	});
});

it('another program with the same token gets a fair part of the limit', async () => {
	const service = await virtualService();
	const begun = service.clock.now();
	const refused: number[] = [];
	const program = service.simulator.otherProgram();
	const other = async () => {
		for (let n = 0; n < 79; n++) {
			await service.clock.sleep(3_100);
			if (program.send({ method: 'GET', path: 'message_boxes' }).status === 403) refused.push(Math.round((service.clock.now() - begun) / 1000));
		}
	};
	await service.clock.run(Promise.all([other(), bulk(service, 200)]));
	// Its need shows in the first window; from the second one on it gets what it asks for.
	expect(refused.filter((second) => second > 100)).toEqual([]);
	expect(service.statuses()[200]).toBe(200);
});
