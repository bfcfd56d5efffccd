import type { Operation } from '../../nodes/SupportInbox/resources/operation';
import type { Reconciliation } from '../../nodes/SupportInbox/transport/writes/reconciliation';

type Fits<Given, Wanted> = Given extends Wanted ? true : false;
type OperationParts = Omit<Operation, 'method' | 'semantics' | 'reconciliation'>;

it('a new operation that creates something is refused by the types until it says how it is found', () => {
	// These lines compile only while the types say so.
	const withoutFinder: Fits<OperationParts & { method: 'POST' }, Operation> = false;
	const whole: Fits<OperationParts & { method: 'POST'; reconciliation: Reconciliation }, Operation> = true;
	const search: Fits<OperationParts & { method: 'POST'; semantics: 'safe' }, Operation> = true;
	expect([withoutFinder, whole, search]).toEqual([false, true, true]);
});
