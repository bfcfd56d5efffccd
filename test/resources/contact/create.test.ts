import { runNode } from '../../harness/engine';
import { simulatorOfEachTest } from '../../harness/simulator';
import { sent } from '../sent';
import { bookOf, byCode, byEmail, contact, CREATE, items, newFields, rows } from './book';

const simulator = simulatorOfEachTest();

const create = (values: object, settings = {}) =>
	runNode(simulator, contact('create', newFields(values)), settings);

it('refuses a contact without any value before a request is spent', async () => {
	await expect(create({ lastName: '' })).rejects.toThrow('The contact has no values');
	expect(simulator.requests).toEqual([]);
});

describe('two items of a run with one key', () => {
	const table = { items: [['A', 'a@x.jp', 'K1'], ['B', 'b@x.jp', 'K2'], ['C', 'a@x.jp', 'K3']].map(([name, email, code]) => ({ json: { name, email, code } })) };

	it.each<[string, object]>([
		['the e-mail a@x.jp', { emails: rows('email', '={{ $json.email }}') }],
		['the customer code K', { systemId1: '={{ $json.code.slice(0, 1) }}' }],
	])('are refused before the first is written: %s', async (key, fields) => {
		await expect(create({ lastName: '={{ $json.name }}', ...fields }, table)).rejects.toMatchObject({
			message: expect.stringMatching(new RegExp(`^[23] items of the run have ${key}$`)),
			description: expect.stringContaining('Create or Update'),
		});
		expect(sent(simulator)).toEqual([]);
	});

	it('are left to the service where the node continues on an error; an address that one item has twice is no second one', async () => {
		const fields = { emails: rows('email', '={{ $json.email }}'), archivedEmails: rows('email', '={{ $json.email }}') };
		const output = await create({ lastName: '={{ $json.name }}', ...fields }, { ...table, node: { continueOnFail: true } });
		expect(output.map(({ json }) => 'error' in json)).toEqual([false, false, true]);
	});
});

describe('lists', () => {
	const emails = (count: number) => rows('email', ...Array.from({ length: count }, (_, n) => `a${n}@example.com`));
	const tels = (count: number) => rows('tel', ...Array.from({ length: count }, (_, n) => `0${n}`));

	it.each<[string, object, RegExp]>([
		['too many e-mail addresses', { emails: emails(7) }, /^Emails: The list has 7 entries, the service takes at most 6/],
		['too many phone numbers', { tels: tels(4) }, /^Phones: The list has 4 entries, the service takes at most 3/],
		['what is no badge', { badgeIds: ['1e3'] }, /^Badges: There is no badge "1e3" in this address book/],
	])('refused before anything is written: %s', async (_what, values, message) => {
		await expect(create({ lastName: 'Sato', ...values })).rejects.toThrow(message);
		expect(simulator.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	it('are sent with as many entries as the document allows, and rows that are empty are left out', async () => {
		await create({ emails: emails(6), tels: tels(3), archivedTels: rows('tel', ' ', '1') });
		const body = { emails: [0, 1, 2, 3, 4, 5].map((n) => ({ email: `a${n}@example.com` })), tels: ['00', '01', '02'].map((tel) => ({ tel })), archived_tels: [{ tel: '1' }] };
		expect(sent(simulator)).toEqual([{ method: 'POST', path: CREATE, query: {}, body }]);
	});
});

describe('custom items', () => {
	it.each<[string, Parameters<typeof items>, RegExp]>([
		['the number 0', [[0, 'gold']], /^Custom Fields: Number: 0 is not possible/],
		['a number that no item has', [[1, 'gold'], [11, 'west']], /^Custom Fields: Number: 11 is not possible/],
		['a number twice', [[1, 'gold'], ['1', 'west']], /^Custom Fields: The number 1 has several rows/],
		['a number twice, once without a value', [[1, ''], [1, 'west']], /^Custom Fields: The number 1 has several rows/],
		['a long text', [[1, 'x'.repeat(201)]], /^Custom Fields: Value: The text has 201 characters, the service takes at most 200/],
	])('refused before a request: %s', async (_what, given, message) => {
		await expect(create({ lastName: 'Sato', customFields: items(...given) })).rejects.toThrow(message);
		expect(simulator.requests).toEqual([]);
	});

	it('are sent by their numbers, and those without a value are left out', async () => {
		await create({ lastName: 'Sato', customFields: items([10, 'gold'], [2, ' '], ['1', 7], ['', '']) });
		expect(sent(simulator)).toEqual([{ method: 'POST', path: CREATE, query: {}, body: { last_name: 'Sato', custom_item1: '7', custom_item10: 'gold' } }]);
	});

	it('are among the fields that the service refused', async () => {
		bookOf(simulator).add({ system_id1: 'C-9000' });
		await expect(create({ systemId1: 'C-9000', customFields: items([1, 'gold']) })).rejects.toMatchObject({ description: expect.stringContaining('Custom Fields') });
	});
});

it('reports a code that is taken, once, with the fields that were sent', async () => {
	bookOf(simulator).add({ system_id1: 'C-9000' });
	await expect(create({ systemId1: 'C-9000', lastName: 'Sato' })).rejects.toMatchObject({
		message: 'The service refused the values: system_id1 already exists',
		description: expect.stringContaining('Customer Code'),
		httpCode: '400',
	});
	expect(simulator.requests).toHaveLength(1);
});

describe('when the answer was lost', () => {
	const values = { systemId1: 'N-1', lastName: 'Sato', customFields: items([9, 'not defined here']), emails: rows('email', 'n@example.com') };
	const find = { method: 'GET', path: byCode('N-1'), query: {} };

	it('finds a contact without a code by its e-mail address', async () => {
		simulator.faults.add({ kind: 'resetAfter' });
		await create({ emails: values.emails });
		expect(sent(simulator).slice(1)).toEqual([{ ...find, path: byEmail('n%40example.com') }]);
	});

	it.each<[string, object, () => unknown, RegExp]>([
		['is not there', values, () => undefined, /there is no contact with the customer code N-1/],
		['was there before', values, () => bookOf(simulator).add({ system_id1: 'N-1' }), /with other values, so it was there before/],
		['has no key', { lastName: 'Sato' }, () => undefined, /no customer code and no e-mail address/],
	])('reports that the contact %s, and creates nothing again', async (_what, given, prepare, checked) => {
		prepare();
		simulator.faults.add({ kind: 'resetBefore' });
		await expect(create(given)).rejects.toMatchObject({ description: expect.stringMatching(checked) });
		expect(simulator.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
	});
});
