import { runNode } from '../harness/engine';
import { skippingNow, skipTimeouts } from '../harness/skippedWaits';
import { byId, serviceFor } from './service';
import { told } from './told';

skipTimeouts();
const service = serviceFor('label', 'getAll', { clock: skippingNow });

it('a service that does not answer in time, without the token', async () => {
	const { simulator } = service;
	simulator.faults.add({ kind: 'noAnswer', when: { times: 100 } });
	const label = { resource: 'label', operation: 'update', messageBoxId: byId(101), labelId: 3001, updateFields: { name: 'x' } };
	const error = await runNode(simulator, label).then(
		() => ({ message: '', description: '' }),
		(failure) => failure,
	);
	expect(error.message).toBe('The service did not answer in time');
	expect(error.description).toMatch(/Try again later/);
	expect(told(error)).not.toContain(simulator.token);
});
