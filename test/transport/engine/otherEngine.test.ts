/** Were n8n to start the items of a run one after the other, a write that never began must not look like one that was done. */
import type { INodeParameters } from 'n8n-workflow';
import type { RunSettings } from '../../harness/engine';
import { engineOf } from '../../harness/otherEngine';
import { byId, serviceFor } from '../../resources/service';

const service = serviceFor('memo', 'create');
const NOT_STARTED = 'n8n did not start the other items, nothing was sent';

/** Ten memos. @returns the errors of the items that came out, undefined where there is none */
async function memos(atOnce: number, more: { node?: RunSettings['node']; parameters?: INodeParameters; bad?: number } = {}): Promise<unknown[]> {
	const items = Array.from({ length: 10 }, (_, place) => ({ json: { id: service.simulator.store.createTicket({ message_box_id: 101 }).ticket_id, text: place === more.bad ? null : 'Called' } }));
	const parameters = { memoTicketId: byId('={{ $json.id }}'), memoBody: '={{ $json.text }}', ...more.parameters };
	const out = await service.run(parameters, { items, node: more.node, engine: engineOf(atOnce) });
	return out.map(({ json }) => json.error);
}

const written = () => service.simulator.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/records')).length;

describe.each([1, 4])('an engine that starts %i at a time', (atOnce) => {
	it('each item says so, and nothing is sent', async () => {
		const errors = await memos(atOnce);
		expect(errors).toEqual(Array.from({ length: 10 }, () => expect.stringContaining(NOT_STARTED)));
		expect(written()).toBe(0);
	});

	it('with a refused item as well', async () => {
		const errors = await memos(atOnce, { bad: 8 });
		expect(errors).toEqual(Array.from({ length: 10 }, (_, place) => expect.stringContaining(place === 8 ? 'has no value' : NOT_STARTED)));
		expect(written()).toBe(0);
	});

	it('with Continue On Fail each is sent', async () => {
		expect(await memos(atOnce, { node: { onError: 'continueRegularOutput' } })).toEqual(Array.from({ length: 10 }, () => undefined));
		expect(written()).toBe(10);
	});

	it('with Batching nothing is sent either', async () => {
		const errors = await memos(atOnce, { parameters: { requestOptions: { batching: { batch: { batchSize: 5, batchInterval: 10 } } } } });
		expect(errors).toEqual(Array.from({ length: 10 }, () => expect.stringContaining(NOT_STARTED)));
		expect(written()).toBe(0);
	});
});

it('an engine that starts all sends all', async () => {
	expect(await memos(10)).toEqual(Array.from({ length: 10 }, () => undefined));
	expect(written()).toBe(10);
});
