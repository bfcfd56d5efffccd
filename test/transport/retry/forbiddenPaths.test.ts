/** A 403 although requests are left, in both readings of the simulator: for inbox 103, or what `forbidden` says. */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { ServiceFailure } from '../../../nodes/SupportInbox/transport/errors/failure';
import { ForbiddenPaths } from '../../../nodes/SupportInbox/transport/retry/forbiddenPaths';
import { loadOptions, pollerOf, runNode } from '../../harness/engine';
import { failureOf } from '../../harness/errors';
import { simulatorForEachTest } from '../../harness/simulator';
import { letPass, skippingNow, skipWaits } from '../../harness/skippedWaits';
import { byId, emptyItems } from '../../resources/service';
import type { Simulator } from '../../simulator';

const MINUTE = 60_000;
const labelsOf = (inbox: number): INodeParameters => ({ resource: 'label', operation: 'getAll', messageBoxId: byId(inbox), returnAll: true });
const creation = { resource: 'label', operation: 'create', messageBoxId: byId(103), name: 'New', additionalFields: { ifExists: 'create' } };
const editor = { resource: 'ticket', operation: 'update', messageBoxId: byId(103) };
const DENIED = 'The service denied access although requests are left: Forbidden';

let simulator: Simulator;
skipWaits();

const asked = (path = /\/103\//) => simulator.requests.filter((request) => path.test(request.path));
const statuses = (path?: RegExp) => asked(path).map(({ status }) => status);
const minuteOf = ({ at }: { at: number }) => Math.floor(at / MINUTE);

// The window is a new one, so that its end is far.
beforeEach(() => letPass(MINUTE - (skippingNow() % MINUTE)));

describe('one window refuses', () => {
	simulatorForEachTest((started) => (simulator = started), { clock: skippingNow, forbiddenWithRequestsLeft: 'oneWindow' });

	it.each<[string, () => Promise<unknown[]>]>([
		['a node', async () => await runNode(simulator, labelsOf(103))],
		['a node that creates', async () => await runNode(simulator, creation)],
		['a dropdown', async () => await loadOptions(simulator, 'getLabels', editor)],
	])('%s waits for the next one and is answered', async (_who, work) => {
		expect((await work()).length).toBeGreaterThan(0);
		const [refused, answered, ...others] = asked();
		expect([refused.status, answered.status, others]).toEqual([403, 200, []]);
		expect(minuteOf(answered) - minuteOf(refused)).toBe(1);
	});

	it('no other path waits, and the window is not taken for used up', async () => {
		const refused = runNode(simulator, labelsOf(103));
		const others: INodeExecutionData[][] = [];
		for (let count = 0; count < 20; count++) others.push(await runNode(simulator, labelsOf(101)));
		expect(others.filter((items) => items.length > 0)).toHaveLength(20);
		expect(statuses()).toEqual([403]);
		expect((await refused).length).toBeGreaterThan(0);
		expect(new Set(asked(/\/101\//).map(minuteOf))).toEqual(new Set([minuteOf(asked()[0])]));
	});

	it('requests that are refused at once wait together', async () => {
		const items = await runNode(simulator, { ...labelsOf(103), returnAll: false, limit: 1 }, { items: emptyItems(3) });
		expect(items).toHaveLength(3);
		expect(statuses().sort()).toEqual([200, 200, 200, 403, 403, 403]);
	});

	it('nothing is sent after a stop during the wait', async () => {
		const stop = new AbortController();
		const work = runNode(simulator, labelsOf(103), { signal: stop.signal });
		while (asked().length === 0) await new Promise((resolve) => setImmediate(resolve));
		stop.abort();
		await expect(work).rejects.toThrow();
		letPass(2 * MINUTE);
		expect(statuses()).toEqual([403]);
	});

	it('a trigger tolerates it, goes on with its other inboxes and loses nothing', async () => {
		simulator.forbidden = /^$/;
		const node = pollerOf(simulator, { messageBoxIds: [103, 101], events: ['ticketCreated'] });
		await node.poll();
		simulator.forbidden = /\/103\/tickets\/search/;
		simulator.requests.length = 0;
		const tickets = [103, 101].map((inbox) => simulator.store.createTicket({ message_box_id: inbox }).ticket_id);
		const idsOf = (items: INodeExecutionData[] | null) => (items ?? []).map(({ json }) => json.ticket_id);
		expect(idsOf(await node.poll())).toEqual([tickets[1]]);
		expect(idsOf(await node.poll())).toEqual([]);
		expect(statuses()).toEqual([403]);
		letPass(MINUTE);
		expect(idsOf(await node.poll())).toEqual([tickets[0]]);
		expect(node.reported).toEqual([]);
	});
});

describe('each window refuses', () => {
	simulatorForEachTest((started) => (simulator = started), { clock: skippingNow, forbiddenWithRequestsLeft: 'lasting' });

	it.each<[string, () => Promise<string>]>([
		['a node', async () => (await failureOf(simulator, labelsOf(103))).message],
		['a node that creates', async () => (await failureOf(simulator, creation)).message],
		['a dropdown', async () => await loadOptions(simulator, 'getLabels', editor).then(() => 'none', ({ message }: Error) => message)],
	])('%s fails after the second one, then at once for an hour, then after one request', async (_who, message) => {
		expect(await message()).toBe(DENIED);
		expect(asked().map((one) => minuteOf(one) - minuteOf(asked()[0]))).toEqual([0, 1]);
		letPass(59 * MINUTE);
		expect(await message()).toBe(DENIED);
		expect(statuses()).toEqual([403, 403]);
		letPass(MINUTE);
		expect(await message()).toBe(DENIED);
		expect(statuses()).toEqual([403, 403, 403]);
	});

	it('beside a path that stays refused nobody waits: the items of a run fail, each with a request of its own', async () => {
		const tickets = Array.from({ length: 5 }, () => simulator.store.createTicket({ message_box_id: 103 }).ticket_id);
		simulator.forbidden = /\/103\/tickets\/\d+$/;
		simulator.requests.length = 0;
		const read = { resource: 'ticket', operation: 'get', messageBoxId: byId(103), ticketId: { __rl: true, mode: 'id', value: '={{ $json.id }}' } };
		const node = { onError: 'continueRegularOutput' as const };
		const items = tickets.map((id) => ({ json: { id } }));
		for (const item of items) expect((await runNode(simulator, read, { items: [item], node }))[0].json.error).toContain(DENIED);
		expect(asked().map((one) => minuteOf(one) - minuteOf(asked()[0]))).toEqual([0, 1, 1, 1, 1, 1]);
	});

	it('a path is one of its method', async () => {
		simulator.forbidden = /\/103\/labels$/;
		await failureOf(simulator, labelsOf(103));
		simulator.forbidden = /^$/;
		expect(await runNode(simulator, creation)).toHaveLength(1);
	});

	it('a trigger of several inboxes reports it at its second poll, and of this one alone fails then', async () => {
		simulator.forbidden = /^$/;
		const several = pollerOf(simulator, { messageBoxIds: [103, 101], events: ['ticketCreated'] });
		const alone = pollerOf(simulator, { messageBoxIds: [103], events: ['ticketClosed'] }, { workflowId: 'another' });
		await several.poll();
		await alone.poll();
		simulator.forbidden = /\/103\//;
		simulator.requests.length = 0;
		letPass(MINUTE);
		expect([await several.poll(), await alone.poll(), several.reported]).toEqual([null, null, []]);
		letPass(MINUTE);
		await expect(alone.poll()).rejects.toThrow(DENIED);
		await several.poll();
		expect(several.reported).toMatchObject([{ message: DENIED }]);
		for (let poll = 0; poll < 50; poll++) {
			letPass(MINUTE);
			await several.poll();
		}
		expect(statuses()).toEqual([403, 403]);
		expect(several.reported).toHaveLength(1);
	});

	it('an activation fails in words, and n8n hears when it can be tried again', async () => {
		const node = pollerOf(simulator, { messageBoxIds: [103], events: ['ticketCreated'] });
		await expect(node.poll()).rejects.toMatchObject({
			message: 'The service refused the request although requests are left: Forbidden',
			failure: { cause: 'rate-limited', resetsAtEpochMs: expect.any(Number) },
		});
	});
});

it('remembers the newest 5,000 paths', async () => {
	const paths = new ForbiddenPaths();
	const refuse = async () => await Promise.reject(new ServiceFailure({ kind: 'status', status: 403, headers: { 'x-ratelimit-remaining': '1' }, message: '' }));
	for (let id = 1; id <= 5_001; id++) await paths.answerOf(`GET ${id}`, refuse, () => 0);
	expect([1, 2, 5_001].map((id) => paths.refusalOf(`GET ${id}`, 59_999) !== undefined)).toEqual([false, true, true]);
	expect(paths.refusalOf('GET 2', MINUTE)).toBeUndefined();
});

it.each([undefined, '', 'soon', '-1', '1e400', 'Infinity', '9'.repeat(400), '1'])('waits for a whole window where the reset is %j', async (reset) => {
	const paths = new ForbiddenPaths();
	const headers = { 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': reset, date: new Date(0).toUTCString() };
	await paths.answerOf('GET 1', async () => await Promise.reject(new ServiceFailure({ kind: 'status', status: 403, headers, message: '' })), () => 0);
	expect(paths.refusalOf('GET 1', 0)).toMatchObject({ until: MINUTE, isLasting: false });
});
