/** A search, or a copy of the service's data, shows a write of this process some seconds late. A write that rests on that would undo it. */
import type { INodeParameters } from 'n8n-workflow';
import { runNode } from '../harness/engine';
import { skippingNow } from '../harness/skippedWaits';
import { bookOf, contact, fields } from './contact/book';
import { byId, emptyItems, INBOX, serviceFor } from './service';

const service = serviceFor('ticket', 'update');
const TICKET = 900_000;
const BEFORE = 3001;
const LATE_MS = 5_000;
const change = (mode: string, labelIds: string | number[]): INodeParameters => ({ labels: { values: { mode, labelIds } } });
const labels = () => [...service.simulator.store.ticket(TICKET).label_ids].sort();
const update = async (parameters: INodeParameters) => await service.run({ ticketId: byId(TICKET), ...parameters }, { items: emptyItems(2) });
const isRead = ({ method, path }: { method: string; path: string }) => method === 'GET' || path.endsWith('/search');
const reads = () => service.simulator.requests.filter((request) => isRead(request) && /ticket|customer/.test(request.path));

beforeEach(() => {
	const { store } = service.simulator;
	store.createTicket({ id: TICKET, message_box_id: INBOX, label_ids: [BEFORE], status_cd: 'ongoing', pending_reason_id: 201, messages: [{ from: 'anna@mail.example' }] });
});

/** From now on all reads show what they show now, until `LATE_MS` after the first write. @param rows makes what a read shows of the answer */
function lag(shown: object = {}): void {
	let wroteAt = Infinity;
	service.simulator.interludes.add('after', { predicate: (request) => !isRead(request) }, () => (wroteAt = skippingNow()));
	const when = { predicate: (request: { method: string; path: string }) => isRead(request) && skippingNow() < wroteAt + LATE_MS, times: 'always' as const };
	const { label_ids, status_cd, pending_reason_id } = structuredClone({ ...service.simulator.store.ticket(TICKET), messages: [] });
	service.simulator.faults.add({ kind: 'partial', replace: { label_ids, status_cd, pending_reason_id, ...shown }, when });
}

it.each([
	['added', change('add', '={{ [3002 + $itemIndex] }}'), [BEFORE, 3002, 3003]],
	['replaced, without a reading', change('={{ $itemIndex ? "add" : "replace" }}', '={{ [3002 + $itemIndex] }}'), [3002, 3003]],
])('a label that the item before has %s stays', async (_how, parameters, expected) => {
	lag();
	await update(parameters);
	expect(labels()).toEqual(expected);
});

it('a pending reason that a memo has ended is not set again', async () => {
	lag();
	await runNode(service.simulator, { resource: 'handlingMemo', operation: 'create', messageBoxId: byId(INBOX), memoTicketId: byId(TICKET), memoBody: 'Done', createMemoFields: { statusCd: 'closed' } });
	await service.run({ ticketId: byId(TICKET), ...change('add', [3002]) });
	expect(service.simulator.requests.at(-1)!.body).toEqual({ label_ids: [BEFORE, 3002] });
});

it('a pending reason that a later write has taken away is not waited for', async () => {
	await service.run({ ticketId: byId(TICKET), statusCd: 'ongoing', updateTicketFields: { pendingReasonId: 202 } });
	await service.run({ ticketId: byId(TICKET), statusCd: 'open' });
	const before = reads().length;
	await service.run({ ticketId: byId(TICKET), ...change('add', [3002]) });
	expect(reads()).toHaveLength(before + 1);
});

it('the updated ticket comes out as it is, and no other program is blamed for what is not shown yet', async () => {
	service.simulator.otherProgram().sendAround('before', { method: 'GET' }, { method: 'GET', path: 'message_boxes' });
	lag();
	const items = await service.run({ ticketId: byId(TICKET), ...change('add', [3002]), return: 'updatedTicket' });
	expect(items[0].json.label_ids).toEqual([BEFORE, 3002]);
});

it('a name that the item before gave a contact stays', async () => {
	bookOf(service.simulator).add({ system_id1: 'K1', last_name: 'Sato', default_assignee: 'user02' });
	lag({ last_name: 'Sato', default_assignee: 'user02' });
	const values = { lastName: '={{ $itemIndex ? undefined : "Tanaka" }}', defaultAssignee: '={{ $itemIndex ? "user03" : undefined }}' };
	await runNode(service.simulator, contact('update', { findBy: 'systemId1', systemId1: 'K1', ...fields('updateContactFields', values) }), { items: emptyItems(2) });
	expect(bookOf(service.simulator).withCode('K1')).toMatchObject({ last_name: 'Tanaka', default_assignee: 'user03' });
});

it('a text of a contact that the service stores in another form is believed at once', async () => {
	bookOf(service.simulator).add({ system_id1: 'K1', note: 'Old' });
	const note = contact('update', { findBy: 'systemId1', systemId1: 'K1', ...fields('updateContactFields', { note: 'One\r\nTwo' }) });
	service.simulator.interludes.add('after', { method: 'PUT' }, () => (bookOf(service.simulator).withCode('K1')!.note = 'One\nTwo'));
	await runNode(service.simulator, note);
	const before = reads().length;
	await runNode(service.simulator, contact('update', { findBy: 'systemId1', systemId1: 'K1', ...fields('updateContactFields', { lastName: 'Sato' }) }));
	expect(reads()).toHaveLength(before + 1);
});

it('an older row than the write rested on is read again, whatever it shows', async () => {
	service.simulator.interludes.add('after', { method: 'PUT' }, () => service.simulator.faults.add({ kind: 'partial', replace: { last_updated_at: '2020-01-01T00:00:00Z', label_ids: [BEFORE, 3002] }, when: { predicate: isRead } }));
	await update(change('add', '={{ [3002 + $itemIndex] }}'));
	expect(reads()).toHaveLength(3);
});

it('what stays as it was before the write is believed after ten seconds: another program has changed it back', async () => {
	service.simulator.interludes.add('after', { method: 'PUT' }, () => service.simulator.store.editTicket(TICKET, { label_ids: [BEFORE] }));
	const began = skippingNow();
	await update(change('add', '={{ [3002 + $itemIndex] }}'));
	expect(labels()).toEqual([BEFORE, 3003]);
	expect(reads().length).toBeLessThanOrEqual(6);
	expect(skippingNow() - began).toBeLessThan(20_000);
});
