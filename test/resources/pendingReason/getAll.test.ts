import { serviceFor } from '../service';

const service = serviceFor('pendingReason', 'getAll');
const READ = { method: 'GET', path: '101/pending_reasons', query: {} };

it('lists the reasons as a whole, in screen order', async () => {
	const items = await service.json({ returnAll: true });
	expect(service.sent()).toEqual([READ]);
	expect(items).toHaveLength(4);
	expect(items[1]).toEqual({
		pending_reason_id: 202,
		name: 'Waiting for the carrier',
		is_snoozed: true,
		snooze_term: 'tomorrow',
	});
});

it('gives no more than the limit', async () => {
	expect(await service.json({ limit: 2 })).toHaveLength(2);
	expect(service.sent()).toEqual([READ]);
});
