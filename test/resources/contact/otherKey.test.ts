import type { INodeParameters } from 'n8n-workflow';
import { runNode } from '../../harness/engine';
import { simulatorForEachTest } from '../../harness/simulator';
import type { Simulator } from '../../simulator';
import { bookOf, contact } from './book';

let simulator: Simulator;
simulatorForEachTest((started) => (simulator = started));

it('an update that gives another key, run again after it was done, is not found: the other code may belong to a contact without the other values', async () => {
	bookOf(simulator).add({ system_id1: 'K1', last_name: 'Sato' });
	const recode = (more: INodeParameters) => contact('update', { findBy: 'systemId1', systemId1: 'K1', updateContactFields: { systemId1: 'K2' }, ...more });
	await runNode(simulator, recode({}));
	simulator.clearRequests();
	await expect(runNode(simulator, recode({ tel: '03-1111-2222' }))).rejects.toThrow('Not found: Address Book 11, Customer Code K1');
	expect(simulator.requests.map(({ method }) => method)).toEqual(['GET']);
});

it.each(['"Yamada, Hanako" <h@mail.example>', 'Hanako <h@mail.example>', 'h@mail.example'])('%s is taken as the address', async (email) => {
	bookOf(simulator).add({ last_name: 'Yamada', emails: [{ email: 'h@mail.example' }] });
	const [{ json }] = await runNode(simulator, contact('update', { findBy: 'email', email, lastName: 'Sato' }));
	expect(json).toEqual({ success: true, customer_group_id: 11, email: 'h@mail.example', found_by: 'email', before: { last_name: 'Yamada' } });
	await runNode(simulator, contact('create', { lastName: 'B', emails: { values: [{ email: email.replace('h@', 'b@') }] } }));
	expect(bookOf(simulator).withEmail('b@mail.example')).toMatchObject({ last_name: 'B' });
});
