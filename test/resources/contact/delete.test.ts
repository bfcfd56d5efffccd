import { runNode } from '../../harness/engine';
import { simulatorForEachTest } from '../../harness/simulator';
import type { Simulator } from '../../simulator';
import { sent } from '../sent';
import { bookOf, byCode, byEmail, contact } from './book';

let simulator: Simulator;

simulatorForEachTest((started) => {
	simulator = started;
	bookOf(simulator).add({ system_id1: 'K1', emails: [{ email: 'sato@example.com' }] });
});

it.each([
	['customer code', { findBy: 'systemId1', systemId1: 'K1' }, byCode('K1')],
	['e-mail address', { findBy: 'email', email: 'sato@example.com' }, byEmail('sato%40example.com')],
])('deletes by %s', async (_key, key, path) => {
	const items = await runNode(simulator, contact('delete', key));
	expect(sent(simulator)).toEqual([{ method: 'DELETE', path, query: {} }]);
	expect(items).toEqual([{ json: { deleted: true }, pairedItem: { item: 0 } }]);
	expect(bookOf(simulator).withCode('K1')).toBeUndefined();
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
