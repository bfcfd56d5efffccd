import { lockPoll } from '../../nodes/SupportInbox/trigger/pollLock';
import { MINUTE } from '../../nodes/SupportInbox/trigger/time';

const NOW = Date.parse('2026-03-02T08:00:00Z');

describe('the lock of a poll', () => {
	it('is given to one at a time, and to the next when it is released', () => {
		const first = lockPoll('a', NOW);
		expect(lockPoll('a', NOW + MINUTE)).toBeUndefined();
		expect(lockPoll('b', NOW)).toBeDefined();
		first?.release();
		expect(lockPoll('a', NOW + MINUTE)).toBeDefined();
	});

	it('is taken from a poll that never ends, which may not write any more', () => {
		const lost = lockPoll('c', NOW);
		const next = lockPoll('c', NOW + 10 * MINUTE);
		expect(next?.holds()).toBe(true);
		expect(lost?.holds()).toBe(false);
		lost?.release();
		expect(next?.holds()).toBe(true);
	});
});
