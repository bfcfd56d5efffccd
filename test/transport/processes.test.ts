/** Several processes with one token, as the workers of n8n's queue mode: each has a gate of its own and knows only what the answers say. */
import { shareOfTheLimit, virtualService } from './virtualService';

it('five with 500 writes: all are answered, at least 90 % of the limit is used, at most 5 % of the requests are refused', async () => {
	const service = await virtualService();
	const gates = [service.gate, ...Array.from({ length: 4 }, () => service.anotherGate())];
	const work = gates.flatMap((gate) => Array.from({ length: 100 }, async (_, order) => await service.ask({ order }, 'nonIdempotent', gate)));
	await service.clock.run(Promise.all(work));
	const { 200: answered, 403: refused = 0, ...others } = service.statuses();
	expect({ answered, others }).toEqual({ answered: 500, others: {} });
	expect(shareOfTheLimit(service.simulator)).toBeGreaterThanOrEqual(0.9);
	expect(refused / (answered + refused)).toBeLessThanOrEqual(0.05);
});

it.each([[60_000, 80], [10_000, 20], [10_000, 200]])('five with five executions each, in windows of %s ms with answers after %s ms: the same', async (windowMs, latencyMs) => {
	const service = await virtualService({ latencyMs, simulator: { rateLimit: { windowMs } } });
	const gates = [service.gate, ...Array.from({ length: 4 }, () => service.anotherGate())];
	const asked = gates.flatMap((gate) => Array.from({ length: 100 }, (_, order) => ({ gate, order, queue: `execution ${order % 5}` })));
	await service.clock.run(Promise.all(asked.map(async ({ gate, ...caller }) => await service.ask(caller, 'nonIdempotent', gate))));
	const { 200: answered, 403: refused = 0, ...others } = service.statuses();
	expect({ answered, others }).toEqual({ answered: 500, others: {} });
	expect(shareOfTheLimit(service.simulator, 60, windowMs)).toBeGreaterThanOrEqual(0.9);
	expect(refused / (answered + refused)).toBeLessThanOrEqual(0.05);
});
