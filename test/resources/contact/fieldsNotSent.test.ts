/** An update sends everything that the contact has: the document does not say what becomes of fields that are left out. */
import type { IDataObject } from 'n8n-workflow';
import { runNode } from '../../harness/engine';
import { readingsOf } from '../../harness/readings';
import { simulatorForEachTest } from '../../harness/simulator';
import { letPass } from '../../harness/skippedWaits';
import type { Simulator } from '../../simulator';
import { sent, withoutLists } from '../sent';
import { bookOf, byCode, byEmail, contact, fields, items, rows, SENT_BACK } from './book';

let simulator: Simulator;

const { customFields, ...SATO } = {
	last_name: 'Sato', first_name: 'Hana', last_name_kana: 'サトウ', first_name_kana: 'ハナ',
	company_name: 'Acme', department: 'Sales', title: 'Head', postal_code: '100', region: 'Kanto', city: 'Tokyo', address1: '1-1', address2: '2',
	gender_cd: 2, url: 'https://acme.example', note: 'Line 1\nLine 2', system_id1: 'K1', default_assignee: 'user02',
	emails: [{ email: 'sato@example.com' }], archived_emails: [{ email: 'old@example.com' }], tels: [{ tel: '1' }], archived_tels: [{ tel: '2' }],
	badge_ids: [801],
	customFields: { 1: 'one', 2: 'two' },
};
const WHOLE = { ...SATO, custom_item1: 'one', custom_item2: 'two' };
const byItsCode = { findBy: 'systemId1', systemId1: 'K1' };
const byItsEmail = { findBy: 'email', email: 'sato@example.com' };
const COLLECTION = { update: 'updateContactFields', upsert: 'upsertContactFields' };

type Name = keyof typeof COLLECTION;
const run = async (operation: Name, key: object, values: object, settings = {}) =>
	(await runNode(simulator, contact(operation, { ...key, ...fields(COLLECTION[operation], values) }), settings))[0].json;
const stored = () => bookOf(simulator).withCode('K1');
const methods = () => withoutLists(sent(simulator)).map(({ method }) => method);
const bodies = () => sent(simulator).flatMap(({ body }) => (body === undefined ? [] : [body]));

describe.each(readingsOf('contactUpdateOmission', 'customItemNames', 'contactEmptyText', 'contactKeyOfAnother'))('%s', (_title, readings) => {
	simulatorForEachTest((started) => (simulator = started), readings);
	beforeEach(() => void bookOf(simulator).add({ ...SATO, customFields }));

	it.each<[Name, object, string]>([
		['update', byItsCode, byCode('K1')],
		['update', byItsEmail, byEmail('sato%40example.com')],
		['upsert', byItsCode, byCode('K1')],
		['upsert', byItsEmail, byEmail('sato%40example.com')],
	])('%s, found by %o, keeps what is not set', async (operation, key, path) => {
		await run(operation, key, { city: 'Kyoto', customFields: items([2, 'new']) });
		expect(sent(simulator)).toEqual([
			{ method: 'GET', path, query: {} },
			{ method: 'PUT', path, query: {}, body: { ...WHOLE, city: 'Kyoto', custom_item2: 'new' } },
		]);
		expect(stored()).toMatchObject({ ...SATO, city: 'Kyoto', customFields: { 1: 'one', 2: 'new' } });
	});

	it('a custom item with a value is not cleared as well', async () => {
		await expect(run('update', byItsCode, { customFields: items([2, 'new']), clearFields: ['customItem2'] })).rejects.toThrow('Custom Field 2 has a value and is also under Clear Fields');
		await run('update', byItsCode, { customFields: items([2, 'new'], [1, '']), clearFields: ['customItem3'] });
		expect(stored()).toMatchObject({ ...SATO, customFields: { 1: 'one', 2: 'new', 3: '' } });
	});

	it('what is cleared is cleared, and nothing else', async () => {
		await run('update', byItsCode, { clearFields: ['tels', 'note', 'defaultAssignee', 'customItem1'] });
		expect(stored()).toMatchObject({ ...SATO, tels: [], note: '', default_assignee: null, customFields: { 1: '', 2: 'two' } });
	});

	it.each<Name>(['update', 'upsert'])('two items of a run change one contact, one after the other: %s', async (operation) => {
		const items = [{ json: { id: 'K1', city: 'Kyoto' } }, { json: { id: 'K1', region: 'Kansai' } }] as Array<{ json: IDataObject }>;
		await run(operation, { findBy: 'systemId1', systemId1: '={{ $json.id }}' }, { city: '={{ $json.city }}', region: '={{ $json.region }}' }, { items });
		expect(methods()).toEqual(['GET', 'PUT', 'GET', 'PUT']);
		expect(stored()).toMatchObject({ ...SATO, city: 'Kyoto', region: 'Kansai' });
	});

	it('so do two executions that find it by different keys', async () => {
		await Promise.all([run('update', byItsCode, { city: 'Kyoto' }), run('upsert', byItsEmail, { region: 'Kansai' })]);
		expect(methods()).toEqual(['GET', 'PUT', 'GET', 'PUT']);
		expect(stored()).toMatchObject({ ...SATO, city: 'Kyoto', region: 'Kansai' });
	});
});

describe('what was read', () => {
	simulatorForEachTest((started) => (simulator = started));
	beforeEach(() => void bookOf(simulator).add({ ...SATO, customFields }));

	it.each<Name>(['update', 'upsert'])('is read again when it is old before the update is sent again: %s', async (operation) => {
		simulator.faults.add({ kind: 'status', status: 500, when: { method: 'PUT' } });
		simulator.interludes.add('before', { method: 'PUT' }, () => {
			bookOf(simulator).change(stored()!, { region: 'Kansai', emails: [{ email: 'sato@example.com' }, { email: 'new@example.com' }] });
			letPass(3_000);
		});
		await run(operation, byItsEmail, { city: 'Kyoto' });
		expect(methods()).toEqual(['GET', 'PUT', 'GET', 'PUT']);
		expect(stored()).toMatchObject({ city: 'Kyoto', region: 'Kansai', emails: [{ email: 'sato@example.com' }, { email: 'new@example.com' }] });
	});

	it.each<[Name, object]>([['update', {}], ['upsert', { created: false, updated: false }]])('has all the values already: nothing is written (%s)', async (operation, outcome) => {
		const values = { city: 'Tokyo', genderCd: 2, badgeIds: [801], replaceTels: rows('tel', '1'), customFields: items([1, 'one']) };
		expect(await run(operation, byItsCode, values)).toEqual({ success: true, customer_group_id: 11, system_id1: 'K1', matched_by: 'system_id1', ...outcome });
		expect(methods()).toEqual(['GET']);
	});
});

describe('fields that the contact lacks, or that hold something else', () => {
	simulatorForEachTest((started) => (simulator = started));
	beforeEach(() => void bookOf(simulator).add({ ...SATO, customFields }));
	const answered = (replace: object, omit: string[] = []) => simulator.faults.add({ kind: 'partial', omit, replace: { ...replace }, when: { method: 'GET', times: 'always' } });

	it.each<Name>(['update', 'upsert'])('are not sent, and the output names them (%s)', async (operation) => {
		answered({ region: { a: 1 }, tels: [null], gender_cd: 7 }, ['custom_item2', 'note']);
		const json = await run(operation, byItsCode, { city: 'Kyoto' });
		const { custom_item2, note, region, tels, gender_cd, ...unchanged } = WHOLE;
		expect(bodies()).toEqual([{ ...unchanged, city: 'Kyoto' }]);
		expect([...(json.fields_not_sent as string[])].sort()).toEqual(['custom_item2', 'gender_cd', 'note', 'region', 'tels']);
	});
});

describe('fields that the document does not know', () => {
	simulatorForEachTest((started) => (simulator = started), { laterAdditions: 'some' });

	it.each<[Name, object]>([['update', {}], ['upsert', { created: false, updated: true }]])('are not sent back, and the output names them (%s)', async (operation, outcome) => {
		bookOf(simulator).add({ system_id1: 'K1', emails: [{ email: 'sato@example.com' }], tels: [{ tel: '1' }] });
		const json = await run(operation, byItsCode, { city: 'Kyoto', replaceTels: rows('tel', '2') });
		expect(bodies()).toEqual([{ ...SENT_BACK, system_id1: 'K1', emails: [{ email: 'sato@example.com' }], tels: [{ tel: '2' }], city: 'Kyoto' }]);
		expect(json).toEqual({ success: true, customer_group_id: 11, system_id1: 'K1', ...outcome, matched_by: 'system_id1', before: { city: null, tels: [expect.objectContaining({ tel: '1' })] }, fields_not_sent: ['emails', 'added_later'] });
	});
});
