import type { Operation } from '../../nodes/SupportInbox/resources/operation';
import { record } from '../../nodes/SupportInbox/transport/client/response';
import { CreatedIds } from '../../nodes/SupportInbox/transport/idempotency/createdIds';
import type { Finder } from '../../nodes/SupportInbox/transport/idempotency/reconciliation';

const common = { name: 'Comment', value: 'comment', action: 'Comment', description: 'Comment', path: '/api/v2/comments', answer: record('comment_id'), fields: [] };

describe('a new operation that creates something', () => {
	it('is refused by the types until it tells how it is found, and by which id', () => {
		// @ts-expect-error A POST is not idempotent: without a finder a lost answer would lose or double it.
		const withoutFinder: Operation = { ...common, method: 'POST' };
		// @ts-expect-error Without its id, another item's comment would be taken for this one's.
		const withoutId: Finder = { how: 'Look.', find: async () => ({ checked: 'Nothing.' }) };
		const finder: Finder = { ...withoutId, idField: 'comment_id' };
		const whole: Operation = { ...common, method: 'POST', finder };
		const search: Operation = { ...common, method: 'POST', semantics: 'safe' };
		expect([withoutFinder, whole, search]).toHaveLength(3);
	});

	it('has its ids remembered under the name that its finder declares', () => {
		const ids = new CreatedIds();
		ids.add('comment_id', 5);
		expect([ids.has('comment_id', 5), ids.has('comment_id', 6), ids.has('message_id', 5)]).toEqual([true, false, false]);
	});
});
