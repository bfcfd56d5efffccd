/** A workflow that stood still at the rate limit says so in its items: n8n has no hint for a declarative node. */
import type { INodeParameters } from 'n8n-workflow';
import { runNode } from '../harness/engine';
import { simulatorOfEachTest } from '../harness/simulator';
import { byId, INBOX } from './service';

const simulator = simulatorOfEachTest({ seed: { tickets: 8 }, rateLimit: { limit: 5 } });

const waits = async (parameters: INodeParameters, count: number, node = {}) => {
	const items = Array.from({ length: count }, () => ({ json: {} }));
	return (await runNode(simulator, { messageBoxId: byId(INBOX), ...parameters }, { items, node })).map(({ json }) => json.rate_limit_wait_seconds);
};
const memo = (): INodeParameters => ({ resource: 'memo', operation: 'create', memoTicketId: byId([...simulator.store.tickets.keys()][0]), memoBody: 'x', createMemoFields: { subject: 'x', statusCd: 'open' } });

it('the items that waited for longer than ten seconds, each for itself', async () => {
	const said = await waits(memo(), 12);
	const long = said.filter((seconds) => seconds !== undefined);
	expect(said.slice(0, 4)).toEqual([undefined, undefined, undefined, undefined]);
	expect(long.length).toBeGreaterThan(0);
	expect(long.length).toBeLessThanOrEqual(4);
	for (const seconds of long) expect(seconds).toBeGreaterThan(10);
	for (const seconds of long) expect(seconds).toBeLessThan(70);
});

it('the first item alone of a list whose pages waited, also as the tool of an agent', async () => {
	const list = { resource: 'ticket', operation: 'getAll', returnAll: true, includeNames: false, getAllTicketOptions: { includeMessages: true } };
	const [first, ...others] = await waits(list, 1);
	expect(first).toBeGreaterThan(10);
	expect(new Set(others)).toEqual(new Set([undefined]));
	expect((await waits(list, 1, { type: 'supportInboxTool' }))[0]).toBeGreaterThan(10);
});
