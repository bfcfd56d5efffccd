import type { Filling } from '../../../scripts/demo/workflow';
import { failureText, type Execution } from '../../../scripts/n8n-host/execution';
import { waitFor } from '../../../scripts/n8n-host/net';
import type { Stage } from './trial';
import { BOT_TOKEN } from './slackApi';

const END_MS = 60_000;

/** Calls the webhook of a workflow and waits until the call was handled well. */
type Call = (body: unknown) => Promise<Execution>;

/**
 * Switches an example with a webhook on for as long as `work` takes.
 *
 * @param path of the webhook
 * @param work is given how to call it, and how it answers to somebody without the secret
 */
export async function calling(
	{ world: { api, n8nUrl }, import: importIt }: Stage,
	path: string,
	filling: Omit<Filling, 'credentials'>,
	work: (call: Call, refused: () => Promise<number>) => Promise<void>,
): Promise<void> {
	const id = await importIt(filling);
	const post = async (body: unknown, headers: Record<string, string>) => {
		const isForm = body instanceof URLSearchParams;
		const all = { ...headers, ...(!isForm && { 'Content-Type': 'application/json' }) };
		return await fetch(`${n8nUrl}/webhook/${path}`, { method: 'POST', headers: all, body: isForm ? body : JSON.stringify(body) });
	};
	let calls = 0;
	const call: Call = async (body) => {
		// The credential of the examples' stage has this value under this name.
		const response = await post(body, { Authorization: `Bearer ${BOT_TOKEN}` });
		if (!response.ok) throw new Error(`The call was refused: ${response.status} ${await response.text()}`);
		calls += 1;
		const handled = async () => {
			const executions = await api.executions(id);
			return executions.length >= calls ? executions[0] : undefined;
		};
		const execution = await waitFor('the call to be handled', handled, { timeoutMs: END_MS });
		const failure = failureText(execution);
		if (failure !== undefined) throw new Error(failure);
		return execution;
	};
	await api.activate(id);
	try {
		await work(call, async () => (await post({}, {})).status);
	} finally {
		await api.deactivate(id);
	}
}
