import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { loadOptions, pollerOf, runNode } from '../../test/harness/engine';
import { startSimulator, type Simulator } from '../../test/simulator';
import { shareOfTheLimit } from '../../test/transport/virtualService';

import { start } from './child';

/** As documented, in shorter windows, so that nobody waits for minutes. On virtual time: test/transport. */
const LIMIT = 40;
const WINDOW_MS = 3_000;
const INBOX = 101;
const ITEMS_OF_A_WORKFLOW = 40;
const ITEMS_OF_A_PROCESS = 100;

async function withService<T>(work: (simulator: Simulator) => Promise<T>): Promise<T> {
	const simulator = await startSimulator({ rateLimit: { limit: LIMIT, windowMs: WINDOW_MS } });
	try {
		return await work(simulator);
	} finally {
		await simulator.stop();
	}
}

/**
 * Three workflows with 40 writes each, a trigger that polls and a person who opens dropdowns, in one process.
 *
 * @returns how many of the 120 items came out, how many requests were refused with 403, and dropdowns filled of 5
 */
export async function oneProcess(): Promise<{ done: number; refused: number; dropdowns: number }> {
	return await withService(async (simulator) => {
		const label = { resource: 'label', operation: 'create', messageBoxId: { __rl: true, mode: 'id', value: INBOX }, name: '={{ "new " + $itemIndex }}' };
		const items = Array.from({ length: ITEMS_OF_A_WORKFLOW }, () => ({ json: {} }));
		const workflows = Promise.all([1, 2, 3].map(async () => await runNode(simulator, label, { items })));
		const poller = pollerOf(simulator, { messageBoxIds: [INBOX] });
		// A poll that comes when what is kept for triggers is used up is left to the next one.
		const polls = poller.poll().catch(async () => {
			await delay(WINDOW_MS / 2);
			return await poller.poll();
		});
		let dropdowns = 0;
		for (let second = 0; second < 5; second++) {
			await delay(1_000);
			const parameters = { ...label, operation: 'update', messageBoxId: { __rl: true, mode: 'id', value: INBOX + (second % 3) } };
			const method = ['getLabels', 'getMailAccounts', 'getPendingReasons'][second % 3];
			if ((await loadOptions(simulator, method, parameters)).length > 0) dropdowns += 1;
		}
		await polls;
		const done = (await workflows).reduce((sum, out) => sum + out.length, 0);
		return { done, refused: simulator.requests.filter(({ status }) => status === 403).length, dropdowns };
	});
}

/**
 * Two processes with one token that know nothing of each other, 100 writes each.
 *
 * @returns how many of the 200 labels the service has, and the share of the limit that was used while both worked, 0 to 1
 */
export async function twoProcesses(): Promise<{ done: number; share: number }> {
	return await withService(async (simulator) => {
		const args = [simulator.baseUrl, simulator.token, String(ITEMS_OF_A_PROCESS)];
		const workers = [1, 2].map(() => start(join(__dirname, 'worker.ts'), args));
		await Promise.all(workers.map(async ({ firstLine }) => await firstLine));
		const names = new Set(simulator.store.inbox(INBOX).labels.all().map(({ name }) => name));
		const done = [...names].filter((name) => /^\d+-\d+$/.test(name)).length;
		return { done, share: shareOfTheLimit(simulator, LIMIT, WINDOW_MS) };
	});
}
