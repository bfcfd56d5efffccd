import { setTimeout as delay } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import type { N8nApi } from '../../scripts/n8n-host/api';
import { outputJson } from '../../scripts/n8n-host/execution';
import { waitFor } from '../../scripts/n8n-host/net';

/** @returns what workflows have been started with by their trigger of this name */
export async function emittedBy(api: N8nApi, trigger: string, ...workflowIds: string[]): Promise<IDataObject[]> {
	const executions = await Promise.all(workflowIds.map(async (id) => await api.executions(id)));
	return executions.flat().flatMap((one) => outputJson(one, trigger));
}

/** Waits until this was emitted, in any order, and expects nothing else. @param emitted gives each event in words */
export async function expectEmitted(expected: readonly string[], emitted: () => Promise<string[]>): Promise<void> {
	// Without it the comparison says what is missing.
	await waitFor('all events', async () => (await emitted()).length >= expected.length, { everyMs: 500 }).catch(() => undefined);
	// What would be too much may still be on its way.
	await delay(1_000);
	expect((await emitted()).sort()).toEqual([...expected].sort());
}
