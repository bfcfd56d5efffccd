/** Rows of addresses and phones, one of which has no value. */
import { runNode } from '../../harness/engine';
import { simulatorOfEachTest } from '../../harness/simulator';
import { sent } from '../sent';
import { bookOf, contact, CREATE, fields, newFields, rows } from './book';

const simulator = simulatorOfEachTest();

const NOTHING = '={{ $json.mistyped }}';
const K1 = { findBy: 'systemId1', systemId1: 'K1' };
const LISTS = [
	['replaceEmails', 'email', 'Replace Emails'],
	['replaceArchivedEmails', 'email', 'Replace Archived Emails'],
	['replaceTels', 'tel', 'Replace Phones'],
	['replaceArchivedTels', 'tel', 'Replace Archived Phones'],
] as const;
const OPERATIONS = [['update', 'updateContactFields'], ['upsert', 'upsertContactFields']] as const;

describe.each(OPERATIONS)('%s, where the rows replace what the contact has', (operation, collection) => {
	it.each(LISTS)('refuses a row whose expression finds nothing beside others: %s', async (name, entry, label) => {
		const change = runNode(simulator, contact(operation, { ...K1, ...fields(collection, { [name]: rows(entry, 'one@mail.example', NOTHING) }) }));
		await expect(change).rejects.toMatchObject({ message: `${label}: The expression of row 2 finds nothing.`, description: expect.stringMatching(/^The rows replace all that the contact has\./) });
		expect(sent(simulator)).toEqual([]);
	});

	it.each(['', ' ', '={{ null }}', '={{ "" }}'])('leaves out a row that is empty: %s', async (none) => {
		bookOf(simulator).add({ system_id1: 'K1', tels: [{ tel: '1' }, { tel: '2' }] });
		await runNode(simulator, contact(operation, { ...K1, ...fields(collection, { replaceTels: rows('tel', '3', none) }) }));
		expect(bookOf(simulator).withCode('K1')).toMatchObject({ tels: [{ tel: '3' }] });
	});

	it('sends nothing of a list whose rows have no value at all', async () => {
		bookOf(simulator).add({ system_id1: 'K1', tels: [{ tel: '1' }] });
		await runNode(simulator, contact(operation, { ...K1, ...fields(collection, { firstName: 'Hana', replaceTels: rows('tel', NOTHING, ' ') }) }));
		expect(bookOf(simulator).withCode('K1')).toMatchObject({ first_name: 'Hana', tels: [{ tel: '1' }] });
	});
});

it('an entry in two rows is one entry, also where there would be too many', async () => {
	await runNode(simulator, contact('create', newFields({ emails: rows('email', 'one@mail.example', 'One@mail.example', 'two@mail.example'), tels: rows('tel', '03-1', '2', '3', '031') })));
	expect(sent(simulator)).toMatchObject([{ body: { emails: [{ email: 'one@mail.example' }, { email: 'two@mail.example' }], tels: [{ tel: '03-1' }, { tel: '2' }, { tel: '3' }] } }]);
});

it('a new contact has nothing to lose: a row without a value is left out', async () => {
	await runNode(simulator, contact('create', newFields({ tels: rows('tel', NOTHING, '1'), emails: rows('email', 'one@mail.example', NOTHING) })));
	expect(sent(simulator)).toEqual([{ method: 'POST', path: CREATE, query: {}, body: { tels: [{ tel: '1' }], emails: [{ email: 'one@mail.example' }] } }]);
});
