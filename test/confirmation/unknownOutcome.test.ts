import type { INodeParameters } from 'n8n-workflow';
import { runNode } from '../harness/engine';
import { failureOf } from '../harness/errors';
import { simulatorOfEachTest } from '../harness/simulator';
import { bookOf, byCode, contact, fields } from '../resources/contact/book';
import { sent } from '../resources/sent';
import { byId, INBOX } from '../resources/service';

const simulator = simulatorOfEachTest();

const failing = async (parameters: INodeParameters) => await failureOf(simulator, parameters);
const steps = () => sent(simulator).map(({ method, path }) => `${method} ${path}`);

describe('Create or Update says that the outcome of its creation is unknown', () => {
	const K1 = { findBy: 'systemId1', systemId1: 'K1', ...fields('upsertContactFields', { firstName: 'Hana' }) };

	it.each([
		['a failing service', { kind: 'status', status: 500 }],
		['a login page', { kind: 'html' }],
		['a dead connection', { kind: 'resetBefore' }],
		['no right to read', { kind: 'status', status: 401 }],
	] as const)('when its answer is lost and the read after it meets %s', async (_what, fault) => {
		simulator.faults.add({ kind: 'resetAfter', when: { method: 'POST' } });
		simulator.faults.add({ ...fault, when: { method: 'GET', nth: 2, times: 99 } });
		const error = await failing(contact('upsert', K1));
		expect(error.message).toBe('The connection broke before the answer came (ECONNRESET)');
		expect(error.description).toContain('The service may have done it nevertheless.');
		expect(error.description).toContain('Whether it was done could not be checked');
		expect(error.description).toContain('customer code K1');
		expect(steps().filter((step) => step.startsWith('POST'))).toHaveLength(1);
		expect(bookOf(simulator).withCode('K1')).toMatchObject({ first_name: 'Hana' });
	});

	it('also when the update after it fails', async () => {
		simulator.faults.add({ kind: 'resetBefore', when: { method: 'POST' } });
		simulator.interludes.add('before', { method: 'POST' }, () => bookOf(simulator).add({ system_id1: 'K1', last_name: 'Somebody' }));
		simulator.faults.add({ kind: 'status', status: 400, body: { message: 'first_name is wrong' }, when: { method: 'PUT', times: 99 } });
		const error = await failing(contact('upsert', K1));
		expect(error.message).toContain('The service refused the values: first_name is wrong');
		expect(error.description).toContain('The service may have done it nevertheless.');
		expect(error.description).toContain('with other values');
	});

	it('also when the creation that is sent again fails', async () => {
		simulator.faults.add({ kind: 'resetBefore', when: { method: 'POST' } });
		simulator.faults.add({ kind: 'status', status: 401, when: { method: 'POST', nth: 2, times: 99 } });
		const error = await failing(contact('upsert', K1));
		expect(error.message).toContain('The access token is missing or not valid');
		expect(error.description).toContain('The service may have done it nevertheless.');
		expect(error.description).toContain('customer code K1');
	});

	it('does not say so where every answer came: a refused creation is refused', async () => {
		simulator.faults.add({ kind: 'status', status: 400, body: { message: 'No' }, when: { method: 'POST', times: 99 } });
		const error = await failing(contact('upsert', K1));
		expect(error.message).toContain('The service refused the values: No');
		expect(error.description).not.toContain('nevertheless');
	});
});

describe('Update with a new customer code', () => {
	const update = (more: INodeParameters = {}) => contact('update', { findBy: 'systemId1', systemId1: 'K0', ...fields('updateContactFields', { systemId1: 'K1', lastName: 'New', ...more }) });
	const add = () => bookOf(simulator).add({ system_id1: 'K0', last_name: 'Old' });

	it.each(['resetAfter', 'emptyBody'] as const)('whose answer was lost (%s) is found under the new code', async (kind) => {
		add();
		simulator.faults.add({ kind, when: { method: 'PUT' } });
		const [item] = await runNode(simulator, update());
		expect(item.json).toMatchObject({ success: true });
		expect(steps()).toEqual([`GET ${byCode('K0')}`, `GET ${byCode('K1')}`, `PUT ${byCode('K0')}`, `PUT ${byCode('K0')}`, `GET ${byCode('K1')}`]);
		expect(bookOf(simulator).withCode('K1')).toMatchObject({ last_name: 'New' });
	});

	it('found by e-mail: the address is still there, so it is sent again', async () => {
		bookOf(simulator).add({ system_id1: 'K0', emails: [{ email: 'sato@example.com' }] });
		simulator.faults.add({ kind: 'resetAfter', when: { method: 'PUT' } });
		await runNode(simulator, contact('update', { findBy: 'email', email: 'sato@example.com', ...fields('updateContactFields', { systemId1: 'K1' }) }));
		expect(steps().map((step) => step.split(' ')[0])).toEqual(['GET', 'GET', 'PUT', 'PUT']);
	});

	it.each<[string, object, object, string | undefined]>([
		['the new code', { system_id1: 'K0' }, { systemId1: 'K1' }, `GET ${byCode('K1')}`],
		['without a code the new address', {}, {}, undefined],
	])('found by e-mail, which the update takes away: %s shows that it was done', async (_what, code, values, last) => {
		bookOf(simulator).add({ ...code, emails: [{ email: 'sato@example.com' }] });
		simulator.faults.add({ kind: 'resetAfter', when: { method: 'PUT' } });
		const change = { ...values, replaceEmails: { values: [{ email: 'new@example.com' }] } };
		const [item] = await runNode(simulator, contact('update', { findBy: 'email', email: 'sato@example.com', ...fields('updateContactFields', change) }));
		expect(item.json).toMatchObject({ success: true });
		if (last !== undefined) expect(steps().at(-1)).toBe(last);
	});

	/** Another program deletes the contact after it was read; our update does not arrive. */
	const deletedAfterRead = () => {
		const gone = bookOf(simulator).add({ system_id1: 'K0', last_name: 'Old' });
		simulator.faults.add({ kind: 'resetBefore', when: { method: 'PUT' } });
		simulator.interludes.add('after', { method: 'GET' }, () => bookOf(simulator).remove(gone));
	};

	it('a contact of that code with other values is not ours', async () => {
		deletedAfterRead();
		simulator.interludes.add('before', { method: 'PUT' }, () => void bookOf(simulator).add({ system_id1: 'K1', last_name: 'Somebody' }));
		const error = await failing(update());
		expect(error.message).toBe('Not found: Address Book 11, Customer Code K0 (Customer not found)');
		expect(error.description).toContain('there is a contact with the customer code K1, but with other values');
	});

	it('without the contact at all: not found, and what was checked', async () => {
		deletedAfterRead();
		const error = await failing(update());
		expect(error.message).toBe('Not found: Address Book 11, Customer Code K0 (Customer not found)');
		expect(error.description).toContain('there is no contact with the customer code K1');
	});

	it('a plain 404 stays one, also where another contact has the new code: that one may lack the other values', async () => {
		bookOf(simulator).add({ system_id1: 'K1', last_name: 'New' });
		const error = await failing(update());
		expect(error.message).toBe('Not found: Address Book 11, Customer Code K0 (Customer not found)');
		expect(error.description).not.toContain('hecked');
		expect(steps()).toEqual([`GET ${byCode('K0')}`]);
	});

	it('where the contact cannot be read the outcome stays unknown', async () => {
		add();
		simulator.faults.add({ kind: 'resetAfter', when: { method: 'PUT' } });
		simulator.faults.add({ kind: 'status', status: 500, when: { method: 'GET', nth: 3, times: 99 } });
		const error = await failing(update());
		expect(error.description).toContain('The service may have done it nevertheless.');
		expect(error.description).toContain('could not be checked');
	});
});

it('an answer whose id is not an id does not confirm a create', async () => {
	simulator.faults.add({ kind: 'status', status: 200, body: { label_id: null, message: 'please log in' }, when: { method: 'POST' } });
	const error = await failing({ resource: 'label', operation: 'create', messageBoxId: byId(INBOX), name: 'Fresh' });
	expect(error.message).toBe('The service did not confirm the change');
	expect(error.description).toContain('Run this again: a label that exists by then is used.');
});
