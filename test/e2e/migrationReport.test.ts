import { exampleNames, readExample } from '../../scripts/demo/workflow';
import { enterWorld } from './world';

/** What would keep n8n 3 from loading the package; the report's other notes on an instance have nothing to do with it. */
const UNVERIFIED = 'unverified-packages-v3';

describe("n8n's own report on the move to n8n 3", () => {
	it('finds nothing in the examples, and that an n8n set up as the pages say will load the package', async () => {
		const { api } = await enterWorld();
		const byId = new Map<string, string>();
		for (const file of exampleNames()) {
			const workflow = readExample(file);
			const nodes = workflow.nodes.map(({ credentials: _credentials, ...node }) => node);
			byId.set(await api.createWorkflow({ ...workflow, nodes }), file);
		}
		const { workflowResults, instanceResults } = await api.migrationReport('v3');
		const affected: string[] = [];
		for (const { ruleId } of workflowResults) {
			for (const id of await api.affectedWorkflows(ruleId)) if (byId.has(id)) affected.push(`${ruleId}: ${byId.get(id)}`);
		}
		expect(affected).toEqual([]);
		expect(instanceResults.map(({ ruleId }) => ruleId)).not.toContain(UNVERIFIED);
	});
});
