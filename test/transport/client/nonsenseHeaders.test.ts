/** Rate-limit headers that cannot be true, in every answer: they hold up nothing. How often a refusal follows them: test/transport/rateLimit. */
import { runNode } from '../../harness/engine';
import { simulatorOfEachTest } from '../../harness/simulator';
import { skippingNow } from '../../harness/skippedWaits';
import { byId, INBOX } from '../../resources/service';
import { RATE_LIMIT_NONSENSE } from '../../simulator';

const simulator = simulatorOfEachTest();

const label = { resource: 'label', messageBoxId: byId(INBOX) };

it.each(Object.entries(RATE_LIMIT_NONSENSE))('%s', async (_what, headers) => {
	simulator.faults.add({ kind: 'headers', headers, when: { times: 'always' } });
	const begun = skippingNow();
	// The next request shows what was believed of the answer.
	const listed = await runNode(simulator, { ...label, operation: 'getAll', limit: 5 });
	const created = await runNode(simulator, { ...label, operation: 'create', name: 'New', createLabelFields: { ifExists: 'create' } });
	expect([listed.length, created.length]).toEqual([5, 1]);
	expect(skippingNow() - begun).toBeLessThan(1_000);
	expect(simulator.requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
});
