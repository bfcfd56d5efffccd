import { MINUTE } from '../../nodes/SupportInbox/store/time';
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

it('emits a ticket a minute where another program leaves five requests of a minute, and keeps the others for people', async () => {
	const service = await timedService({ seed: { tickets: 0 }, rateLimit: { limit: 60 } });
	const { clock, simulator } = service;
	const emitted: unknown[][] = [];
	const left: number[] = [];
	const work = async () => {
		const node = pollerOf(service, { messageBoxIds: [101], events: ['ticketCreated', 'newMessage'] });
		await node.poll();
		const start = clock.now();
		for (let minute = 1; minute <= 10; minute++) {
			await clock.sleep(start + (minute - 0.5) * MINUTE - clock.now());
			if (minute <= 5) simulator.store.createTicket({ message_box_id: 101 });
			await clock.sleep(MINUTE / 2);
			simulator.consumeQuota(55);
			const before = simulator.requests.length;
			emitted.push([...new Set((await node.poll())?.map(({ json }) => json.ticket_id))]);
			left.push(5 - (simulator.requests.length - before));
		}
	};
	await clock.run(work());
	await service.stop();
	expect(emitted.map(({ length }) => length)).toEqual([1, 1, 1, 1, 1, 0, 0, 0, 0, 0]);
	// News, and the details of one ticket; once the names of the inboxes.
	expect(left.filter((count) => count < 3)).toEqual([2]);
});
