/** Writes that read first what they rest on: both requests have a place before the first of them leaves. */
import { ServiceFailure } from '../../../nodes/SupportInbox/transport/errors/failure';
import type { RequestContext } from '../../../nodes/SupportInbox/transport/queue/requestContext';
import { READ_VALID_MS } from '../../../nodes/SupportInbox/transport/timing';
import { shareOfTheLimit, virtualService, type VirtualService } from '../virtualService';

const MINUTE = 60_000;
const writerOf = (queue: string, more: Partial<RequestContext> = {}): RequestContext => ({ queue, order: 0, writes: true, priority: 'bulk', ...more });

/** Writes once, after a reading that takes `reads` requests. @returns the ms from the last answer that was read to that of the write */
async function write(service: VirtualService, requestContext: RequestContext, reads = 1): Promise<number> {
	const { clock, dispatcher, send } = service;
	let readAt = -Infinity;
	const readPrecondition = async () => {
		for (let n = 0; n < reads; n++) {
			await send(requestContext, 'safe');
			readAt = clock.now();
		}
	};
	await dispatcher.runInQueue(requestContext, async () => await send(requestContext, 'idempotent', readPrecondition));
	return clock.now() - readAt;
}

const minutesOf = ({ simulator }: VirtualService) => simulator.requests.map(({ at }) => Math.floor(at / MINUTE));

it.each([1, 2])('100 workflows that each write one ticket at once, after %s readings: none fails, nothing is read twice, the limit is used', async (reads) => {
	const service = await virtualService();
	const ages = await service.clock.run(Promise.all(Array.from({ length: 100 }, async (_, n) => await write(service, writerOf(String(n)), reads))));
	expect(service.statuses()).toEqual({ 200: 100 * (1 + reads) });
	expect(Math.max(...ages)).toBeLessThan(READ_VALID_MS);
	expect(shareOfTheLimit(service.simulator)).toBeGreaterThanOrEqual(0.85);
});

it('with room for one of the two, both leave in the next window', async () => {
	const service = await virtualService();
	service.simulator.consumeQuota(58);
	await service.clock.run(service.ask());
	const [before] = minutesOf(service);
	// Nothing is reserved before a trigger.
	await service.clock.run(write(service, writerOf('a', { priority: 'poll' })));
	expect(minutesOf(service).slice(1)).toEqual([before + 1, before + 1]);
});

it('a window that ends during the reading has room for the write', async () => {
	const service = await virtualService({ latencyMs: 800 });
	const { clock, simulator } = service;
	await clock.run(service.ask());
	await clock.pass(MINUTE - (clock.now() % MINUTE) - 500);
	const others = Array.from({ length: 100 }, async (_, n) => await service.ask({ queue: `other ${n}` }));
	const [age] = await clock.run(Promise.all([write(service, writerOf('a')), ...others]));
	expect(age).toBeLessThan(READ_VALID_MS);
	expect(service.statuses()).toEqual({ 200: 103 });
	expect(simulator.requests.length).toBe(103);
});

it.each<[string, () => Error]>([
	['fails', () => new ServiceFailure({ kind: 'status', status: 404, headers: {}, message: '' })],
	['has a fault', () => new TypeError('a fault of ours')],
])('a reading that %s gives both places back', async (_what, error) => {
	const service = await virtualService();
	const { clock, dispatcher } = service;
	const send = jest.fn();
	const readPrecondition = async () => await Promise.reject(error());
	const requestContext = writerOf('a');
	await expect(clock.run(dispatcher.runInQueue(requestContext, async () => await dispatcher.send(requestContext, 'idempotent', send, readPrecondition)))).rejects.toThrow();
	expect(send).not.toHaveBeenCalled();
	await clock.run(Promise.all(Array.from({ length: 58 }, async (_, order) => await service.ask({ order }))));
	expect(new Set(minutesOf(service)).size).toBe(1);
});

it('nothing is written after a stop during the reading', async () => {
	const stop = new AbortController();
	const service = await virtualService();
	const { clock, dispatcher, send } = service;
	const requestContext = writerOf('a', { signal: stop.signal });
	const readPrecondition = async () => {
		await send(requestContext, 'safe');
		stop.abort();
	};
	await expect(clock.run(dispatcher.runInQueue(requestContext, async () => await send(requestContext, 'idempotent', readPrecondition)))).rejects.toThrow('stopped');
	expect(service.statuses()).toEqual({ 200: 1 });
});

it('a limit of one request a minute, which has no room for both, ends in an error that names it', async () => {
	const service = await virtualService({ simulator: { rateLimit: { limit: 1 } } });
	await expect(service.clock.run(write(service, writerOf('a')))).rejects.toMatchObject({ failure: { kind: 'rateLimit', limit: 1 } });
});
