import { runNode } from '../../harness/engine';
import { simulatorForEachTest } from '../../harness/simulator';
import type { Simulator } from '../../simulator';
import { sent } from '../sent';
import { bookOf, byCode, byEmail, contact, CREATE, newFields, rows } from './book';

let simulator: Simulator;

simulatorForEachTest((started) => (simulator = started));

const create = (values: object, settings = {}) =>
	runNode(simulator, contact('create', newFields(values)), settings);

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
		['too many e-mail addresses are', { emails: emails(7) }, /^E-Mails: The list has 7 entries, the service takes at most 6/],
		['too many archived e-mail addresses are', { archivedEmails: emails(7) }, /^Archived E-Mails: The list has 7/],
		['too many phone numbers are', { tels: tels(4) }, /^Phones: The list has 4 entries, the service takes at most 3/],
		['too many archived phone numbers are', { archivedTels: tels(4) }, /^Archived Phones: The list has 4/],
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

describe('when the answer was lost', () => {
	const values = { systemId1: 'N-1', lastName: 'Sato', customItem9: 'not defined here', emails: rows('email', 'n@example.com') };
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
