import { MINUTE } from '../../nodes/SupportInbox/trigger/time';
import { pollerOf } from '../harness/engine';
import { timedService } from '../harness/virtualTime';

it('fails after five minutes in which it could read nothing, and says when the limit opens, so that n8n waits no longer', async () => {
	const service = await timedService({ rateLimit: { limit: 10 } });
	const { clock, simulator } = service;
	const failures: Array<{ at: number; error: { httpCode?: string; failure?: { cause: string; resetsAtEpochMs: number } } }> = [];
	let start = 0;
	const work = async () => {
		const node = pollerOf(service, { messageBoxIds: [101] });
		await node.poll();
		start = clock.now();
		for (let minute = 1; minute <= 7; minute++) {
			await clock.sleep(start + minute * MINUTE - clock.now());
			simulator.consumeQuota(10);
			await node.poll().catch((error) => void failures.push({ at: clock.now() - start, error }));
		}
		// The next window is its own again.
		await clock.sleep(MINUTE);
		await node.poll();
	};
	await clock.run(work());
	await service.stop();
	expect(failures.map(({ at }) => Math.floor(at / MINUTE))).toEqual([6, 7]);
	for (const { at, error } of failures) {
		expect(error).toMatchObject({ failure: { cause: 'rate-limited' }, httpCode: '403' });
		const opensIn = (error.failure?.resetsAtEpochMs ?? 0) - (start + at);
		expect(opensIn).toBeGreaterThan(0);
		expect(opensIn).toBeLessThanOrEqual(62_000);
	}
});
