import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { RunSettings } from '../../harness/engine';
import { skippingNow, skipWaits } from '../../harness/skippedWaits';
import { byId, INBOX, serviceFor } from '../service';

skipWaits();
const service = serviceFor('ticket', 'update', { clock: skippingNow });
const FIRST = 900_000;
const [OURS, THEIRS, BEFORE] = [3002, 3003, 3001];

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
const sentTo = (method: string) => service.simulator.requests.filter((request) => request.method === method);
const labelsOf = (index: number) => [...service.simulator.store.ticket(FIRST + index).label_ids].sort();

/** Another process reads the ticket while we do, and replaces the labels right after our `nth` write. */
function race(index: number, nth = 1): void {
	const ticketId = FIRST + index;
	const path = new RegExp(`/${ticketId}$`);
	service.simulator.otherProgram().raceForLabel({
		inboxId: INBOX,
		ticketId,
		labelId: THEIRS,
		readAfter: { predicate: ({ method }) => method !== 'PUT' },
		writeAfter: { method: 'PUT', path, nth },
	});
}

it('loses none of 20 labels that another process overwrites: one reading shows it, and it is added again', async () => {
	const items = tickets(20);
	items.forEach((_item, index) => race(index));
	const out = await update(items);
	expect(items.map((_item, index) => labelsOf(index))).toEqual(Array(20).fill([BEFORE, OURS, THEIRS]));
	expect(out.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_item, item) => ({ item })));
	expect(sentTo('PUT')).toHaveLength(40);
	// One before the writes, one after them; then the same for what is added again, and each item of it may read alone.
	expect(sentTo('POST').length + sentTo('GET').length).toBeLessThanOrEqual(2 + 2 * 20);
});

it('keeps what was removed away', async () => {
	const items = tickets(1);
	race(0);
	await update(items, change('remove', [BEFORE]));
	expect(labelsOf(0)).toEqual([THEIRS]);
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

it('gives up when it is undone every time, and says by whom', async () => {
	const items = tickets(1);
	for (const nth of [1, 2, 3, 4]) race(0, nth);
	await expect(update(items)).rejects.toThrow('Another program undoes the change');
	expect(sentTo('PUT')).toHaveLength(4);
});

it('is done although it cannot be seen afterwards', async () => {
	const items = tickets(1);
	race(0);
	service.simulator.faults.add({ kind: 'status', status: 500, when: { method: 'GET', nth: 2, times: 'always' } });
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
