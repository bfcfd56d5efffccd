/** Several processes with one token, as the workers of n8n's queue mode: each has a dispatcher of its own and knows only what the answers say. */
import { shareOfTheLimit, virtualService } from './virtualService';

it.each([
	['one execution each', 1, 60_000, 80],
	['five executions each', 5, 60_000, 80],
	['five executions each, in short windows', 5, 10_000, 20],
	['five executions each, in short windows with slow answers', 5, 10_000, 200],
])('five with 500 writes and %s: all are answered, at least 90 %% of the limit is used, at most 5 %% of the requests are refused', async (_what, executions, windowMs, latencyMs) => {
	const service = await virtualService({ latencyMs, simulator: { rateLimit: { windowMs } } });
	const dispatchers = [service.dispatcher, ...Array.from({ length: 4 }, () => service.anotherDispatcher())];
	const asked = dispatchers.flatMap((dispatcher) => Array.from({ length: 100 }, (_, order) => ({ dispatcher, order, queue: `execution ${order % executions}` })));
	await service.clock.run(Promise.all(asked.map(async ({ dispatcher, ...requestContext }) => await service.ask(requestContext, 'nonIdempotent', dispatcher))));
	const { 200: answered, 403: refused = 0, ...others } = service.statuses();
	expect({ answered, others }).toEqual({ answered: 500, others: {} });
	expect(shareOfTheLimit(service.simulator, windowMs)).toBeGreaterThanOrEqual(0.9);
	expect(refused / (answered + refused)).toBeLessThanOrEqual(0.05);
});
