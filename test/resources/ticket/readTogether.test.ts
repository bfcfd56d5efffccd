import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { Store } from '../../../nodes/SupportInbox/store/store';
import type { TicketSummary } from '../../../nodes/SupportInbox/store/ticketFields';
import type { RunSettings } from '../../harness/engine';
import { sessionOfRun } from '../../harness/session';
import { letPass } from '../../harness/skippedWaits';
import { byId, INBOX, serviceFor } from '../service';

// What was read in the last seconds is not read again: the seconds are not those of a busy machine.
const service = serviceFor('ticket', 'update');
const FIRST = 900_000;
const REASON = 201;
const adding = (labelIds: string | number[]) => ({ labels: { values: { mode: 'add', labelIds } } });
const addLabel = adding([3002]);

/** Tickets that wait for something and have a label. @returns an item for each */
function tickets(count: number): INodeExecutionData[] {
	return Array.from({ length: count }, (_, index) => {
		const id = FIRST + index;
		const waits = { status_cd: 'ongoing', pending_reason_id: REASON } as const;
		service.simulator.store.createTicket({ id, message_box_id: INBOX, label_ids: [3001], ...waits });
		return { json: { id } };
	});
}

const ticket = (index: number) => service.simulator.store.ticket(FIRST + index);
const update = async (items: INodeExecutionData[], changes: INodeParameters = addLabel, settings: RunSettings = {}) =>
	await service.run({ ticketId: byId('={{ $json.id }}'), ...changes }, { items, ...settings });
const sentTo = (method: string) => service.simulator.requests.filter((request) => request.method === method);
/** Of tickets; the list of pending reasons is read once a minute besides. */
const readAlone = () => sentTo('GET').filter(({ path }) => path.includes('/tickets/'));
const counts = () => ({ searches: sentTo('POST').length, reads: readAlone().length, writes: sentTo('PUT').length });
const labelled = { status_cd: 'ongoing', pending_reason_id: REASON, label_ids: [3001, 3002] };
/** ms on the service's clock between a write and the last search before it */
const ages = () => sentTo('PUT').map(({ at }) => at - Math.max(...sentTo('POST').map((search) => search.at).filter((read) => read <= at)));

describe('items of one run that must read their ticket', () => {
	it('read together: 100 updates in at most 110 requests, each with what its own ticket has', async () => {
		const items = tickets(100);
		service.simulator.store.editTicket(FIRST + 7, { label_ids: [3003] });
		const out = await update(items);
		expect(service.simulator.requests.length).toBeLessThanOrEqual(110);
		expect(sentTo('PUT').map(({ path }) => path)).toEqual(items.map(({ json }) => `/api/v2/${INBOX}/tickets/${String(json.id)}`));
		expect(out.map(({ json, pairedItem }) => [json.ticket_id, pairedItem])).toEqual(items.map(({ json }, item) => [json.id, { item }]));
		expect(ticket(7)).toMatchObject({ label_ids: [3003, 3002], pending_reason_id: REASON });
		for (const index of [0, 1, 49, 50, 51, 99]) expect(ticket(index)).toMatchObject(labelled);
	});

	it('do so as well where the update has only to keep a pending reason', async () => {
		await update(tickets(60), { assignee: 'user02' });
		expect(counts()).toEqual({ searches: 2, reads: 0, writes: 60 });
		expect(ticket(59)).toMatchObject({ assignee: 'user02', pending_reason_id: REASON });
	});

	it('leave those out that need no reading', async () => {
		const items = tickets(6);
		await update(items, { statusCd: '={{ $itemIndex % 2 ? "closed" : "ongoing" }}', assignee: 'user02' });
		expect(sentTo('POST').map(({ body }) => (body as { ticket_ids: number[] }).ticket_ids)).toEqual([[FIRST, FIRST + 2, FIRST + 4]]);
		expect(counts()).toMatchObject({ reads: 0, writes: 6 });
	});

	it('look together at what they have written: 100 updated tickets in at most 110 requests', async () => {
		const out = await update(tickets(100), { ...addLabel, return: 'updatedTicket' });
		expect(counts()).toMatchObject({ reads: 0, writes: 100 });
		expect(counts().searches).toBeLessThanOrEqual(10);
		expect(out.map(({ json }) => json.ticket_id)).toEqual(out.map((_item, index) => FIRST + index));
		for (const { json } of out) expect(json.label_ids).toEqual([3001, 3002]);
	});

	it('write on a reading of the last two seconds only: an older one is read again', async () => {
		const items = tickets(12);
		service.simulator.interludes.add('after', { method: 'PUT', times: 'always' }, () => letPass(450));
		service.simulator.interludes.add('after', { method: 'PUT', nth: 5 }, () => service.simulator.store.editTicket(FIRST + 11, { label_ids: [3003] }));
		await update(items);
		expect(counts().searches).toBeGreaterThan(1);
		for (const age of ages()) expect(age).toBeLessThanOrEqual(2_000);
		expect(ticket(11).label_ids).toEqual([3003, 3002]);
	});

	it('read again before a write is tried again later than that', async () => {
		service.simulator.faults.add({ kind: 'status', status: 503, when: { method: 'PUT' } });
		const items = tickets(2);
		service.simulator.interludes.add('before', { method: 'PUT' }, () => {
			service.simulator.store.editTicket(FIRST, { label_ids: [3003] });
			letPass(2_100);
		});
		await update(items);
		expect(counts()).toEqual({ searches: 2, reads: 0, writes: 3 });
		expect(ticket(0).label_ids).toEqual([3003, 3002]);
	});

	it('fail alone: the others go on with Continue On Fail', async () => {
		const items = tickets(5);
		const missing = { json: { id: 999_999 } };
		const out = await update([...items.slice(0, 2), missing, ...items.slice(2)], addLabel, { node: { onError: 'continueRegularOutput' } });
		expect(out.map(({ json }) => json.ticket_id ?? 'failed')).toEqual([FIRST, FIRST + 1, 'failed', FIRST + 2, FIRST + 3, FIRST + 4]);
		expect(out[2].json.error).toMatch(/^Not found: Inbox 101, Ticket 999999 \(Ticket not found\)\. /);
		expect(counts()).toEqual({ searches: 1, reads: 1, writes: 5 });
	});

	it('read alone what the search does not show, and everything where it refuses', async () => {
		const items = tickets(3);
		service.simulator.faults.add({ kind: 'status', status: 400, when: { method: 'POST', times: 'always' } });
		await update(items);
		expect(counts()).toEqual({ searches: 1, reads: 3, writes: 3 });
		expect(ticket(2)).toMatchObject(labelled);
	});
});

describe('what this process has read of a ticket', () => {
	/** A trigger has read the ticket so long ago (ms). */
	const readBefore = async (age: number, shown: object = seen) => {
		const session = await sessionOfRun(service.simulator);
		const readAt = session.dispatcher.clock.now() - age;
		const times = { created_at: '2026-03-02T08:00:00Z', last_updated_at: '2026-03-02T08:00:00Z' };
		session.of(Store).of(INBOX).recordRows([{ ticket_id: FIRST, ...times, ...shown } as TicketSummary], { asOf: readAt, readAt, answeredAt: readAt });
	};
	const seen = { label_ids: [3001], case_category_ids: [], pending_reason_id: REASON, status_cd: 'ongoing' };

	it('within two seconds saves the reading', async () => {
		const [item] = tickets(1);
		await readBefore(1_000);
		await update([item]);
		expect(counts()).toEqual({ searches: 0, reads: 0, writes: 1 });
		expect(ticket(0)).toMatchObject(labelled);
	});

	it.each([
		['is older', seen, 2_500],
		['does not show what the write rests on', { label_ids: [3001] }, 0],
	])('is not relied on where it %s', async (_what, shown, age) => {
		const [item] = tickets(1);
		await readBefore(age, shown);
		await update([item]);
		expect(counts()).toEqual({ searches: 0, reads: 1, writes: 1 });
	});

	it('is not relied on for a ticket that was written after it was read', async () => {
		const [item] = tickets(1);
		await readBefore(0);
		await update([item, item], adding('={{ [3002 + $itemIndex] }}'));
		expect(counts()).toEqual({ searches: 0, reads: 1, writes: 2 });
		expect(ticket(0).label_ids).toEqual([3001, 3002, 3003]);
	});
});
