import type { INodeParameters, NodeApiError } from 'n8n-workflow';

import { runNode } from '../harness/engine';
import { simulatorForEachTest } from '../harness/simulator';
import { skippingNow, skipWaits } from '../harness/skippedWaits';
import { bookOf, contact, fields } from '../resources/contact/book';
import { byId, INBOX } from '../resources/service';
import type { Fault, Simulator } from '../simulator';

let simulator: Simulator;

skipWaits();
simulatorForEachTest((started) => {
	simulator = started;
	bookOf(simulator).add({ system_id1: 'K1', last_name: 'Sato' });
}, { clock: skippingNow });

const labelName = () => simulator.store.inbox(INBOX).labels.all()[0].name;
const run = async (parameters: INodeParameters) =>
	await runNode(simulator, parameters).then(
		(items) => ({ items, error: undefined }),
		(error: NodeApiError) => ({ items: undefined, error }),
	);
const sent = (method: string) => simulator.requests.filter((request) => request.method === method).length;

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
const WRITES: Array<[string, string, () => INodeParameters, () => unknown]> = [
	['label update', 'PUT', () => LABEL, labelName],
	['contact update', 'PUT', () => contact('update', { findBy: 'systemId1', systemId1: 'K1', ...fields('updateFields', { lastName: 'New' }) }), () => bookOf(simulator).withCode('K1')?.last_name],
	['contact delete', 'DELETE', () => contact('delete', { findBy: 'systemId1', systemId1: 'K1' }), () => bookOf(simulator).withCode('K1') !== undefined],
];

describe.each(FOREIGN)('%s', (_what, fault) => {
	it.each(WRITES)('is no confirmation of a %s', async (_name, method, parameters, state) => {
		const before = state();
		simulator.faults.add({ ...fault, when: { method, times: 99 } } as Fault);
		const { items, error } = await run(parameters());
		expect(items).toBeUndefined();
		expect(error?.message).toBe('The service did not confirm the change');
		expect(error?.description).toContain('The service may have done it nevertheless');
		expect(state()).toEqual(before);
	});

	it('is no confirmation of a contact create, which is looked for and not sent again', async () => {
		simulator.faults.add({ ...fault, when: { method: 'POST', times: 99 } } as Fault);
		const { error } = await run(contact('create', { ...fields('additionalFields', { systemId1: 'K9', lastName: 'New' }) }));
		expect(error?.message).toBe('The service did not confirm the change');
		expect(error?.description).toContain('there is no contact with the customer code K9');
		expect({ posts: sent('POST'), there: bookOf(simulator).withCode('K9') }).toEqual({ posts: 1, there: undefined });
	});

	it('after a contact create that was done: found, and reported as done', async () => {
		simulator.faults.add({ ...fault, afterEffect: true, when: { method: 'POST' } } as Fault);
		const { items } = await run(contact('create', { ...fields('additionalFields', { systemId1: 'K9', lastName: 'New' }) }));
		expect(items?.[0].json).toMatchObject({ success: true, system_id1: 'K9' });
		expect(sent('POST')).toBe(1);
	});
});

it('once: the same change is sent again and confirmed then', async () => {
	simulator.faults.add({ kind: 'status', status: 200, body: { message: 'please log in' }, when: { method: 'PUT' } });
	const { items } = await run(LABEL);
	expect(items?.[0].json).toMatchObject({ success: true });
	expect({ puts: sent('PUT'), name: labelName() }).toEqual({ puts: 2, name: 'Renamed' });
});

it('a delete that was done although its answer did not say so is done', async () => {
	simulator.faults.add({ kind: 'status', status: 200, body: {}, afterEffect: true, when: { method: 'DELETE' } });
	const { items } = await run(contact('delete', { findBy: 'systemId1', systemId1: 'K1' }));
	expect(items?.[0].json).toEqual({ deleted: true });
});

it('an answer whose id is not an id does not confirm a create either', async () => {
	simulator.faults.add({ kind: 'status', status: 200, body: { label_id: null, message: 'please log in' }, when: { method: 'POST' } });
	const { error } = await run({ resource: 'label', operation: 'create', messageBoxId: byId(INBOX), name: 'Fresh' });
	expect(error?.message).toBe('The service did not confirm the change');
	expect(error?.description).toContain('there is no label "Fresh"');
});
