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
