import { OutcomeCache } from '../../../nodes/SupportInbox/transport/engine/outcomeCache';

const done = { items: [], isWhole: true };
const fill = (cache: OutcomeCache, run: string, items: number) => {
	for (let item = 0; item < items; item++) cache.set(run, String(item), done, 0);
};

it('holds no more than 20,000 outcomes of the runs before, the latest of them', () => {
	const cache = new OutcomeCache();
	for (const run of ['a', 'b', 'c', 'd', 'e']) fill(cache, run, 5_000);
	expect(['a', 'b', 'c', 'd', 'e'].map((run) => cache.get(run, '0') === done)).toEqual([false, true, true, true, true]);
});

it('forgets nothing of the run at work, however large it is', () => {
	const cache = new OutcomeCache();
	fill(cache, 'before', 10);
	fill(cache, 'large', 30_000);
	expect(cache.get('before', '0')).toBeUndefined();
	expect(cache.get('large', '0')).toBe(done);
	expect(cache.get('large', '29999')).toBe(done);
});

it('has room again when a run has ended', () => {
	const cache = new OutcomeCache();
	fill(cache, 'kept', 10);
	fill(cache, 'ended', 19_000);
	cache.delete('ended');
	fill(cache, 'next', 19_000);
	expect(cache.get('kept', '0')).toBe(done);
});
