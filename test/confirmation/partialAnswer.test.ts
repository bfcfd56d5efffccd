import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { runNode } from '../harness/engine';
import { failureOf } from '../harness/errors';
import { simulatorForEachTest } from '../harness/simulator';
import { bookOf, contact, fields } from '../resources/contact/book';
import { byId, INBOX } from '../resources/service';
import type { Simulator } from '../simulator';
import { emptyContact } from '../simulator/store/ContactBook';

const TICKET = 1201;
let simulator: Simulator;
simulatorForEachTest((started) => (simulator = started));

const failing = async (parameters: INodeParameters) => await failureOf(simulator, parameters);
const labels = (mode: string, labelIds: number[]): INodeParameters => ({ labels: { values: { mode, labelIds } } });
const writes = () => simulator.requests.filter(({ method, path }) => method !== 'GET' && !path.endsWith('/search')).length;

describe('a ticket that comes without what the update rests on', () => {
	const whole: IDataObject = {
		ticket_id: TICKET, assignee: null, status_cd: 'ongoing', created_at: '2026-01-01T00:00:00Z', last_updated_at: '2026-01-01T00:00:00Z',
		title: 'A', color_cd: null, case_category_ids: [5001], label_ids: [3001, 3002], pending_reason_id: 202, messages: [],
	};
	const ticket = () => simulator.store.ticket(TICKET);

	beforeEach(() => {
		simulator.store.createTicket({ id: TICKET, message_box_id: INBOX, status_cd: 'ongoing', pending_reason_id: 202, label_ids: [3001, 3002], case_category_ids: [5001] });
	});

	const CASES: Array<[string, INodeParameters, IDataObject]> = [
		['label_ids', { statusCd: 'open', ...labels('add', [3003]) }, { label_ids: 'please log in' }],
		['label_ids', { statusCd: 'open', ...labels('add', [3003]) }, { label_ids: ['3001', { id: 3002 }] }],
		['pending_reason_id', { updateTicketFields: { colorCd: 'blue' } }, { pending_reason_id: 'none' }],
	];

	it.each(CASES)('%s: %j is not written, with %j in its place', async (property, changes, instead) => {
		const { [property]: _left, ...partial } = whole;
		simulator.faults.add({ kind: 'status', status: 200, body: { ...partial, ...instead }, when: { method: 'GET', path: /tickets/, times: 99 } });
		const before = structuredClone({ ...ticket(), messages: [] });
		const error = await failing({ resource: 'ticket', operation: 'update', messageBoxId: byId(INBOX), ticketId: byId(TICKET), ...changes });
		expect(error.message).toBe(`The answer of the service is not complete: ${property} is missing or wrong`);
		expect(error.description).toContain('Nothing was changed');
		expect(writes()).toBe(0);
		expect({ ...ticket(), messages: [] }).toEqual(before);
	});

	it('is enough for an update that rests on nothing of what is missing', async () => {
		simulator.faults.add({ kind: 'status', status: 200, body: { ticket_id: TICKET, pending_reason_id: 202, status_cd: 'ongoing' }, when: { method: 'GET' } });
		await runNode(simulator, { resource: 'ticket', operation: 'update', messageBoxId: byId(INBOX), ticketId: byId(TICKET), updateTicketFields: { colorCd: 'blue' } });
		expect(ticket()).toMatchObject({ color_cd: 'blue', label_ids: [3001, 3002], pending_reason_id: 202 });
	});

	it('of another number is not the one that was asked for', async () => {
		simulator.faults.add({ kind: 'status', status: 200, body: { ...whole, ticket_id: 99 }, when: { method: 'GET' } });
		const error = await failing({ resource: 'ticket', operation: 'update', messageBoxId: byId(INBOX), ticketId: byId(TICKET), updateTicketFields: { colorCd: 'blue' } });
		expect(error.message).toContain('ticket_id');
		expect(writes()).toBe(0);
	});
});

describe('a contact that comes without what an update rests on', () => {
	const { customItems: _none, ...fixed } = { ...emptyContact(1), system_id1: 'K1' };
	const whole = { ...fixed, ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((number) => [`custom_item${number}`, null])) };
	const add = () => bookOf(simulator).add({ system_id1: 'K1', emails: [{ email: 'first@example.com' }], archived_emails: [{ email: 'old@example.com' }] });
	const upsert = () => contact('upsert', { findBy: 'email', email: 'sato@example.com', ...fields('upsertContactFields', { systemId1: 'K1', firstName: 'Hana' }) });
	const update = () => contact('update', { findBy: 'systemId1', systemId1: 'K1', firstName: 'Hana' });

	it('customer_id, which identifies it: nothing is written', async () => {
		add();
		simulator.faults.add({ kind: 'status', status: 200, body: { ...whole, customer_id: 'x' }, when: { method: 'GET', path: /system_id1/, times: 99 } });
		for (const parameters of [upsert(), update()]) {
			const error = await failing(parameters);
			expect(error.message).toBe('The answer of the service is not complete: customer_id is missing or wrong');
		}
		expect(writes()).toBe(0);
		expect(bookOf(simulator).withCode('K1')?.emails).toEqual([{ email: 'first@example.com' }]);
	});

	it.each([
		['emails', { ...whole, emails: [{ address: 'first@example.com' }] }],
		['note', { ...whole, note: { text: 'a note of a later kind' } }],
	])('%s, which does not identify it: it is not sent, and the item names it', async (property, body) => {
		add();
		simulator.faults.add({ kind: 'status', status: 200, body, when: { method: 'GET', path: /system_id1/, times: 99 } });
		const [{ json }] = await runNode(simulator, update());
		expect(json.not_sent_back).toEqual([property]);
		const [write] = simulator.requests.filter(({ method }) => method === 'PUT');
		expect(write.body).toMatchObject({ first_name: 'Hana', system_id1: 'K1' });
		expect(write.body).not.toHaveProperty(property);
	});
});
