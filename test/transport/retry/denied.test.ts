/** A 403 although requests are left, in both readings of the simulator: for inbox 103, or what `forbidden` says. */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { loadOptions, pollerOf, runNode } from '../../harness/engine';
import { simulatorForEachTest } from '../../harness/simulator';
import { letPass, skippingNow } from '../../harness/skippedWaits';
import { byId, emptyItems } from '../../resources/service';
import type { Simulator } from '../../simulator';

const MINUTE = 60_000;
const labelsOf = (inbox: number): INodeParameters => ({ resource: 'label', operation: 'getAll', messageBoxId: byId(inbox), returnAll: true });
const creation = { resource: 'label', operation: 'create', messageBoxId: byId(103), name: 'New', createLabelFields: { ifExists: 'create' } };
const editor = { resource: 'ticket', operation: 'update', messageBoxId: byId(103) };
const DENIED = 'The service denied access although requests are left: Forbidden';
/** From whom cannot wait for the next window. */
const REFUSED = 'The service refused the request although requests are left: Forbidden';

let simulator: Simulator;

const asked = (path = /\/103\//) => simulator.requests.filter((request) => path.test(request.path));
const statuses = (path?: RegExp) => asked(path).map(({ status }) => status);
const messageOf = async (work: Promise<unknown>) => await work.then(() => 'none', ({ message }: Error) => message);
const minuteOf = ({ at }: { at: number }) => Math.floor(at / MINUTE);

// The window is a new one, so that its end is far.
beforeEach(() => letPass(MINUTE - (skippingNow() % MINUTE)));

describe('one window refuses', () => {
	simulatorForEachTest((started) => (simulator = started), { forbiddenWithRequestsLeft: 'oneWindow' });

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
		expect(new Set(statuses())).toEqual(new Set([403]));
		letPass(MINUTE);
		expect(idsOf(await node.poll())).toEqual([tickets[0]]);
		expect(node.reported).toEqual([]);
	});
});

describe('each window refuses', () => {
	simulatorForEachTest((started) => (simulator = started), { forbiddenWithRequestsLeft: 'lasting' });

	it.each<[string, () => Promise<string>]>([
		['a node', async () => await messageOf(runNode(simulator, labelsOf(103)))],
		['a node that creates', async () => await messageOf(runNode(simulator, creation))],
		['a dropdown', async () => await messageOf(loadOptions(simulator, 'getLabels', editor))],
	])('%s fails after the second one, and is answered at once when access has returned', async (_who, message) => {
		expect(await message()).toBe(DENIED);
		expect(asked().map((one) => minuteOf(one) - minuteOf(asked()[0]))).toEqual([0, 1]);
		simulator.forbidden = /^$/;
		expect(await message()).toBe('none');
		expect(statuses()).toEqual([403, 403, 200]);
	});

	it('a run waits for one window, however many of its items are denied', async () => {
		const tickets = Array.from({ length: 8 }, () => simulator.store.createTicket({ message_box_id: 103 }).ticket_id);
		simulator.forbidden = /\/103\/tickets\/\d+$/;
		simulator.requests.length = 0;
		const change = { resource: 'ticket', operation: 'update', messageBoxId: byId(103), ticketId: { __rl: true, mode: 'id', value: '={{ $json.id }}' }, statusCd: 'closed' };
		const out = await runNode(simulator, change, { items: tickets.map((id) => ({ json: { id } })), node: { onError: 'continueRegularOutput' } });
		for (const { json } of out) expect(json.error).toContain(DENIED);
		expect(asked().map((one) => minuteOf(one) - minuteOf(asked()[0]))).toEqual([0, ...Array<number>(8).fill(1)]);
	});

	it('a trigger of several inboxes reports it at its fourth poll, as other trouble; one of this inbox alone fails then', async () => {
		simulator.forbidden = /^$/;
		const several = pollerOf(simulator, { messageBoxIds: [103, 101], events: ['ticketCreated'] });
		const alone = pollerOf(simulator, { messageBoxIds: [103], events: ['ticketClosed'] }, { workflowId: 'another' });
		await several.poll();
		await alone.poll();
		simulator.forbidden = /\/103\//;
		const poll = async () => {
			letPass(MINUTE);
			return await Promise.all([several, alone].map(async (one) => await one.poll().catch(({ message }: Error) => message)));
		};
		for (let count = 0; count < 3; count++) expect(await poll()).toEqual([null, null]);
		expect(several.reported).toEqual([]);
		expect(await poll()).toEqual([null, `Inbox 103: ${REFUSED}`]);
		expect(several.reported).toMatchObject([{ message: `Inbox 103: ${REFUSED}` }]);
		simulator.forbidden = /^$/;
		const { ticket_id } = simulator.store.createTicket({ message_box_id: 103 });
		expect(await poll()).toMatchObject([[{ json: { ticket_id } }], null]);
	});

	it('an activation fails in words, and n8n hears when it can be tried again', async () => {
		const node = pollerOf(simulator, { messageBoxIds: [103], events: ['ticketCreated'] });
		await expect(node.poll()).rejects.toMatchObject({
			message: `Inbox 103: ${REFUSED}`,
			failure: { cause: 'rate-limited', resetsAtEpochMs: expect.any(Number) },
		});
	});
});
