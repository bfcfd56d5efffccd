import type { IDataObject, INodeParameters } from 'n8n-workflow';
import schema from '../../../nodes/SupportInbox/__schema__/v1.0.0/usage/get.json';
import { runNode, type RunSettings } from '../../harness/engine';
import { simulatorOfEachTest } from '../../harness/simulator';
import { letPass } from '../../harness/skippedWaits';
import { activated } from '../../trigger/activated';
import { byId, emptyItems } from '../service';

const simulator = simulatorOfEachTest({ rateLimit: { limit: 60 } });

const INBOX = { messageBoxId: byId(101) };
const run = async (parameters: INodeParameters, settings: RunSettings = {}) => await runNode(simulator, { ...INBOX, ...parameters }, settings);
const usage = async () => (await run({ resource: 'usage', operation: 'get' }))[0].json as { requests: number; requests_by_others: number; sources: IDataObject[] };
const MEMO = { resource: 'memo', operation: 'create', memoTicketId: byId(1201), memoBody: 'x', createMemoFields: { statusCd: 'closed', subject: 'x' } };

beforeEach(() => simulator.store.createTicket({ id: 1201, message_box_id: 101 }));

it('sends nothing', async () => {
	expect(await usage()).toEqual({ requests: 0, requests_by_others: 0, sources: [] });
	expect(simulator.requests).toEqual([]);
});

it('says who has sent the requests of the last hour, as many as have arrived', async () => {
	await run(MEMO, { workflowId: 'memos', items: emptyItems(70) });
	await run({ resource: 'ticket', operation: 'get', ticketId: byId(1201), includeNames: false }, { workflowId: 'reader', node: { name: 'Read' } });
	await activated(simulator, { events: ['ticketCreated'] }, { workflowId: 'watcher' });
	const { requests, requests_by_others, sources } = await usage();
	expect([requests, requests_by_others]).toEqual([simulator.requests.length, 0]);
	const of = (id: string) => sources.filter(({ workflow_id }) => workflow_id === id);
	expect(of('memos')).toMatchObject([{ priority: 'bulk', requests: 70, refusals: 0 }]);
	expect(of('memos')[0].waits).toBeGreaterThan(0);
	expect(Number(of('memos')[0].wait_seconds)).toBeGreaterThan(50);
	expect(of('reader')).toMatchObject([{ node_name: 'Read', priority: 'bulk', requests: 1 }]);
	expect(of('watcher')[0]).toMatchObject({ priority: 'poll' });
	// The other schemas are made of answers of the service, see test/schemas.
	expect(Object.keys(of('watcher')[0])).toEqual(schema.properties.sources.items.required);
});

it('counts what others have used, by the headers', async () => {
	for (let sent = 0; sent < 7; sent += 1) simulator.otherProgram().send({ method: 'GET', path: 'message_boxes' });
	await run({ resource: 'ticket', operation: 'get', ticketId: byId(1201), includeNames: false });
	expect(await usage()).toMatchObject({ requests: 1, requests_by_others: 7 });
});

it('counts refusals', async () => {
	simulator.faults.add({ kind: 'status', status: 403, headers: { 'X-RateLimit-Remaining': '0' } });
	await run({ resource: 'ticket', operation: 'get', ticketId: byId(1201), includeNames: false });
	expect((await usage()).sources).toMatchObject([{ requests: 2, refusals: 1 }]);
});

it('forgets what is older than an hour', async () => {
	await run({ resource: 'ticket', operation: 'get', ticketId: byId(1201), includeNames: false });
	letPass(3_600_001);
	expect(await usage()).toEqual({ requests: 0, requests_by_others: 0, sources: [] });
});
