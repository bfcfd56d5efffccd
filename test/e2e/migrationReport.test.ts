import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowDefinition } from '../../scripts/n8n-host/api';
import { EXAMPLES } from '../../scripts/demo/workflow';
import { enterWorld } from './world';

/** What concerns only how this n8n is run for the tests: outside of a container, and with its own storage. */
const OF_THE_TESTS = ['docker-only-deployment-v3', 'storage-path-rename-v3', 'in-memory-binary-data-v3'];

describe("n8n's own report on the move to n8n 3", () => {
	it('finds nothing in the examples, and nothing in an n8n that is set up as the pages say', async () => {
		const { api } = await enterWorld();
		const files = readdirSync(EXAMPLES).filter((name) => name.endsWith('.json'));
		const ids = await Promise.all(
			files.map(async (name) => {
				const workflow = JSON.parse(readFileSync(join(EXAMPLES, name), 'utf8')) as WorkflowDefinition;
				const nodes = workflow.nodes.map(({ credentials: _credentials, ...node }) => node);
				return await api.createWorkflow({ ...workflow, nodes });
			}),
		);
		const { workflowResults, instanceResults } = await api.migrationReport('v3');
		const affected: string[] = [];
		for (const { ruleId } of workflowResults) {
			const found = (await api.affectedWorkflows(ruleId)).filter((id) => ids.includes(id));
			affected.push(...found.map((id) => `${ruleId}: ${files[ids.indexOf(id)]}`));
		}
		console.log(instanceResults.map(({ ruleId }) => ruleId).join('\n'));
		expect(affected).toEqual([]);
		expect(instanceResults.map(({ ruleId }) => ruleId).filter((rule) => !OF_THE_TESTS.includes(rule))).toEqual([]);
	});
});
