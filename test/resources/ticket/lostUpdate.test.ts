import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { RunSettings } from '../../harness/engine';
import { withoutLists } from '../sent';
import { byId, INBOX, serviceFor } from '../service';

const service = serviceFor('ticket', 'update');
const FIRST = 900_000;
const [OURS, THEIRS, BEFORE] = [3002, 3003, 3001];
const UNDONE = 'Another program has undone the change';

function tickets(count: number): INodeExecutionData[] {
	return Array.from({ length: count }, (_, index) => {
		const id = FIRST + index;
		service.simulator.store.createTicket({ id, message_box_id: INBOX, label_ids: [BEFORE] });
		return { json: { id } };
	});
}

const change = (mode: string, labelIds: number[]): INodeParameters => ({ labels: { values: { mode, labelIds } } });
const update = async (items: INodeExecutionData[], changes = change('add', [OURS]), settings: RunSettings = {}) =>
	await service.run({ ticketId: byId('={{ $json.id }}'), ...changes }, { items, ...settings });
const sentTo = (method: string) => withoutLists(service.simulator.requests).filter((request) => request.method === method);
const labelsOf = (index: number) => [...service.simulator.store.ticket(FIRST + index).label_ids].sort();

/** Another process reads the ticket while we do, and replaces the labels right after our write. */
function race(index: number): void {
	const ticketId = FIRST + index;
	const path = `${INBOX}/tickets/${ticketId}`;
	const { interludes } = service.simulator;
	const other = service.simulator.otherProgram();
	let seen: number[] = [];
	interludes.add('after', { predicate: ({ method }) => method !== 'PUT' }, () => {
		seen = (other.send({ method: 'GET', path }).data as { label_ids: number[] }).label_ids;
	});
	interludes.add('after', { method: 'PUT', path: new RegExp(`/${ticketId}$`) }, () => void other.send({ method: 'PUT', path, body: { label_ids: [...new Set([...seen, THEIRS])] } }));
}

it('fails for each of 20 items whose label another process overwrites, and writes none again: one reading shows it', async () => {
	const items = tickets(20);
	items.forEach((_item, index) => race(index));
	const out = await update(items, undefined, { node: { onError: 'continueRegularOutput' } });
	expect(out.map(({ json, pairedItem }) => [json.error, pairedItem])).toEqual(items.map((_item, item) => [expect.stringContaining(UNDONE), { item }]));
	expect(items.map((_item, index) => labelsOf(index))).toEqual(Array(20).fill([BEFORE, THEIRS]));
	expect(sentTo('PUT')).toHaveLength(20);
	expect(sentTo('POST')).toHaveLength(2);
});

it('fails where what was removed is there again', async () => {
	const items = tickets(1);
	race(0);
	await expect(update(items, change('remove', [BEFORE]))).rejects.toThrow(UNDONE);
	expect(labelsOf(0)).toEqual([BEFORE, THEIRS]);
});

it('reads once more where all is well, however many items there are', async () => {
	const items = tickets(30);
	service.simulator.otherProgram().sendAround('before', { method: 'POST' }, { method: 'GET', path: 'message_boxes' });
	await update(items);
	expect(sentTo('PUT')).toHaveLength(30);
	expect(sentTo('POST')).toHaveLength(2);
});

it.each([
	['nobody else uses the token', change('add', [OURS]), false],
	['labels were replaced', change('replace', [OURS]), true],
])('does not read again where %s', async (_what, changes, isShared) => {
	const items = tickets(3);
	if (isShared) service.simulator.otherProgram().sendAround('before', {}, { method: 'GET', path: 'message_boxes' });
	await update(items, changes);
	expect(sentTo('POST')).toHaveLength(1);
	expect(sentTo('GET')).toHaveLength(0);
});

it('is done although it cannot be seen afterwards', async () => {
	const items = tickets(1);
	race(0);
	service.simulator.faults.add({ kind: 'status', status: 500, when: { method: 'GET', path: /tickets/, nth: 2, times: 'always' } });
	expect((await update(items))[0].json.success).toBe(true);
});

it('waits no longer when the execution is stopped', async () => {
	const items = tickets(2);
	race(0);
	const stop = new AbortController();
	service.simulator.interludes.add('after', { method: 'PUT', nth: 2 }, () => stop.abort());
	await expect(update(items, undefined, { signal: stop.signal })).rejects.toThrow('stopped');
	expect(sentTo('PUT')).toHaveLength(2);
});
