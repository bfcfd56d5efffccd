import type { INodeParameters, NodeApiError } from 'n8n-workflow';
import { runNode } from '../harness/engine';
import { simulatorForEachTest } from '../harness/simulator';
import { skippingNow, skipWaits } from '../harness/skippedWaits';
import { byId, INBOX } from '../resources/service';
import type { Fault, Simulator } from '../simulator';

let simulator: Simulator;

skipWaits();
simulatorForEachTest((started) => (simulator = started), { clock: skippingNow });

const labelName = () => simulator.store.inbox(INBOX).labels.all()[0].name;
const run = async (parameters: INodeParameters) =>
	await runNode(simulator, parameters).then(
		(items) => ({ items, error: undefined }),
		(error: NodeApiError) => ({ items: undefined, error }),
	);

/** Answers that no write of the document gives (Endpoints, General rules: success without a body is status 204). */
const FOREIGN: Array<[string, Partial<Fault>]> = [
	['a login page in JSON', { kind: 'status', status: 200, body: { message: 'please log in' } }],
	['200 without a body', { kind: 'emptyBody', afterEffect: false }],
	['202 with a note', { kind: 'status', status: 202, body: { queued: true } }],
	['a web page', { kind: 'html' }],
];

const LABEL: INodeParameters = {
	resource: 'label', operation: 'update', messageBoxId: byId(INBOX), labelId: 3001, updateFields: { name: 'Renamed' },
};

// Each operation, once: test/faults/unconfirmed. Here such an answer comes every time.
it.each(FOREIGN)('%s is no confirmation of a label update', async (_what, fault) => {
	const before = labelName();
	simulator.faults.add({ ...fault, when: { method: 'PUT', times: 99 } } as Fault);
	const { items, error } = await run(LABEL);
	expect(items).toBeUndefined();
	expect(error?.message).toBe('The service did not confirm the change');
	expect(error?.description).toContain('The service may have done it nevertheless');
	expect(labelName()).toBe(before);
});

it('an answer whose id is not an id does not confirm a create either', async () => {
	simulator.faults.add({ kind: 'status', status: 200, body: { label_id: null, message: 'please log in' }, when: { method: 'POST' } });
	const { error } = await run({ resource: 'label', operation: 'create', messageBoxId: byId(INBOX), name: 'Fresh' });
	expect(error?.message).toBe('The service did not confirm the change');
	expect(error?.description).toContain('Run this again: a label that exists by then is used.');
});
