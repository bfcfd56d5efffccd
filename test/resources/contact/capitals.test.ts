/** An address that is not found as it is written is looked for, and written, in small letters (docs/concepts.md), also in a list of addresses. */
import { runNode } from '../../harness/engine';
import { readingsOf } from '../../harness/readings';
import { simulatorOfEachTest } from '../../harness/simulator';
import { bookOf, contact, fields, rows } from './book';

describe.each(readingsOf('emailKeyCase'))('%s', (_title, readings) => {
	const simulator = simulatorOfEachTest(readings);

	const upsert = async (key: object, values: object) => (await runNode(simulator, contact('upsert', { ...key, ...fields('upsertContactFields', values) })))[0].json;
	const byEmail = async (email: string, ...list: string[]) =>
		await upsert({ findBy: 'email', email }, { lastName: email, ...(list.length > 0 && { replaceEmails: rows('email', ...list) }) });
	const byCode = async (...list: string[]) => await upsert({ findBy: 'systemId1', systemId1: 'K1' }, { lastName: 'by code', replaceEmails: rows('email', ...list) });
	/** The addresses of each contact that has one of Sato's. */
	const book = () =>
		bookOf(simulator)
			.all()
			.map(({ emails, archived_emails }) => [...emails, ...archived_emails].map(({ email }) => email))
			.filter((emails) => emails.some((email) => /^sato@/i.test(email)));
	const add = (...emails: string[]) => bookOf(simulator).add({ system_id1: 'K1', emails: emails.map((email) => ({ email })) });

	it.each<[string, object]>([
		['name the address as its key', {}],
		['also name it in the list', { replaceEmails: rows('email', '={{ $json.email }}') }],
	])('rows of a table that %s are one contact', async (_what, list) => {
		const table = ['Sato@Example.com', 'SATO@example.com', 'sato@example.com'].map((email) => ({ json: { email } }));
		const values = fields('upsertContactFields', { lastName: 'New', ...list });
		const items = await runNode(simulator, contact('upsert', { findBy: 'email', email: '={{ $json.email }}', ...values }), { items: table });
		// What comes behind finds the contact by the output.
		expect(items.map(({ json }) => [json.email, json.created])).toEqual([true, false, false].map((created) => ['sato@example.com', created]));
		expect(book()).toEqual([['sato@example.com']]);
	});

	it('a list with capitals does not rename the address of a contact', async () => {
		add('sato@example.com');
		await byEmail('sato@example.com', 'Sato@Example.com', 'b@mail.example');
		await byCode('SATO@example.com', 'b@mail.example');
		expect(await byEmail('sato@example.com')).toMatchObject({ created: false });
		expect(book()).toEqual([['sato@example.com', 'b@mail.example']]);
	});

	it('a contact that is created by its code has the address in small letters', async () => {
		await byCode('Sato@Example.com');
		expect(await byEmail('sato@example.com')).toMatchObject({ created: false });
		expect(await byEmail('Sato@Example.com')).toMatchObject({ created: false });
		expect(book()).toEqual([['sato@example.com']]);
	});

	it('the address that a contact is found by keeps its small letters where the list lacks it', async () => {
		add('sato@example.com');
		await byEmail('Sato@Example.com', 'b@mail.example');
		expect(book()).toEqual([['b@mail.example', 'sato@example.com']]);
	});

	it('an address that the contact has with capitals stays as it is', async () => {
		add('Sato@Example.com');
		await byEmail('Sato@Example.com', 'Sato@Example.com', 'B@mail.example');
		expect(book()).toEqual([['Sato@Example.com', 'b@mail.example']]);
	});
});
