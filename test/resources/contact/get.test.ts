import { runNode } from '../../harness/engine';
import { readingsOf } from '../../harness/readings';
import { simulatorOfEachTest } from '../../harness/simulator';
import { sent } from '../sent';
import { bookOf, byCode, byEmail, contact } from './book';

const simulator = simulatorOfEachTest();
beforeEach(() => {
	bookOf(simulator).add({
		customer_id: 77,
		system_id1: 'K1',
		last_name: 'Sato',
		note: 'one\ntwo',
		emails: [{ email: 'sato@example.com' }, { email: 'second@example.com' }],
		tels: [{ tel: '03-1' }],
		badge_ids: [801],
		customFields: { 1: 'gold', 3: 'west' },
	});
});

it('finds a contact by its customer code, and gives addresses and phone numbers as texts', async () => {
	const [item, ...more] = await runNode(simulator, contact('get', { findBy: 'systemId1', systemId1: 'K1' }));
	expect(sent(simulator)).toEqual([{ method: 'GET', path: byCode('K1'), query: {} }]);
	expect(item.json).toMatchObject({ customer_id: 77, last_name: 'Sato', first_name: null, emails: ['sato@example.com', 'second@example.com'], tels: ['03-1'], badge_ids: [801], customer_group_id: 11 });
	expect(item.pairedItem).toEqual({ item: 0 });
	expect(more).toEqual([]);
});

it('finds a contact by an e-mail address, blanks around it or not', async () => {
	const [item] = await runNode(simulator, contact('get', { findBy: 'email', email: ' second@example.com\n' }));
	expect(sent(simulator)).toEqual([{ method: 'GET', path: byEmail('second%40example.com'), query: {} }]);
	expect(item.json.customer_id).toBe(77);
});

it.each(readingsOf('customItemNames'))('%s: the custom items have one name', async (_reading, readings) => {
	await simulator.setReadings(readings);
	const [item] = await runNode(simulator, contact('get', { findBy: 'systemId1', systemId1: 'K1', simplify: false }));
	const names = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((number) => `custom_item${number}`);
	expect(Object.keys(item.json).filter((name) => name.startsWith('custom_'))).toEqual(names);
	expect(item.json).toMatchObject({ custom_item1: 'gold', custom_item2: null, custom_item3: 'west', note: 'one\ntwo' });
	expect(item.json.emails).toEqual([{ email: 'sato@example.com' }, { email: 'second@example.com' }]);
});

describe('keys in the path', () => {
	const CODES = ['a/b?c', '../../users', '../..', '%2e%2e', 'a b', 'a+b', '#1', 'ä🎈', '100%', "it's", 'a\\b', '..;/x', 'system_id1/K1', '007', 'k1', 'e\u0301', '１', '1e3'];
	it.each(CODES)('the customer code %s reaches the right record', async (code) => {
		bookOf(simulator).add({ customer_id: 78, system_id1: code });
		const [item] = await runNode(simulator, contact('get', { findBy: 'systemId1', systemId1: code }));
		expect(item.json).toMatchObject({ customer_id: 78, system_id1: code });
		expect(sent(simulator)).toEqual([{ method: 'GET', path: byCode(encodeURIComponent(code)), query: {} }]);
	});

	it.each(['x+y@例.jp', 'a/b@example.com', '"a b"@example.com', 'a?b=c@example.com', 'a%40b@example.com'])(
		'the e-mail address %s reaches the right record',
		async (email) => {
			bookOf(simulator).add({ customer_id: 78, emails: [{ email }] });
			const [item] = await runNode(simulator, contact('get', { findBy: 'email', email }));
			expect(item.json.customer_id).toBe(78);
			expect(sent(simulator)).toEqual([{ method: 'GET', path: byEmail(encodeURIComponent(email)), query: {} }]);
		},
	);
});

it('returns nothing for a contact that is not there, where that is wanted', async () => {
	const missing = (ifNotFound: string) => contact('get', { findBy: 'email', email: 'nobody@mail.example', getContactOptions: { ifNotFound } });
	expect(await runNode(simulator, missing('nothing'))).toEqual([]);
	await expect(runNode(simulator, missing('error'))).rejects.toThrow(/^Not found/i);
});
