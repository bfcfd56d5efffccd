import { addressOf } from '../../../scripts/demo/example';
import type { Example } from '../../../scripts/demo/workflow';
import { failureText } from '../../../scripts/n8n-host/execution';
import { BOT_TOKEN } from './slackApi';
import type { Stage } from './stage';

/** Calls a published workflow as the one who knows its secret, and waits until the call was handled. @throws what went wrong */
type Call = (body: unknown) => Promise<void>;

/** Publishes an example that begins with a call. @param failing how many of its runs are to fail */
export async function calling(stage: Stage, workflow: Example, work: (call: Call) => Promise<void>, failing = 0): Promise<void> {
	const url = workflow.nodes.map((node) => addressOf(stage.n8nUrl, node)).find(Boolean)!;
	const post = async (body: unknown, headers: Record<string, string>) =>
		await fetch(url, { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
	let calls = 0;
	await stage.publish(
		workflow,
		async (id) => {
			expect((await post({}, {})).status).toBe(403);
			await work(async (body) => {
				// The credential of the stage has this value under this name.
				const response = await post(body, { Authorization: `Bearer ${BOT_TOKEN}` });
				if (!response.ok) throw new Error(`The call was refused: ${response.status} ${await response.text()}`);
				const [execution] = await stage.ended(id, ++calls);
				const failure = failureText(execution!);
				if (failure !== undefined) throw new Error(failure);
			});
		},
		failing,
	);
}
