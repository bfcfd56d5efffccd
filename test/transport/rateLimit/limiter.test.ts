import type { RequestContext } from '../../../nodes/SupportInbox/transport/queue/requestContext';
import { virtualService, type VirtualService } from '../virtualService';

/** Sends `count` requests as the items of one execution. */
const items = (service: VirtualService, count: number, requestContext: Partial<RequestContext> = {}, semantics: 'safe' | 'nonIdempotent' = 'safe') =>
	Array.from({ length: count }, async (_, order) => await service.ask({ order, ...requestContext }, semantics));

const MINUTE = 60_000;

describe('the limit with others', () => {
	it('three workflows, triggers and a person: no 403, nobody starves', async () => {
		const service = await virtualService();
		const { clock } = service;
		const ended: Record<string, number[]> = { a: [], b: [], c: [] };
		const bulk = Object.keys(ended).flatMap((queue) =>
			items(service, 100, { queue }).map(async (item) => await item.then(() => ended[queue].push(clock.now()))),
		);
		const waits: number[] = [];
		const light = async (requestContext: Partial<RequestContext>, everyMs: number) => {
			for (let n = 0; n < Math.floor((4 * MINUTE) / everyMs); n++) {
				await clock.sleep(everyMs);
				const start = clock.now();
				await service.ask({ ...requestContext, queue: `${requestContext.priority} ${n}` });
				waits.push(clock.now() - start);
			}
		};
		const people = light({ priority: 'interactive', deadline: clock.now() + 10 * MINUTE }, 23_000);
		const triggers = light({ priority: 'poll', deadline: clock.now() }, 61_000);
		await clock.run(Promise.all([...bulk, people, triggers]));

		expect(service.statuses()[403]).toBeUndefined();
		// Nobody waited for a window to end.
		expect(Math.max(...waits)).toBeLessThan(2_000);
		// The three took turns: each is half done when a half of everything is done.
		const half = [...ended.a, ...ended.b, ...ended.c].sort((x, y) => x - y)[150];
		for (const times of Object.values(ended)) {
			const done = times.filter((at) => at <= half).length;
			expect(done).toBeGreaterThan(44);
			expect(done).toBeLessThan(56);
		}
	});

	it('an agent that never rests does not starve bulk work or triggers', async () => {
		const service = await virtualService();
		const { clock } = service;
		let polls = 0;
		const agent = Promise.all(
			Array.from({ length: 400 }, async (_, n) => await service.ask({ priority: 'interactive', queue: `agent ${n % 8}`, order: n })),
		);
		const trigger = (async () => {
			for (let n = 0; n < 3; n++) {
				await clock.sleep(25_000);
				await service.ask({ priority: 'poll', queue: `poll ${n}`, deadline: clock.now() });
				polls++;
			}
		})();
		let doneWithBulk = 0;
		const bulk = Promise.all(items(service, 20)).then(() => void (doneWithBulk = service.simulator.requests.length));
		await clock.run(Promise.all([bulk, trigger, agent]));
		expect(polls).toBe(3);
		expect(doneWithBulk).toBeLessThan(240);
		expect(service.statuses()[403]).toBeUndefined();
	});

	it('somebody else uses the token up: waits for the next window and goes on', async () => {
		const service = await virtualService();
		await service.clock.run(service.ask());
		service.simulator.consumeQuota(59);
		await service.clock.run(Promise.all(items(service, 20)));
		const { requests } = service.simulator;
		// A read that was under way alone learns it; the others of its queue were with it.
		expect(service.statuses()).toEqual({ 200: 21, 403: expect.any(Number) as number });
		expect(service.statuses()[403]).toBeLessThanOrEqual(4);
		const resumed = requests.filter(({ status }) => status === 200)[1];
		expect(resumed.at % MINUTE).toBeLessThan(1_200);
	});
});

const NAMES = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

it('a refusal without headers is waited out to the end of the minute', async () => {
	const service = await virtualService({ without: [...NAMES, 'date'] });
	service.simulator.consumeQuota(60);
	const start = service.clock.now();
	await service.clock.run(service.ask());
	expect(service.statuses()).toEqual({ 200: 1, 403: 1 });
	expect(service.clock.now() - start).toBeLessThan(MINUTE + 1_000);
});

describe('what the user sees', () => {
	it('a limit that never opens ends in an error that names it and the time', async () => {
		const service = await virtualService();
		const greedy = service.simulator.handle;
		service.simulator.handle = async (request) => {
			service.simulator.consumeQuota(60);
			return await greedy(request);
		};
		const outcome = service.ask({}, 'nonIdempotent').catch((error: { failure: unknown }) => error.failure);
		const failure = await service.clock.run(outcome);
		expect(failure).toMatchObject({ kind: 'rateLimit', limit: 60 });
		expect((failure as { opensAt: number }).opensAt % MINUTE).toBeLessThan(1_200);
		expect(service.statuses()).toEqual({ 403: 5 });
	});

	it('who cannot wait sees at once when the limit opens', async () => {
		const service = await virtualService();
		await service.clock.run(Promise.all(items(service, 1)));
		service.simulator.consumeQuota(59);
		const poll = async () =>
			await service.ask({ priority: 'poll', deadline: service.clock.now() }).catch((error: { failure: unknown }) => error.failure);
		const start = service.clock.now();
		expect(await service.clock.run(poll())).toMatchObject({ kind: 'rateLimit' });
		expect(await service.clock.run(poll())).toMatchObject({ kind: 'rateLimit', limit: 60 });
		expect(service.clock.now() - start).toBeLessThan(1_000);
		expect(service.statuses()).toEqual({ 200: 1, 403: 1 });
	});

	it('a poll waits three seconds for answers under way, which may show that requests are left', async () => {
		const service = await virtualService({ latencyMs: 8_000 });
		const { clock } = service;
		await clock.run(service.ask());
		const others = Array.from({ length: 80 }, async (_, n) => await service.ask({ priority: 'poll', queue: `other ${n}` }));
		const poll = service.ask({ priority: 'poll', queue: 'poll', deadline: clock.now() }).catch((error: { failure: unknown }) => error.failure);
		const start = clock.now();
		expect(await clock.run(poll)).toMatchObject({ kind: 'rateLimit' });
		expect(clock.now() - start).toBeGreaterThan(3_000);
		expect(clock.now() - start).toBeLessThan(4_100);
		await clock.run(Promise.all(others));
	});

	it.each([[1_000, 200], [3_000, 'rateLimit']])('a poll %s ms before the window opens: %s', async (before, outcome) => {
		const service = await virtualService();
		const { clock } = service;
		await clock.run(Promise.all(items(service, 1)));
		service.simulator.consumeQuota(59);
		await clock.run(service.ask({ priority: 'poll', deadline: clock.now() }).catch(() => undefined));
		await clock.pass(MINUTE - (clock.now() % MINUTE) - before);
		const poll = service.ask({ priority: 'poll', deadline: clock.now() }).catch((error: { failure: { kind: string } }) => error.failure.kind);
		expect(await clock.run(poll)).toBe(outcome);
	});
});
