import { loadOptions, runNode } from '../../harness/engine';
import { simulatorForEachTest } from '../../harness/simulator';
import type { Simulator } from '../../simulator';
import { sent } from '../sent';

let simulator: Simulator;

simulatorForEachTest((started) => {
	simulator = started;
	for (let number = 41; number <= 100; number++) simulator.store.addUser({ mention_name: `user${number}` });
});

const getAll = { resource: 'user', operation: 'getAll' };
const page = (number: number) => ({ method: 'GET', path: 'users', query: { per_page: '100', page: String(number) } });

it('lists the users in registration order, with the useful fields first', async () => {
	const items = await runNode(simulator, { ...getAll, returnAll: true });
	// A full page may be the last one: only an empty one after it shows that.
	expect(sent(simulator)).toEqual([page(1), page(2)]);
	expect(items).toHaveLength(100);
	expect(Object.entries(items[0].json)).toEqual([
		['mention_name', 'user01'],
		['last_name', 'Yamada'],
		['first_name', 'Aiko'],
		['email', 'user01@tenant.example'],
		['status_cd', 'available'],
		['department_name', 'Support'],
		['employee_no', 'E1000'],
		['is_tenant_admin', true],
		['last_page_loaded_at', expect.any(String)],
	]);
	expect(items[0].pairedItem).toEqual({ item: 0 });
});

it('gives the raw user without Simplify', async () => {
	const [item] = await runNode(simulator, { ...getAll, limit: 1, simplify: false });
	expect(sent(simulator)).toEqual([{ method: 'GET', path: 'users', query: { per_page: '1', page: '1' } }]);
	expect(Object.keys(item.json)).toHaveLength(10);
	expect(item.json).toMatchObject({ mention_name: 'user01', is_otp_required: true });
});

it('fills the dropdown of assignees: as it is, nobody, the active users, without deleted and locked ones', async () => {
	const choices = await loadOptions(simulator, 'getUsersOrKeep');
	expect(choices.slice(0, 2).map(({ name }) => name)).toEqual(['Leave as It Is', 'No Assignee']);
	expect(choices[2]).toEqual({ name: 'Yamada Aiko', value: 'user01' });
	expect(choices.filter(({ name }) => name.includes('('))).toEqual([{ name: expect.stringMatching(/\(confirming\)$/), value: 'user24' }]);
});

it('keeps a user in the dropdown who was chosen before being locked', async () => {
	const choices = await loadOptions(simulator, 'getUsersOrKeep', { resource: 'ticket', operation: 'update', assignee: 'user08' });
	expect(choices).toContainEqual({ name: expect.stringMatching(/\(locked\)$/), value: 'user08' });
	expect(choices.map(({ value }) => value)).not.toContain('user16');
});

it('gives the active users alone', async () => {
	const items = await runNode(simulator, { ...getAll, returnAll: true, filters: { activeOnly: true } });
	expect(new Set(items.map(({ json }) => json.status_cd))).toEqual(new Set(['available']));
	expect(items).toHaveLength(96);
});

it('fails where the active users are not shown as such: an empty list would look like an empty tenant', async () => {
	simulator.faults.add({ kind: 'partial', omit: ['status_cd'], when: { times: 'always' } });
	await expect(runNode(simulator, { ...getAll, filters: { activeOnly: true } })).rejects.toThrow('The answer of the service is not complete: status_cd is missing or wrong');
	expect(await runNode(simulator, { ...getAll, returnAll: true })).toHaveLength(100);
});
