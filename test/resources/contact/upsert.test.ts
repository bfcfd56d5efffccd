import { runNode } from '../../harness/engine';
import { simulatorForEachTest } from '../../harness/simulator';
import type { RecordedRequest, Simulator } from '../../simulator';
import { startSimulator } from '../../simulator';
import { sent } from '../sent';
import { bookOf, byCode, byEmail, contact, CREATE, fields, rows, SENT_BACK } from './book';

let simulator: Simulator;

simulatorForEachTest((started) => (simulator = started));

const upsert = (key: object, values: object, settings = {}) =>
	runNode(simulator, contact('upsert', { ...key, ...fields('additionalFields', values) }), settings);
const K1 = { findBy: 'systemId1', systemId1: 'K1' };
const sato = { findBy: 'email', email: 'sato@example.com' };
const SATO = byEmail('sato%40example.com');
const steps = () => sent(simulator).map(({ method, path }) => `${method} ${path}`);
const contacts = () => bookOf(simulator).all().length;

/** Something happens at the service just before it takes a request. */
function before(test: (request: RecordedRequest) => boolean, happen: () => void): void {
	let done = false;
	simulator.faults.add({
		kind: 'delay',
		delayMs: 0,
		when: {
			predicate: (request) => {
				if (!done && test(request)) {
					done = true;
					happen();
				}
				return false;
			},
		},
	});
}

describe('with one key', () => {
	it('reads the contact of the customer code and updates it', async () => {
		bookOf(simulator).add({ system_id1: 'K1', last_name: 'Sato' });
		const items = await upsert(K1, { firstName: 'Hana' });
		expect(sent(simulator)).toEqual([
			{ method: 'GET', path: byCode('K1'), query: {} },
			{ method: 'PUT', path: byCode('K1'), query: {}, body: { ...SENT_BACK, system_id1: 'K1', last_name: 'Sato', first_name: 'Hana' } },
		]);
		expect(items).toEqual([
			{ json: { success: true, customer_group_id: 11, system_id1: 'K1', created: false, updated: true }, pairedItem: { item: 0 } },
		]);
	});

	it('creates it with the customer code when there is none', async () => {
		const items = await upsert(K1, { firstName: 'Hana', lastName: '', clear: ['tels', 'defaultAssignee', 'note'] });
		expect(sent(simulator)).toEqual([
			{ method: 'GET', path: byCode('K1'), query: {} },
			{ method: 'POST', path: CREATE, query: {}, body: { first_name: 'Hana', system_id1: 'K1' } },
		]);
		expect(items).toEqual([
			{ json: { success: true, customer_group_id: 11, system_id1: 'K1', created: true, updated: false }, pairedItem: { item: 0 } },
		]);
		expect(bookOf(simulator).withCode('K1')).toMatchObject({ first_name: 'Hana' });
	});

	it('creates it with the e-mail address when there is none', async () => {
		const items = await upsert(sato, { firstName: 'Hana' });
		expect(sent(simulator)).toEqual([
			{ method: 'GET', path: SATO, query: {} },
			{ method: 'POST', path: CREATE, query: {}, body: { first_name: 'Hana', emails: [{ email: 'sato@example.com' }] } },
		]);
		expect(items[0].json).toEqual({ success: true, customer_group_id: 11, email: 'sato@example.com', created: true, updated: false });
	});

	it('takes the items of one run one after the other, so that none is created twice', async () => {
		const items = await upsert({ findBy: 'systemId1', systemId1: '={{ $json.code }}' }, { firstName: '={{ $json.name }}' }, {
			items: [
				{ json: { code: 'K1', name: 'first' } },
				{ json: { code: 'K1', name: 'second' } },
				{ json: { code: 'x/../y', name: 'third' } },
			],
		});
		expect(items.map(({ json, pairedItem }) => [json.system_id1, json.created, pairedItem])).toEqual([
			['K1', true, { item: 0 }],
			['K1', false, { item: 1 }],
			['x/../y', true, { item: 2 }],
		]);
		expect(bookOf(simulator).withCode('K1')?.first_name).toBe('second');
		expect(bookOf(simulator).withCode('x/../y')?.first_name).toBe('third');
	});

	it('says that the address book is missing', async () => {
		await expect(
			upsert({ ...K1, customerGroupId: { __rl: true, mode: 'id', value: 999 } }, { firstName: 'Hana' }),
		).rejects.toThrow('Not found: Address Book 999, Customer Code K1');
	});

	it('passes on a refusal that is not about a record', async () => {
		simulator.faults.add({ kind: 'status', status: 400, body: { message: 'A parameter is wrong' }, when: { method: 'POST' } });
		await expect(upsert(K1, { firstName: 'Hana' })).rejects.toThrow('The service refused the values: A parameter is wrong');
		expect(steps()).toEqual([`GET ${byCode('K1')}`, `POST ${CREATE}`, `GET ${byCode('K1')}`]);
	});
});

describe('what means something with another key only', () => {
	it.each<[string, object, RegExp]>([
		['another customer code', { systemId1: 'K2' }, /^The customer code is given twice: K1 and K2/],
		['the name of a sender', { useSenderName: true }, /^Use the Name of the Sender goes with Find By E-Mail only/],
	])('is refused before a request: %s', async (_what, values, message) => {
		await expect(upsert(K1, values)).rejects.toThrow(message);
		expect(simulator.requests).toEqual([]);
	});

	it('is no mistake where it says the same, or nothing', async () => {
		await upsert(K1, { systemId1: 'K1', useSenderName: false });
		expect(steps()).toEqual([`GET ${byCode('K1')}`, `POST ${CREATE}`]);
	});
});

describe('with the key alone', () => {
	const outcome = (created: boolean) => ({ success: true, customer_group_id: 11, email: 'sato@example.com', created, updated: false });

	it('creates the contact, so that a newsletter form can make one', async () => {
		const items = await upsert(sato, { firstName: '', lastName: ' ', emails: {}, clear: [] });
		expect(sent(simulator)).toEqual([
			{ method: 'GET', path: SATO, query: {} },
			{ method: 'POST', path: CREATE, query: {}, body: { emails: [{ email: 'sato@example.com' }] } },
		]);
		expect(items).toEqual([{ json: outcome(true), pairedItem: { item: 0 } }]);
	});

	it('leaves a contact that is there as it is', async () => {
		bookOf(simulator).add({ last_name: 'Sato', emails: [{ email: 'sato@example.com' }] });
		const items = await upsert(sato, { lastName: '' });
		expect(steps()).toEqual([`GET ${SATO}`]);
		expect(items).toEqual([{ json: outcome(false), pairedItem: { item: 0 } }]);
	});
});

describe('with customer code and e-mail addresses', () => {
	const withEmail = { emails: rows('email', 'sato@example.com'), firstName: 'Hana' };
	const body = { emails: [{ email: 'sato@example.com' }], first_name: 'Hana' };

	it('reads both first and updates the one contact that has them', async () => {
		bookOf(simulator).add({ system_id1: 'K1', emails: [{ email: 'sato@example.com' }] });
		const [item] = await upsert(K1, withEmail);
		expect(sent(simulator)).toEqual([
			{ method: 'GET', path: byCode('K1'), query: {} },
			{ method: 'GET', path: SATO, query: {} },
			{ method: 'PUT', path: byCode('K1'), query: {}, body: { ...SENT_BACK, ...body, system_id1: 'K1' } },
		]);
		expect(item.json.created).toBe(false);
	});

	it('creates the contact when neither is there', async () => {
		const [item] = await upsert(sato, { systemId1: 'K1', firstName: 'Hana' });
		expect(steps()).toEqual([`GET ${SATO}`, `GET ${byCode('K1')}`, `POST ${CREATE}`]);
		expect(sent(simulator)[2].body).toEqual({ system_id1: 'K1', first_name: 'Hana', emails: [{ email: 'sato@example.com' }] });
		expect(item.json.created).toBe(true);
	});

	it.each([
		['by customer code', K1, withEmail],
		['by e-mail address', sato, { systemId1: 'K1', firstName: 'Hana' }],
	])('refuses, %s, when they belong to two different contacts', async (_by, key, values) => {
		bookOf(simulator).add({ system_id1: 'K1' });
		bookOf(simulator).add({ system_id1: 'K2', emails: [{ email: 'sato@example.com' }] });
		const refused = await upsert(key, values).catch((error) => error as Error);
		expect(refused).toMatchObject({
			message: expect.stringMatching(/^(?=.*K1)(?=.*sato@example\.com).* belong to two different contacts$/),
			description: expect.stringMatching(/^Nothing was changed\. Correct/),
		});
		expect(sent(simulator).map(({ method }) => method)).toEqual(['GET', 'GET']);
	});

	it('gives the code to the contact with the address, which has none yet', async () => {
		bookOf(simulator).add({ last_name: 'Sato', emails: [{ email: 'sato@example.com' }] });
		const before = contacts();
		const [item] = await upsert(K1, withEmail);
		expect(sent(simulator)[2]).toEqual({ method: 'PUT', path: SATO, query: {}, body: { ...SENT_BACK, ...body, system_id1: 'K1', last_name: 'Sato' } });
		expect(item.json.created).toBe(false);
		expect(bookOf(simulator).withCode('K1')).toMatchObject({ last_name: 'Sato' });
		expect(contacts()).toBe(before);
	});

	it('refuses when the address belongs to a contact with another code', async () => {
		bookOf(simulator).add({ system_id1: 'K2', emails: [{ email: 'sato@example.com' }] });
		await expect(upsert(K1, withEmail)).rejects.toThrow(
			'The e-mail sato@example.com belongs to a contact with another customer code, K2',
		);
		expect(bookOf(simulator).withCode('K2')).toMatchObject({ first_name: null });
	});

	it('gives the address to the contact with the code, besides those it has', async () => {
		bookOf(simulator).add({ system_id1: 'K1', emails: [{ email: 'first@example.com' }] });
		await upsert(sato, { systemId1: 'K1', firstName: 'Hana' });
		expect(sent(simulator)[2]).toEqual({
			method: 'PUT',
			path: byCode('K1'),
			query: {},
			body: {
				...SENT_BACK,
				system_id1: 'K1',
				first_name: 'Hana',
				emails: [{ email: 'first@example.com' }, { email: 'sato@example.com' }],
			},
		});
	});

	it('keeps the address that it is found by when others take the place of those it has, run after run', async () => {
		const values = { emails: rows('email', 'second@example.com') };
		for (const created of [true, false]) expect((await upsert(sato, values))[0].json.created).toBe(created);
		expect(bookOf(simulator).all().filter(({ emails }) => emails.some(({ email }) => email === 'sato@example.com'))).toMatchObject([
			{ emails: [{ email: 'second@example.com' }, { email: 'sato@example.com' }] },
		]);
	});

	it.each(['emails', 'archivedEmails'])('keeps the address that it is found by when %s are cleared', async (list) => {
		const addresses = [{ email: 'sato@example.com' }];
		const other = [{ email: 'other@example.com' }];
		bookOf(simulator).add(list === 'emails' ? { emails: [...addresses, ...other] } : { emails: other, archived_emails: addresses });
		const there = contacts();
		const run = async () => (await upsert(sato, { clear: [list] }))[0].json;
		expect([await run(), await run()]).toMatchObject([{ created: false }, { created: false }]);
		expect(contacts()).toBe(there);
		expect(bookOf(simulator).all().at(-1)).toMatchObject(
			list === 'emails' ? { emails: addresses } : { emails: [...other, ...addresses], archived_emails: [] },
		);
	});

	it('refuses when that would be a seventh address', async () => {
		const emails = [1, 2, 3, 4, 5, 6].map((number) => ({ email: `a${number}@example.com` }));
		bookOf(simulator).add({ system_id1: 'K1', emails });
		await expect(upsert(sato, { systemId1: 'K1' })).rejects.toThrow(/7 e-mail addresses, the service takes at most 6/);
		expect(sent(simulator).map(({ method }) => method)).toEqual(['GET', 'GET']);
	});
});

it('passes on that an address is taken, where the service finds no contact by an archived address', async () => {
	await simulator.stop();
	simulator = await startSimulator({ rateLimit: { limit: 10_000 }, contactEmailLookup: 'active' });
	bookOf(simulator).add({ system_id1: 'K2', archived_emails: [{ email: 'sato@example.com' }] });
	await expect(upsert(K1, { emails: rows('email', 'sato@example.com') })).rejects.toThrow(
		'The service refused the values: The e-mail address already exists',
	);
	expect(steps().filter((step) => step.startsWith('POST'))).toHaveLength(1);
});

describe('races', () => {
	const isCreate = ({ method }: RecordedRequest) => method === 'POST';
	const isUpdate = ({ method }: RecordedRequest) => method === 'PUT';

	it('survives a contact that appears in between', async () => {
		before(isCreate, () => bookOf(simulator).add({ system_id1: 'K1', last_name: 'Sato' }));
		const [item] = await upsert(K1, { firstName: 'Hana' });
		expect(steps()).toEqual([`GET ${byCode('K1')}`, `POST ${CREATE}`, `GET ${byCode('K1')}`, `PUT ${byCode('K1')}`]);
		expect(item.json.created).toBe(false);
		expect(bookOf(simulator).withCode('K1')).toMatchObject({ last_name: 'Sato', first_name: 'Hana' });
	});

	it('survives a contact that appears with the other key', async () => {
		before(isCreate, () => bookOf(simulator).add({ emails: [{ email: 'sato@example.com' }] }));
		const [item] = await upsert(K1, { emails: rows('email', 'sato@example.com') });
		expect(steps().slice(2)).toEqual([`POST ${CREATE}`, `GET ${byCode('K1')}`, `GET ${SATO}`, `PUT ${SATO}`]);
		expect(item.json.created).toBe(false);
		expect(bookOf(simulator).withCode('K1')?.emails).toEqual([{ email: 'sato@example.com' }]);
	});

	it('survives a contact that vanishes in between', async () => {
		const gone = bookOf(simulator).add({ system_id1: 'K1', emails: [{ email: 'sato@example.com' }] });
		before(isUpdate, () => bookOf(simulator).remove(gone));
		const [item] = await upsert(sato, { systemId1: 'K1', firstName: 'Hana' });
		expect(steps()).toEqual([
			`GET ${SATO}`,
			`GET ${byCode('K1')}`,
			`PUT ${SATO}`,
			`GET ${SATO}`,
			`GET ${byCode('K1')}`,
			`POST ${CREATE}`,
		]);
		expect(item.json.created).toBe(true);
	});

	it('refuses when the keys fall to two contacts in between', async () => {
		before(isCreate, () => {
			bookOf(simulator).add({ system_id1: 'K1' });
			bookOf(simulator).add({ system_id1: 'K2', emails: [{ email: 'sato@example.com' }] });
		});
		await expect(upsert(K1, { emails: rows('email', 'sato@example.com') })).rejects.toThrow(/two different contacts/);
		expect(bookOf(simulator).withCode('K1')?.emails).toEqual([]);
	});

	it('creates once and says so when the answer to the creation was lost', async () => {
		simulator.faults.add({ kind: 'resetAfter', when: { method: 'POST' } });
		const there = contacts();
		const [item] = await upsert(K1, { firstName: 'Hana' });
		expect(item.json.created).toBe(true);
		expect(contacts()).toBe(there + 1);
	});

	it('does not say that nothing was changed when the keys fall to two contacts and an answer was lost', async () => {
		simulator.faults.add({ kind: 'resetAfter', when: { method: 'POST' } });
		let posted = false;
		before(
			({ method }) => {
				const isAfter = posted;
				posted ||= method === 'POST';
				return isAfter;
			},
			() => {
				bookOf(simulator).remove(bookOf(simulator).withCode('K1')!);
				bookOf(simulator).add({ system_id1: 'K1' });
				bookOf(simulator).add({ system_id1: 'K2', emails: [{ email: 'sato@example.com' }] });
			},
		);
		const refused = await upsert(K1, { emails: rows('email', 'sato@example.com') }).catch((error) => error as Error & { description: string });
		expect(refused).toMatchObject({
			message: 'The customer code K1 and the e-mail sato@example.com belong to two different contacts',
			description: expect.stringMatching(/^The answer to the creation before was lost, so this contact may have been created\. Look for a contact with the customer code K1 .*Correct/),
		});
		expect(steps().filter((step) => step.startsWith('POST'))).toHaveLength(1);
	});

	it('creates it after all when the creation was lost on its way', async () => {
		simulator.faults.add({ kind: 'resetBefore', when: { method: 'POST' } });
		const there = contacts();
		const [item] = await upsert(K1, { firstName: 'Hana' });
		expect(item.json.created).toBe(true);
		expect(contacts()).toBe(there + 1);
	});

	it('does not go on for ever', async () => {
		simulator.faults.add({ kind: 'status', status: 500, when: { method: 'POST', times: 100 } });
		await expect(upsert(K1, { firstName: 'Hana' })).rejects.toThrow(/The service failed \(500\)/);
		expect(steps().filter((step) => step.startsWith('POST')).length).toBeLessThanOrEqual(4);
	});

	it('two executions at once leave one contact', async () => {
		const there = contacts();
		const results = await Promise.all([upsert(K1, { firstName: 'one' }), upsert(K1, { firstName: 'two' })]);
		expect(results.map(([item]) => item.json.created).sort()).toEqual([false, true]);
		expect(contacts()).toBe(there + 1);
	});
});
