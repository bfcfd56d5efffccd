import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowDefinition } from '../../scripts/n8n-host/api';
import { EXAMPLES } from '../../scripts/demo/workflow';
import { enterWorld } from './world';

/** What would keep n8n 3 from loading the package; the report's other notes on an instance have nothing to do with it. */
const UNVERIFIED = 'unverified-packages-v3';

describe("n8n's own report on the move to n8n 3", () => {
	it('finds nothing in the examples, and that an n8n set up as the pages say will load the package', async () => {
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
		expect(affected).toEqual([]);
		expect(instanceResults.map(({ ruleId }) => ruleId)).not.toContain(UNVERIFIED);
	});
});
