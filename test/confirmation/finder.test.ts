import type { Operation } from '../../nodes/SupportInbox/resources/operation';
import { CreatedIds } from '../../nodes/SupportInbox/transport/idempotency/reconciliation';
import type { Finder } from '../../nodes/SupportInbox/transport/idempotency/reconciliation';

type Fits<Given, Wanted> = Given extends Wanted ? true : false;
type OperationParts = Omit<Operation, 'method' | 'semantics' | 'finder'>;

describe('a new operation that creates something', () => {
	it('is refused by the types until it says how it is found, and by which id', () => {
		// These lines compile only while the types say so.
		const withoutFinder: Fits<OperationParts & { method: 'POST' }, Operation> = false;
		const withoutId: Fits<Omit<Finder, 'idField'>, Finder> = false;
		const whole: Fits<OperationParts & { method: 'POST'; finder: Finder }, Operation> = true;
		const search: Fits<OperationParts & { method: 'POST'; semantics: 'safe' }, Operation> = true;
		expect([withoutFinder, withoutId, whole, search]).toEqual([false, false, true, true]);
	});

	it('has its ids remembered under the name that its finder declares', () => {
		const ids = new CreatedIds();
		ids.add('comment_id', 5);
		expect([ids.has('comment_id', 5), ids.has('comment_id', 6), ids.has('message_id', 5)]).toEqual([true, false, false]);
	});
});
