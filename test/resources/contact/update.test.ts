import { runNode } from '../../harness/engine';
import { simulatorOfEachTest } from '../../harness/simulator';
import { sent } from '../sent';
import { bookOf, byCode, byEmail, contact, fields, rows } from './book';

const simulator = simulatorOfEachTest();
beforeEach(() => void bookOf(simulator).add(SATO));

const SATO = {
	system_id1: 'K1',
	last_name: 'Sato',
	gender_cd: 9,
	default_assignee: 'user02',
	emails: [{ email: 'sato@example.com' }],
	archived_emails: [{ email: 'old@example.com' }],
	tels: [{ tel: '1' }],
	archived_tels: [{ tel: '2' }],
	badge_ids: [801],
};
/** The requests of an update: the contact is read, then nobody is found by its new key, and it comes back with what changes. */
const readAndSent = (path: string, body: object, ...newKeys: string[]) => [
	...[path, ...newKeys].map((read) => ({ method: 'GET', path: read, query: {} })),
	{ method: 'PUT', path, query: {}, body },
];

const update = (values: object, key: object = { findBy: 'systemId1', systemId1: 'K1' }) =>
	runNode(simulator, contact('update', { ...key, ...fields('updateContactFields', values) }));

it('changes only what was set, found by customer code', async () => {
	const [{ json, pairedItem }] = await update({ firstName: 'Hana', replaceEmails: rows('email', 'new@example.com'), genderCd: '={{ "2" }}' });
	const body = { ...SATO, first_name: 'Hana', emails: [{ email: 'new@example.com' }], gender_cd: 2 };
	expect(sent(simulator)).toEqual(readAndSent(byCode('K1'), body, byEmail('new%40example.com')));
	expect(pairedItem).toEqual({ item: 0 });
	const before = { first_name: null, emails: [{ email: 'sato@example.com' }], gender_cd: 9 };
	expect(json).toEqual({ success: true, customer_group_id: 11, system_id1: 'K1', matched_by: 'system_id1', before });
	expect(bookOf(simulator).withCode('K1')).toMatchObject({ last_name: 'Sato', first_name: 'Hana', tels: [{ tel: '1' }] });
});

it('finds by e-mail address and can give another customer code', async () => {
	const items = await update({ systemId1: 'K2' }, { findBy: 'email', email: 'sato@example.com' });
	expect(sent(simulator)).toEqual(readAndSent(byEmail('sato%40example.com'), { ...SATO, system_id1: 'K2' }, byCode('K2')));
	expect(items[0].json).toEqual({ success: true, customer_group_id: 11, email: 'sato@example.com', matched_by: 'email', before: { system_id1: 'K1' } });
});

it('clears by choice: a list with an empty array, the default assignee with null, a text with an empty one', async () => {
	await update({
		clearFields: ['emails', 'archivedEmails', 'tels', 'archivedTels', 'badgeIds', 'defaultAssignee', 'lastName', 'customItem3', 'systemId1'],
	});
	const body = {
		emails: [],
		archived_emails: [],
		tels: [],
		archived_tels: [],
		badge_ids: [],
		default_assignee: null,
		last_name: '',
		custom_item3: '',
		system_id1: '',
	};
	expect(sent(simulator)).toEqual(readAndSent(byCode('K1'), { gender_cd: 9, ...body }));
});

it.each<[string, object, RegExp]>([
	['a list both given and cleared', { replaceTels: rows('tel', '3'), clearFields: ['tels'] }, /Phones has a value and is also under Clear Fields/],
	['seven addresses', { replaceEmails: rows('email', ...'abcdefg'.split('').map((name) => `${name}@example.com`)) }, /Replace Emails: The list has 7/],
])('refuses %s before a request is spent', async (_what, fields, message) => {
	await expect(update(fields)).rejects.toThrow(message);
	expect(simulator.requests).toEqual([]);
});

it('run again after it has given another key, it finds nobody: the other code may belong to a contact without the other values', async () => {
	await update({ systemId1: 'K2' });
	simulator.clearRequests();
	await expect(update({ systemId1: 'K2', tel: '03-1111-2222' })).rejects.toThrow('Not found: Address Book 11, Customer Code K1');
	expect(simulator.requests.map(({ method }) => method)).toEqual(['GET']);
});
