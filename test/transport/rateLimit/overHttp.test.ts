import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { loadOptions, pollerOf, runNode, type Poller } from '../../harness/engine';
import { byId, emptyItems, INBOX } from '../../resources/service';
import { startSimulator, type Simulator } from '../../simulator';
import { shareOfTheLimit } from '../virtualService';

const LIMIT = 40;
const WINDOW_MS = 3_000;
const label = { resource: 'label', operation: 'create', messageBoxId: byId(INBOX), name: '={{ "new " + $itemIndex }}' };

let simulator: Simulator;

beforeEach(async () => {
	simulator = await startSimulator({ rateLimit: { limit: LIMIT, windowMs: WINDOW_MS } });
});

afterEach(async () => {
	simulator.expectNoViolations();
	await simulator.stop();
});

const refused = () => simulator.requests.filter(({ status }) => status === 403).length;

/** At the very end of a window what is kept for triggers has been given up: such a poll is left to the next one. */
async function pollSoon(poller: Poller) {
	return await poller.poll().catch(async (error: unknown) => {
		expect(error).toMatchObject({ failure: { cause: 'rate-limited' } });
		await new Promise((resolve) => setTimeout(resolve, WINDOW_MS / 2));
		return await poller.poll();
	});
}

describe('the real clock and real connections, with short windows', () => {
	it('three workflows, a trigger and a person at once: no 403, everybody is served', async () => {
		const workflows = Promise.all(
			[1, 2, 3].map(async () => await runNode(simulator, label, { items: emptyItems(40) })),
		);
		const poller = pollerOf(simulator, { messageBoxIds: [INBOX] });
		const beside: Array<Promise<unknown>> = [];
		for (let second = 0; second < 5; second++) {
			await new Promise((resolve) => setTimeout(resolve, 1_000));
			const parameters = { resource: 'label', operation: 'update', messageBoxId: byId(101 + (second % 3)) };
			const method = ['getLabels', 'getMailAccounts', 'getPendingReasons'][second % 3];
			beside.push(loadOptions(simulator, method, parameters));
		}
		expect(await pollSoon(poller)).toBeNull();
		await Promise.all(beside);
		const out = await workflows;
		expect(out.map((items) => items.length)).toEqual([40, 40, 40]);
		expect(refused()).toBe(0);
	});

	it('two processes: nothing fails, and at least 90 % of the limit is used', async () => {
		const worker = async () => {
			const args = [require.resolve('tsx/cli'), join(__dirname, 'worker.ts'), simulator.baseUrl, simulator.token, '100'];
			return (await promisify(execFile)(process.execPath, args)).stdout.trim();
		};
		expect(await Promise.all([worker(), worker()])).toEqual(['100', '100']);
		const names = simulator.store.inbox(INBOX).labels.all().map(({ name }) => name);
		expect(names.filter((name) => /^\d+-\d+$/.test(name))).toHaveLength(200);
		// The one that loads faster begins alone; what counts is the time when both are there.
		expect(shareOfTheLimit(simulator, LIMIT, WINDOW_MS)).toBeGreaterThanOrEqual(0.9);
	});
});
