import { runNode } from '../../harness/engine';
import { simulatorForEachTest } from '../../harness/simulator';
import type { Simulator } from '../../simulator';
import { sent } from '../sent';
import { bookOf, byCode, byEmail, contact, CREATE, fields, rows } from './book';

let simulator: Simulator;

simulatorForEachTest((started) => (simulator = started));

const create = (values: object, settings = {}) =>
	runNode(simulator, contact('create', fields('additionalFields', values)), settings);

const customItems = Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => [n, `value ${n}`]));

it('sends every field of the document under its own name', async () => {
	const [badge] = simulator.store.addressBook(11).badges;
	const items = await create({
		lastName: '山田',
		firstName: 'Aiko',
		lastNameKana: 'ヤマダ',
		firstNameKana: 'アイコ',
		companyName: 'Example Ltd.',
		department: 'Sales',
		title: 'Manager',
		postalCode: '100-0001',
		region: 'Tokyo',
		city: 'Chiyoda',
		address1: '1-1',
		address2: '5F',
		genderCd: 2,
		url: 'https://example.com',
		note: 'one\ntwo',
		systemId1: 'C-9000',
		defaultAssignee: 'user01',
		emails: rows('email', 'a@example.com', ' b@example.com '),
		archivedEmails: rows('email', 'old@example.com'),
		tels: rows('tel', '03-1', ''),
		archivedTels: rows('tel', '03-2'),
		badgeIds: [String(badge.badge_id)],
		...Object.fromEntries(Object.entries(customItems).map(([n, value]) => [`customItem${n}`, value])),
	});
	const body = {
		last_name: '山田',
		first_name: 'Aiko',
		last_name_kana: 'ヤマダ',
		first_name_kana: 'アイコ',
		company_name: 'Example Ltd.',
		department: 'Sales',
		title: 'Manager',
		postal_code: '100-0001',
		region: 'Tokyo',
		city: 'Chiyoda',
		address1: '1-1',
		address2: '5F',
		gender_cd: 2,
		url: 'https://example.com',
		note: 'one\ntwo',
		system_id1: 'C-9000',
		default_assignee: 'user01',
		emails: [{ email: 'a@example.com' }, { email: 'b@example.com' }],
		archived_emails: [{ email: 'old@example.com' }],
		tels: [{ tel: '03-1' }],
		archived_tels: [{ tel: '03-2' }],
		badge_ids: [badge.badge_id],
		...Object.fromEntries(Object.entries(customItems).map(([n, value]) => [`custom_item${n}`, value])),
	};
	expect(sent(simulator)).toEqual([{ method: 'POST', path: CREATE, query: {}, body }]);
	expect(items).toEqual([
		{ json: { success: true, customer_group_id: 11, system_id1: 'C-9000' }, pairedItem: { item: 0 } },
	]);
	expect(bookOf(simulator).withCode('C-9000')).toMatchObject({ last_name: '山田', customItems: { 1: 'value 1', 5: 'value 5' } });
});

it('sends nothing that was left empty', async () => {
	await create({ lastName: 'Sato', firstName: '', emails: {}, tels: rows('tel', ' '), badgeIds: [], defaultAssignee: '' });
	expect(sent(simulator)).toEqual([{ method: 'POST', path: CREATE, query: {}, body: { last_name: 'Sato' } }]);
});

it('refuses a contact without any value before a request is spent', async () => {
	await expect(create({ lastName: '' })).rejects.toThrow('The contact has no values');
	expect(simulator.requests).toEqual([]);
});

describe('limits of the document, counted in code points', () => {
	// One family to the eye, seven code points and eleven code units.
	const family = '👨‍👩‍👧‍👦';
	const emails = (count: number) => rows('email', ...Array.from({ length: count }, (_, n) => `a${n}@example.com`));
	const tels = (count: number) => rows('tel', ...Array.from({ length: count }, (_, n) => `0${n}`));

	it.each<[string, object, RegExp]>([
		['a name too long is', { lastName: 'x'.repeat(256) }, /^Last Name: The text has 256 characters, the service takes at most 255/],
		['a code too long is', { systemId1: 'x'.repeat(256) }, /^Customer Code: .*256/],
		['a web address too long is', { url: family.repeat(37) }, /^URL: .*259/],
		['a note too long is', { note: 'x'.repeat(10_001) }, /^Note: .*10001.*10000/],
		['a custom item too long is', { customItem7: '名'.repeat(201) }, /^Custom Item 7: .*201.*200/],
		['too many e-mail addresses are', { emails: emails(7) }, /^E-Mails: 7 are given, the service takes at most 6/],
		['too many archived e-mail addresses are', { archivedEmails: emails(7) }, /^Archived E-Mails: 7/],
		['too many phone numbers are', { tels: tels(4) }, /^Phones: 4 are given, the service takes at most 3/],
		['too many archived phone numbers are', { archivedTels: tels(4) }, /^Archived Phones: 4/],
		['what is no e-mail address is', { emails: rows('email', 'nobody') }, /^E-Mails: "nobody" is not an e-mail address/],
		['what is no gender is', { genderCd: 3 }, /^Gender: "?3"? is not known/],
		['what is no badge is', { badgeIds: ['1e3'] }, /^Badges: "1e3" is not an id/],
	])('%s refused before a request is spent', async (_what, values, message) => {
		await expect(create({ lastName: 'Sato', ...values })).rejects.toThrow(message);
		expect(simulator.requests).toEqual([]);
	});

	it('takes what is just within them', async () => {
		await create({
			lastName: '名'.repeat(255),
			note: 'x'.repeat(10_000),
			url: family.repeat(36),
			customItem10: '👍'.repeat(200),
			emails: emails(6),
			tels: tels(3),
		});
		expect(simulator.requests).toHaveLength(1);
		expect(simulator.requests[0].status).toBe(204);
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

it('with Continue On Fail the failing item carries its error and pairing, the others go on', async () => {
	const items = await create(
		{ systemId1: '={{ $json.code }}' },
		{
			items: [{ json: { code: 'N-1' } }, { json: { code: 'x'.repeat(256) } }, { json: { code: 'N-3' } }],
			node: { onError: 'continueRegularOutput' },
		},
	);
	expect(items.map(({ json, pairedItem }) => [json.system_id1 ?? json.error, pairedItem])).toEqual([
		['N-1', { item: 0 }],
		['Customer Code: The text has 256 characters, the service takes at most 255.', { item: 1 }],
		['N-3', { item: 2 }],
	]);
	expect(sent(simulator).map(({ body }) => body)).toEqual([{ system_id1: 'N-1' }, { system_id1: 'N-3' }]);
});

describe('when the answer was lost', () => {
	const values = { systemId1: 'N-1', lastName: 'Sato', customItem9: 'not defined here', emails: rows('email', 'n@example.com') };
	const find = { method: 'GET', path: byCode('N-1'), query: {} };

	it('looks for the contact and finds it created, once', async () => {
		simulator.faults.add({ kind: 'resetAfter' });
		const items = await create(values);
		expect(items).toEqual([{ json: { success: true, customer_group_id: 11, system_id1: 'N-1' }, pairedItem: { item: 0 } }]);
		expect(sent(simulator).slice(1)).toEqual([find]);
	});

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
