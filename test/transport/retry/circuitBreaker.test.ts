import type { Failure } from '../../../nodes/SupportInbox/transport/errors/failure';
import { virtualService } from '../virtualService';

describe('a service that is in trouble', () => {
	it.each(['safe', 'idempotent', 'nonIdempotent'] as const)('that is dead is noticed within a minute, by 100 items as by one (%s)', async (semantics) => {
		const service = await virtualService();
		service.simulator.faults.add({ kind: 'noAnswer', when: { times: 9_999 } });
		const start = service.clock.now();
		const items = Array.from({ length: 100 }, async (_, order) =>
			await service.ask({ order }, semantics).catch((error: { failure: Failure }) => error.failure.kind),
		);
		const ends = await service.clock.run(Promise.all(items));
		expect(new Set(ends)).toEqual(new Set(['network', 'circuitOpen']));
		expect(service.clock.now() - start).toBeLessThan(60_000);
	});

	it('is believed to be back as soon as it answers', async () => {
		const service = await virtualService();
		service.simulator.faults.add({ kind: 'noAnswer', when: { times: 4 } });
		const failing = async () => await service.ask().catch((error: { failure: Failure }) => error.failure.kind);
		expect(await service.clock.run(failing())).toBe('network');
		expect(await service.clock.run(failing())).toBe('network');
		expect(await service.clock.run(failing())).toBe('circuitOpen');
		await service.clock.pass(5_000);
		expect(await service.clock.run(service.ask())).toBe(200);
		service.simulator.faults.add({ kind: 'resetBefore', when: { times: 2 } });
		expect(await service.clock.run(service.ask())).toBe(200);
	});
});
