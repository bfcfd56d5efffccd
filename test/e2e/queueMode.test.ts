import { type Execution, failureText, outputJson } from '../../scripts/n8n-host/execution';
import type { SeenRequest } from '../../scripts/simulator-process';
import { Cluster } from './cluster';
import { CREATE, createdLabels, labelNames, labelRun } from './labelRun';
import { START } from './workflows';

const RUNS = 25;
const ITEMS_OF_A_RUN = 20;
const LIMIT = 60;
/** A sixth of the service's minute: the same limit, met as often in a sixth of the time. */
const WINDOW_MS = 10_000;
const LEAST_USE = 0.9;
const MOST_REFUSED = 0.05;

let cluster: Cluster;

beforeAll(async () => {
	cluster = await Cluster.start({ simulator: ['--limit', String(LIMIT), '--window-ms', String(WINDOW_MS)] });
});

afterAll(async () => {
	await cluster?.stop();
});

/** @returns how many requests were answered in each window between the first and the last one, which may be shared */
function usedPerWindow(requests: SeenRequest[]): number[] {
	const counts = new Map<number, number>();
	for (const { at, status } of requests) {
		const window = Math.floor(at / WINDOW_MS);
		counts.set(window, (counts.get(window) ?? 0) + (status === 403 ? 0 : 1));
	}
	return [...counts].sort(([a], [b]) => a - b).map(([, count]) => count).slice(1, -1);
}

const executionsOf = (worker: Cluster['workers'][number]) => worker.tail().match(/started execution/gi)?.length ?? 0;

describe('queue mode on PostgreSQL and Redis: one main, five workers, one token', () => {
	let requests: SeenRequest[];

	it(`does ${RUNS * ITEMS_OF_A_RUN} items in ${RUNS} executions, none lost and none doubled`, async () => {
		const runs = Array.from({ length: RUNS }, (_, run) => labelNames(`Run ${run}`, ITEMS_OF_A_RUN));
		const ids: string[] = [];
		for (const [run, names] of runs.entries()) {
			ids.push(await cluster.api.createWorkflow(labelRun(`Run ${run}`, names, cluster.credentials)));
		}
		const before = (await cluster.simulator.requests()).length;
		const started = await Promise.all(ids.map(async (id) => await cluster.api.startWorkflow(id, START)));
		const waiting = started.map(async (id) => await cluster.api.waitForExecution(id));
		const executed: Execution[] = await Promise.all(waiting);
		requests = (await cluster.simulator.requests()).slice(before);

		expect(executed.map(failureText)).toEqual(runs.map(() => undefined));
		const labelIds = executed.flatMap((execution) => outputJson(execution, CREATE).map(({ label_id }) => label_id));
		expect(new Set(labelIds).size).toBe(RUNS * ITEMS_OF_A_RUN);
		expect(createdLabels(requests).sort()).toEqual(runs.flat().sort());
		expect((await cluster.simulator.state()).violations).toEqual([]);
	});

	it('has given work to each of the five workers', () => {
		expect(cluster.workers).toHaveLength(5);
		expect(Math.min(...cluster.workers.map(executionsOf))).toBeGreaterThan(0);
	});

	it(`uses at least ${LEAST_USE * 100} % of the limit, and at most ${MOST_REFUSED * 100} % of the requests are refused`, () => {
		const used = usedPerWindow(requests);
		const refused = requests.filter(({ status }) => status === 403).length;
		const use = used.reduce((sum, count) => sum + count, 0) / (used.length * LIMIT);
		console.log(`used ${used.join(' ')} of ${LIMIT} in each window, refused ${refused} of ${requests.length}`);
		expect(use).toBeGreaterThanOrEqual(LEAST_USE);
		expect(refused / requests.length).toBeLessThanOrEqual(MOST_REFUSED);
	});
});
