/** Who goes first where the limit does not suffice for all. How long people wait and what of the limit is used: `npm run bench -- limit`. */
import { shareOfTheLimit, virtualService, type VirtualService } from '../virtualService';

const MINUTE = 60_000;
const SECOND = 1_000;

/** Items of one execution; resolves when all have been answered. */
const bulk = async (service: VirtualService, count: number) =>
	await Promise.all(Array.from({ length: count }, async (_, order) => await service.ask({ order }, 'idempotent')));

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

describe('sweeps that could use up the limit', () => {
	it('leave requests to a person and a run that come after them', async () => {
		const service = await virtualService();
		const sweep = async () => {
			for (let n = 0; n < 60; n++) await service.ask({ purpose: 'sweep', queue: 'poll', deadline: service.clock.now() }).catch(() => undefined);
		};
		await service.clock.run(sweep());
		const begun = service.clock.now();
		await service.clock.run(service.ask({ purpose: 'person', queue: 'dropdown', deadline: begun + 65 * SECOND }));
		await service.clock.run(bulk(service, 5));
		expect(service.clock.now() - begun).toBeLessThan(3 * SECOND);
	});
});

describe('another program with the same token', () => {
	it('gets a fair part of the limit', async () => {
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
});
