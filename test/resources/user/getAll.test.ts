import { loadOptions, runNode } from '../../harness/engine';
import { simulatorOfEachTest } from '../../harness/simulator';

const simulator = simulatorOfEachTest();

it('fills the dropdown of assignees: as it is, nobody, the active users, without deleted and locked ones', async () => {
	const choices = await loadOptions(simulator, 'getUsersOrKeep');
	expect(choices.slice(0, 2).map(({ name }) => name)).toEqual(['No Change', 'No Assignee']);
	expect(choices[2]).toEqual({ name: 'Yamada Aiko', value: 'user01' });
	expect(choices.filter(({ name }) => name.includes('('))).toEqual([{ name: expect.stringMatching(/\(confirming\)$/), value: 'user24' }]);
});

it('keeps a user in the dropdown who was chosen before being locked', async () => {
	const choices = await loadOptions(simulator, 'getUsersOrKeep', { resource: 'ticket', operation: 'update', assignee: 'user08' });
	expect(choices).toContainEqual({ name: expect.stringMatching(/\(locked\)$/), value: 'user08' });
	expect(choices.map(({ value }) => value)).not.toContain('user16');
});

it('gives the active users alone', async () => {
	const items = await runNode(simulator, { resource: 'user', operation: 'getAll', returnAll: true, getAllUserFilters: { activeOnly: true } });
	expect(new Set(items.map(({ json }) => json.status_cd))).toEqual(new Set(['available']));
	expect(items).toHaveLength(36);
});

it('fails where the active users are not shown as such: an empty list would look like an empty tenant', async () => {
	simulator.faults.add({ kind: 'partial', omit: ['status_cd'], when: { times: 'always' } });
	await expect(runNode(simulator, { resource: 'user', operation: 'getAll', getAllUserFilters: { activeOnly: true } })).rejects.toThrow('The answer of the service is not complete: status_cd is missing or wrong');
	expect(await runNode(simulator, { resource: 'user', operation: 'getAll', returnAll: true })).toHaveLength(40);
});
