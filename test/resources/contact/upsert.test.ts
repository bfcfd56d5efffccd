import { runNode } from '../../harness/engine';
import { simulatorOfEachTest } from '../../harness/simulator';
import type { Contact } from '../../simulator';
import { sent } from '../sent';
import { bookOf, byCode, byEmail, contact, CREATE, fields, rows } from './book';

const simulator = simulatorOfEachTest();

const upsert = (key: object, values: object, settings = {}) =>
	runNode(simulator, contact('upsert', { ...key, ...fields('upsertContactFields', values) }), settings);
const K1 = { findBy: 'systemId1', systemId1: 'K1' };
const sato = { findBy: 'email', email: 'sato@example.com' };
const SATO = byEmail('sato%40example.com');
const steps = () => sent(simulator).map(({ method, path }) => `${method} ${path}`);
const contacts = () => bookOf(simulator).all().length;

describe('with one key', () => {
	it('creates it with the customer code when there is none', async () => {
		const items = await upsert(K1, { firstName: 'Hana', lastName: '', clearFields: ['tels', 'defaultAssignee', 'note'] });
		expect(sent(simulator)).toEqual([
			{ method: 'GET', path: byCode('K1'), query: {} },
			{ method: 'POST', path: CREATE, query: {}, body: { first_name: 'Hana', system_id1: 'K1' } },
		]);
		expect(items).toEqual([
			{ json: { success: true, customer_group_id: 11, system_id1: 'K1', created: true, updated: false }, pairedItem: { item: 0 } },
		]);
		expect(bookOf(simulator).withCode('K1')).toMatchObject({ first_name: 'Hana' });
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
});

describe('what means something with another key only', () => {
	it('is refused before a request: another customer code', async () => {
		await expect(upsert(K1, { systemId1: 'K2' })).rejects.toThrow(/^There are two customer codes: K1 and K2/);
		expect(simulator.requests).toEqual([]);
	});

	it('is no mistake where it says the same', async () => {
		await upsert(K1, { systemId1: 'K1' });
		expect(steps()).toEqual([`GET ${byCode('K1')}`, `POST ${CREATE}`]);
	});
});

describe('with the key alone', () => {
	const outcome = (created: boolean) => ({ success: true, customer_group_id: 11, email: 'sato@example.com', created, updated: false, ...(!created && { matched_by: 'email' }) });

	it('creates the contact, so that a newsletter form can make one', async () => {
		const items = await upsert(sato, { firstName: '', lastName: ' ', replaceEmails: {}, clearFields: [] });
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

describe('with customer code and e-mail address', () => {
	const address = [{ email: 'sato@example.com' }];
	const other = [{ email: 'other@example.com' }];
	const phone = [{ tel: '090-1' }];
	const CODE_TAKEN = 'The customer code K1 belongs to another contact (customer_id ';
	const EMAIL_TAKEN = 'The e-mail sato@example.com belongs to another contact (customer_id ';

	/** How both keys are given: the contact is found by one of them and gets the other one. */
	const BY = {
		code: async () => await upsert(K1, { replaceEmails: rows('email', 'sato@example.com'), firstName: 'Hana' }),
		email: async () => await upsert(sato, { systemId1: 'K1', firstName: 'Hana', replaceCustomerCode: true }),
	};

	/** What is there; by each key what is written, or why nothing is; and the addresses of the contact afterwards, archived ones behind a bar. */
	const STATES: Array<[string, Array<Partial<Contact>>, Record<keyof typeof BY, [string, string?]>]> = [
		['nobody', [], { code: ['POST', 'sato'], email: ['POST', 'sato'] }],
		['a contact with the code', [{ system_id1: 'K1', tels: phone }], { code: ['PUT', 'sato'], email: [CODE_TAKEN] }],
		['a contact with the code and another address', [{ system_id1: 'K1', emails: other }], { code: ['PUT', 'sato'], email: [CODE_TAKEN] }],
		['a contact with the address', [{ emails: address, tels: phone }], { code: [EMAIL_TAKEN], email: ['PUT', 'sato'] }],
		['a contact with the address among the archived', [{ archived_emails: address }], { code: [EMAIL_TAKEN], email: ['PUT', '| sato'] }],
		['a contact with both', [{ system_id1: 'K1', emails: address }], { code: ['PUT', 'sato'], email: ['PUT', 'sato'] }],
		['a contact with the address and another code', [{ system_id1: 'K2', emails: address }], { code: [EMAIL_TAKEN], email: ['PUT', 'sato'] }],
		['two contacts', [{ system_id1: 'K1' }, { emails: address }], { code: [EMAIL_TAKEN], email: [CODE_TAKEN] }],
		['two contacts with codes', [{ system_id1: 'K1' }, { system_id1: 'K2', emails: address }], { code: [EMAIL_TAKEN], email: [CODE_TAKEN] }],
	];

	it.each(STATES.flatMap(([state, there, by]) => (['code', 'email'] as const).map((key) => [state, key, there, by[key]] as const)))('%s, by the %s', async (state, key, there, [written, addresses]) => {
		const before = contacts();
		for (const one of there) bookOf(simulator).add(structuredClone(one));
		const seeded = JSON.stringify(bookOf(simulator).all());
		const result = await BY[key]().then(([{ json }]) => json, (error: Error & { description: string }) => error);
		// A key that the contact has already is its own.
		const reads = (key === 'code' ? [`GET ${byCode('K1')}`, `GET ${SATO}`] : [`GET ${SATO}`, `GET ${byCode('K1')}`]).slice(0, state.endsWith('both') ? 1 : 2);
		expect(steps().slice(0, reads.length)).toEqual(reads);
		expect(sent(simulator).slice(reads.length).map(({ method }) => method)).toEqual(addresses === undefined ? [] : [written]);
		if (addresses === undefined) {
			expect(result).toMatchObject({ message: expect.stringContaining(written), description: expect.stringMatching(/^Nothing was changed\. To change that contact, find it by that key\./) });
			expect(JSON.stringify(bookOf(simulator).all())).toBe(seeded);
			return;
		}
		const matched_by = { code: 'system_id1', email: state.endsWith('archived') ? 'archived_email' : 'email' }[key];
		const isNew = written === 'POST';
		expect(result).toMatchObject(isNew ? { created: true, updated: false } : { created: false, updated: true, matched_by, before: { first_name: null } });
		expect(contacts()).toBe(before + 1);
		const { emails, archived_emails, first_name, tels } = bookOf(simulator).withCode('K1')!;
		const names = [...emails, ...(archived_emails.length > 0 ? [{ email: '|' }] : []), ...archived_emails].map(({ email }) => email.split('@')[0]);
		expect([first_name, names.join(' '), tels]).toEqual(['Hana', addresses, there.at(0)?.tels ?? []]);
	});

	it('keeps the address that it is found by when others take the place of those it has, run after run', async () => {
		const values = { replaceEmails: rows('email', 'second@example.com') };
		for (const created of [true, false]) expect((await upsert(sato, values))[0].json.created).toBe(created);
		expect(bookOf(simulator).all().filter(({ emails }) => emails.some(({ email }) => email === 'sato@example.com'))).toMatchObject([
			{ emails: [{ email: 'second@example.com' }, { email: 'sato@example.com' }] },
		]);
	});

	it.each(['emails', 'archivedEmails'])('keeps the address that it is found by when %s are cleared', async (list) => {
		bookOf(simulator).add(list === 'emails' ? { emails: [...address, ...other] } : { emails: other, archived_emails: address });
		const there = contacts();
		const run = async () => (await upsert(sato, { clearFields: [list] }))[0].json;
		expect([await run(), await run()]).toMatchObject([{ created: false }, { created: false }]);
		expect(contacts()).toBe(there);
		expect(bookOf(simulator).all().at(-1)).toMatchObject(
			list === 'emails' ? { emails: address } : { emails: [...other, ...address], archived_emails: [] },
		);
	});
});

describe('found by its address, a contact keeps the customer code that it has', () => {
	const upsertRows = async (table: Array<[email: string, code: string]>, settings = {}, values = {}) =>
		await runNode(simulator, contact('upsert', { findBy: 'email', email: '={{ $json.email }}', ...fields('upsertContactFields', { systemId1: '={{ $json.code }}', lastName: 'New', ...values }) }), {
			items: table.map(([email, code]) => ({ json: { email, code } })),
			...settings,
		});
	const codes = () => bookOf(simulator).all().filter(({ emails }) => emails.some(({ email }) => email === 'sato@example.com')).map(({ system_id1, last_name }) => [system_id1, last_name]);
	const add = (system_id1: string | null) => void bookOf(simulator).add({ system_id1, last_name: 'Sato', emails: [{ email: 'sato@example.com' }] });

	/** The code that the contact has, and that of the item; what the contact has afterwards, or why it is refused. */
	it.each<[string, string | null, object, string | RegExp]>([
		['another code', 'K2', {}, /^The contact with the e-mail sato@example.com has the customer code K2, and the item has K1/],
		['a code that differs in case', 'k1', {}, /has the customer code k1, and the item has K1/],
		['the same code', 'K1', {}, 'K1'],
		['no code', null, {}, 'K1'],
		['an empty code', '', {}, 'K1'],
		['another code, and Replace Customer Code', 'K2', { replaceCustomerCode: true }, 'K1'],
		['another code, and Replace Customer Code switched off', 'K2', { replaceCustomerCode: false }, /has the customer code K2/],
	])('%s', async (_what, has, values, wanted) => {
		add(has);
		const result = await upsertRows([['sato@example.com', 'K1']], {}, values).then(() => codes()[0], (error: Error) => error.message);
		if (typeof wanted === 'string') expect(result).toEqual([wanted, 'New']);
		else expect([result, codes()[0]]).toEqual([expect.stringMatching(wanted), [has, 'Sato']]);
		expect(steps().filter((step) => !step.startsWith('GET'))).toEqual(typeof wanted === 'string' ? [`PUT ${SATO}`] : []);
	});

	const TWICE: Array<[email: string, code: string]> = [['sato@example.com', 'K1'], ['other@example.com', 'K3'], ['Sato@Example.com', 'K2'], ['other@example.com', 'K3']];
	it('two rows of a run with one address and two codes are refused, and nothing is written', async () => {
		await expect(upsertRows(TWICE)).rejects.toThrow(/^The items of the run have 2 customer codes for the e-mail sato@example.com/);
		expect(simulator.requests).toEqual([]);
	});

	it('under Continue On Fail the other rows are written', async () => {
		const items = await upsertRows(TWICE, { node: { onError: 'continueRegularOutput' } });
		expect(items.map(({ json }) => (json.error === undefined ? json.created : 'refused'))).toEqual(['refused', true, 'refused', false]);
	});

	it('with Replace Customer Code the last of them counts', async () => {
		await upsertRows(TWICE, {}, { replaceCustomerCode: true });
		expect(codes()).toEqual([['K2', 'New']]);
	});
});

it('passes on that an address is taken, where the service finds no contact by an archived address', async () => {
	simulator.faults.add({ kind: 'status', status: 404, body: { message: 'Customer not found' }, when: { operation: 'getCustomerByEmail', times: 'always' } });
	bookOf(simulator).add({ system_id1: 'K2', archived_emails: [{ email: 'sato@example.com' }] });
	await expect(upsert(K1, { replaceEmails: rows('email', 'sato@example.com') })).rejects.toThrow(
		'The service refused the values: The e-mail address already exists',
	);
	expect(steps().filter((step) => step.startsWith('POST'))).toHaveLength(1);
});

describe('races', () => {
	/** Something happens at the service just before it takes a request. */
	const before = (method: string, happen: () => void) => simulator.interludes.add('before', { method }, happen);
	const two = [{ system_id1: 'K1' }, { system_id1: 'K2', emails: [{ email: 'sato@example.com' }] }];
	const appear = (...some: Array<Partial<Contact>>) => () => some.forEach((one) => bookOf(simulator).add(one));
	const vanish = () => bookOf(simulator).remove(bookOf(simulator).withCode('K0')!);
	const lose = (kind: 'resetAfter' | 'resetBefore') => () => void simulator.faults.add({ kind, when: { method: 'POST' } });

	/** What happens before which request, or to its answer; the writes that leave, and what the item says. */
	it.each<[string, () => void, string[], object]>([
		['a contact appears before it is created', () => before('POST', appear({ system_id1: 'K1' })), ['POST', 'PUT K1'], { created: false, updated: true }],
		['a contact with the other key appears', () => before('POST', appear({ emails: [{ email: 'sato@example.com' }] })), ['POST'], { message: 'The service refused the values: The e-mail address already exists' }],
		['contacts appear to which the keys belong', () => before('POST', appear(...two)), ['POST'], { message: expect.stringMatching(/^The e-mail sato@example.com belongs to another contact/) }],
		['the contact vanishes before it is updated', () => [appear({ system_id1: 'K0', emails: [{ email: 'sato@example.com' }] })(), before('PUT', vanish)], ['PUT sato', 'POST'], { created: true, updated: false }],
		['the answer to the creation is lost', lose('resetAfter'), ['POST'], { created: true, updated: false }],
		['the creation is lost on its way', lose('resetBefore'), ['POST', 'POST'], { created: true, updated: false }],
	])('%s', async (what, happens, writes, says) => {
		happens();
		const there = contacts();
		const key = what.includes('vanishes') ? upsert(sato, { firstName: 'Hana' }) : upsert(K1, { firstName: 'Hana', replaceEmails: rows('email', 'sato@example.com') });
		expect(await key.then(([{ json }]) => json, (error: Error) => error)).toMatchObject(says);
		const short = sent(simulator).filter(({ method }) => method !== 'GET').map(({ method, path }) => [method, /K1|sato/.exec(path)?.[0]].filter(Boolean).join(' '));
		expect(short).toEqual(writes);
		const refused = 'message' in says;
		expect(contacts()).toBe(what.includes('vanishes') ? there : there + (what.startsWith('contacts') ? 2 : 1));
		if (!refused) expect(bookOf(simulator).withEmail('sato@example.com')).toMatchObject({ first_name: 'Hana' });
	});

	it('does not say that nothing was changed when the keys fall to two contacts and an answer was lost', async () => {
		simulator.faults.add({ kind: 'resetAfter', when: { method: 'POST' } });
		simulator.interludes.add('after', { method: 'POST' }, () => {
			bookOf(simulator).remove(bookOf(simulator).withCode('K1')!);
			appear(...two)();
		});
		const refused = await upsert(K1, { replaceEmails: rows('email', 'sato@example.com') }).catch((error) => error as Error & { description: string });
		expect(refused).toMatchObject({
			message: expect.stringMatching(/^The e-mail sato@example.com belongs to another contact/),
			description: expect.stringMatching(/^The answer to the earlier creation was lost, so this contact may have been created\. Look for a contact with the customer code K1 .*To change that contact/),
		});
		expect(steps().filter((step) => step.startsWith('POST'))).toHaveLength(1);
	});

	it('two executions at once leave one contact', async () => {
		const there = contacts();
		const results = await Promise.all([upsert(K1, { firstName: 'one' }), upsert(K1, { firstName: 'two' })]);
		expect(results.map(([item]) => item.json.created).sort()).toEqual([false, true]);
		expect(contacts()).toBe(there + 1);
	});
});
