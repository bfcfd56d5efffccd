import { OutcomeCache } from '../../../nodes/SupportInbox/transport/idempotency/outcomeCache';

it('forgets nothing of the run at work, however large it is', () => {
	const cache = new OutcomeCache();
	cache.set('before', '0', { items: [] }, 0);
	for (let item = 0; item < 30_000; item++) cache.set('large', String(item), { items: [item] as never }, 0);
	expect(cache.get('before', '0')).toBeUndefined();
	for (const item of [0, 29_999]) expect(cache.get('large', String(item))).toMatchObject({ items: [item] });
});
