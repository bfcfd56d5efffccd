import { everythingIn, failureOf } from '../harness/errors';
import { skippingNow, skipTimeouts } from '../harness/skippedWaits';
import { byId, serviceFor } from './service';

skipTimeouts();
const service = serviceFor('label', 'getAll', { clock: skippingNow });

it('a service that does not answer in time, without the token', async () => {
	const { simulator } = service;
	simulator.faults.add({ kind: 'noAnswer', when: { times: 100 } });
	const label = { resource: 'label', operation: 'update', messageBoxId: byId(101), labelId: 3001, updateFields: { name: 'x' } };
	const error = await failureOf(simulator, label);
	expect(error.message).toBe('The service did not answer in time');
	expect(error.description).toMatch(/Try again later/);
	expect(everythingIn(error)).not.toContain(simulator.token);
});
