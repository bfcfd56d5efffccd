/** The lists of a contact that exists: a plain field adds to what is there, and only a field that says Replace takes it away. */
import type { IDataObject } from 'n8n-workflow';
import { runNode } from '../../harness/engine';
import { simulatorOfEachTest } from '../../harness/simulator';
import { sent } from '../sent';
import { bookOf, contact, CREATE, fields, rows } from './book';

const simulator = simulatorOfEachTest();

const OPERATIONS = [['update', 'updateContactFields'], ['upsert', 'upsertContactFields']] as const;
const K1 = { findBy: 'systemId1', systemId1: 'K1' };
const THERE = {
	system_id1: 'K1',
	emails: [{ email: 'sato@example.com' }],
	archived_emails: [{ email: 'old@example.com' }],
	tels: [{ tel: '03-1111-2222' }],
	archived_tels: [{ tel: '03-3333-4444' }],
	badge_ids: [801],
};
const many = (entry: string, count: number) => Array.from({ length: count }, (_, place) => ({ [entry]: entry === 'tel' ? `03-${place}` : `a${place}@example.com` }));

/** The list in the API; the field that adds, its value, and the list afterwards; the field that replaces; how many the service takes. */
const LISTS = [
	['emails', 'additionalEmail', 'new@example.com', [{ email: 'sato@example.com' }, { email: 'new@example.com' }], 'replaceEmails', 6, 'Additional Email'],
	['archived_emails', 'archivedEmail', 'new@example.com', [{ email: 'old@example.com' }, { email: 'new@example.com' }], 'replaceArchivedEmails', 6, 'Archived Email'],
	['tels', 'tel', '090-1', [{ tel: '03-1111-2222' }, { tel: '090-1' }], 'replaceTels', 3, 'Phone'],
	['archived_tels', 'archivedTel', '090-1', [{ tel: '03-3333-4444' }, { tel: '090-1' }], 'replaceArchivedTels', 3, 'Archived Phone'],
] as const;

describe.each(OPERATIONS)('%s', (operation, collection) => {
	const run = async (values: object): Promise<IDataObject> => (await runNode(simulator, contact(operation, { ...K1, ...fields(collection, values) })))[0].json;
	const stored = () => bookOf(simulator).withCode('K1');
	const writes = () => sent(simulator).filter(({ method }) => method !== 'GET');

	it.each(LISTS)('%s: a plain field adds, a field with Replace replaces, and the item has what was there', async (list, adding, value, after, replacing) => {
		bookOf(simulator).add(structuredClone(THERE));
		expect(await run({ [adding]: value })).toMatchObject({ matched_by: 'system_id1', before: { [list]: THERE[list] } });
		expect(stored()).toMatchObject({ ...THERE, [list]: after });
		const [entry] = list.endsWith('emails') ? (['email'] as const) : (['tel'] as const);
		expect(await run({ [replacing]: rows(entry, value) })).toMatchObject({ before: { [list]: after } });
		expect(stored()).toMatchObject({ ...THERE, [list]: [{ [entry]: value }] });
	});

	it.each(LISTS)('%s: one more than the service takes is refused, and nothing is written', async (list, adding, value, _after, _replacing, max, label) => {
		bookOf(simulator).add({ ...structuredClone(THERE), [list]: many(list.endsWith('emails') ? 'email' : 'tel', max) });
		await expect(run({ [adding]: value, lastName: 'New' })).rejects.toMatchObject({
			message: expect.stringMatching(new RegExp(`^${label}: the contact has ${max} .* already, and the service takes at most ${max}$`)),
			description: expect.stringMatching(/^Nothing was changed\. Remove one .* or use Replace /),
		});
		expect(writes()).toEqual([]);
	});

	it('badges are added, and replaced by another field', async () => {
		bookOf(simulator).add(structuredClone(THERE));
		expect(await run({ badgeIds: [802] })).toMatchObject({ before: { badge_ids: [801] } });
		expect(stored()).toMatchObject({ badge_ids: [801, 802] });
		await run({ replaceBadgeIds: [803] });
		expect(stored()).toMatchObject({ badge_ids: [803] });
	});

	it.each([
		['a number that is written in another way', { tel: '０３（１１１１）2222' }],
		['an address with other capitals', { additionalEmail: 'SATO@example.com' }],
		['a badge', { badgeIds: ['801'] }],
		['badges in another order', { replaceBadgeIds: [801] }],
	])('what the contact has already is not added: %s', async (_what, values) => {
		bookOf(simulator).add(structuredClone(THERE));
		await run(values);
		expect(writes()).toEqual([]);
	});

	it('a list that is cleared in the same update has the added entry alone', async () => {
		bookOf(simulator).add(structuredClone(THERE));
		await run({ tel: '090-1', clearFields: ['tels'] });
		expect(stored()).toMatchObject({ tels: [{ tel: '090-1' }] });
	});

	it('an added address of another contact is refused', async () => {
		bookOf(simulator).add(structuredClone(THERE));
		bookOf(simulator).add({ emails: [{ email: 'Tanaka@example.com' }] });
		await expect(run({ additionalEmail: 'Tanaka@example.com' })).rejects.toThrow('The e-mail Tanaka@example.com belongs to another contact');
		expect(writes()).toEqual([]);
	});
});

it('a contact that Create or Update creates has the added entries', async () => {
	await runNode(simulator, contact('upsert', { ...K1, ...fields('upsertContactFields', { tel: '090-1', additionalEmail: 'N@example.com', badgeIds: [801], archivedTel: '03-1' }) }));
	const body = { emails: [{ email: 'n@example.com' }], tels: [{ tel: '090-1' }], archived_tels: [{ tel: '03-1' }], badge_ids: [801], system_id1: 'K1' };
	expect(sent(simulator).at(-1)).toMatchObject({ method: 'POST', path: CREATE, body });
});
