import { runNode } from '../../harness/engine';
import { simulatorOfEachTest } from '../../harness/simulator';
import { sent } from '../sent';
import { bookOf, byCode, byEmail, contact } from './book';

const simulator = simulatorOfEachTest();
beforeEach(() => void bookOf(simulator).add({ system_id1: 'K1', emails: [{ email: 'sato@example.com' }] }));

it.each([
	['customer code', { findBy: 'systemId1', systemId1: 'K1' }, byCode('K1')],
	['e-mail address', { findBy: 'email', email: 'sato@example.com' }, byEmail('sato%40example.com')],
])('reads and deletes by %s', async (_key, key, path) => {
	const items = await runNode(simulator, contact('delete', key));
	expect(sent(simulator)).toEqual(['GET', 'DELETE'].map((method) => ({ method, path, query: {} })));
	expect(items).toEqual([{ json: { deleted: true }, pairedItem: { item: 0 } }]);
	expect(bookOf(simulator).withCode('K1')).toBeUndefined();
});

it('deletes nobody who has the address as an archived one only', async () => {
	bookOf(simulator).add({ system_id1: 'K2', emails: [], archived_emails: [{ email: 'old@example.com' }] });
	await expect(runNode(simulator, contact('delete', { findBy: 'email', email: 'old@example.com' }))).rejects.toThrow('The contact has the e-mail old@example.com as an archived one only');
	expect(bookOf(simulator).withCode('K2')).toBeDefined();
	expect(sent(simulator).map(({ method }) => method)).toEqual(['GET']);
});

it('a dry run shows whom it would delete, as the contact is, and fails where the real run would', async () => {
	const inDryRun = { baseUrl: simulator.baseUrl, token: simulator.token, credential: { dryRun: true } };
	const byItsCode = (systemId1: string) => contact('delete', { findBy: 'systemId1', systemId1 });
	const [{ json }] = await runNode(inDryRun, byItsCode('K1'));
	expect(json).toMatchObject({ dry_run: true, method: 'DELETE', deleted: true, before: { system_id1: 'K1', emails: [{ email: 'sato@example.com' }], note: null } });
	await expect(runNode(inDryRun, byItsCode('nobody'))).rejects.toThrow('Not found: Address Book 11, Customer Code nobody');
	expect(sent(simulator).map(({ method }) => method)).toEqual(['GET', 'GET', 'GET']);
});

it('says when there is nobody to delete, and goes on with the others where asked to', async () => {
	const items = await runNode(simulator, contact('delete', { findBy: 'systemId1', systemId1: '={{ $json.code }}' }), {
		items: [{ json: { code: 'nobody' } }, { json: { code: 'K1' } }],
		node: { onError: 'continueRegularOutput' },
	});
	expect(items).toEqual([
		{
			json: { error: expect.stringMatching(/^Not found: Address Book 11, Customer Code nobody \(Customer not found\)\. \S/) },
			pairedItem: { item: 0 },
		},
		{ json: { deleted: true }, pairedItem: { item: 1 } },
	]);
});
