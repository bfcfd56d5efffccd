import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { runNode } from '../../harness/engine';
import { execute } from '../../harness/execution';
import { simulatorOfEachTest } from '../../harness/simulator';
import { byId, INBOX } from '../../resources/service';
import { type RecordedRequest, RESET_UNITS } from '../../simulator';

const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

const simulator = simulatorOfEachTest();

const inbox = { messageBoxId: byId(INBOX) };
const memo = (more = {}) => ({ resource: 'ticket', operation: 'create', ...inbox, ticketSubject: 'A memo', ticketBody: '={{ $json.text }}', ...more });
const items = (...texts: string[]) => texts.map((text) => ({ json: { text } }));
const posts = (path: RegExp) => simulator.requests.filter((request) => request.method === 'POST' && path.test(request.path));
const written = () => [...simulator.store.messages.values()].filter(({ method_cd }) => method_cd === 'record').map(({ body }) => body);

describe("n8n's Retry On Fail", () => {
	it('sends what failed again, then what came behind it, and nothing else', async () => {
		const before = written().length;
		simulator.faults.add({ kind: 'status', status: 400, when: { path: /records$/, nth: 2 } });
		const { items: out, error } = await execute(simulator, memo(), { items: items('one', 'two', 'three'), node: RETRY });
		expect(error).toBeUndefined();
		expect(out).toHaveLength(3);
		expect(out.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		expect(posts(/records$/).map(({ body }) => (body as { body: string }).body)).toEqual(['one', 'two', 'two', 'three']);
		expect(written().slice(before).sort()).toEqual(['one', 'three', 'two']);
		const ids = out.map(({ json }) => json.message_id as number);
		expect(ids.map((id) => simulator.store.message(id).body)).toEqual(['one', 'two', 'three']);
	});

	it('holds also when an expression gives something else the second time', async () => {
		simulator.faults.add({ kind: 'status', status: 400, when: { path: /records$/, nth: 2 } });
		const { error } = await execute(simulator, memo({ ticketBody: '={{ $json.text + Math.random() }}' }), { items: items('one', 'two'), node: RETRY });
		expect(error).toBeUndefined();
		const bodies = posts(/records$/).map(({ body }) => (body as { body: string }).body.slice(0, 3));
		expect(bodies).toEqual(['one', 'two', 'two']);
	});

	it('never sends again what may have been done, but looks again', async () => {
		// Reconciliation fails too, so that the outcome is unknown after the first run.
		simulator.faults.add({ kind: 'resetAfter', when: { path: /records$/ } });
		simulator.faults.add({ kind: 'status', status: 400, when: { path: /tickets\/search$/ } });
		const { items: out, error } = await execute(simulator, memo(), { items: items('only once'), node: RETRY });
		expect(error).toBeUndefined();
		expect(posts(/records$/)).toHaveLength(1);
		expect(simulator.store.message(out[0].json.message_id as number).body).toBe('only once');
	});

	it.each(Object.entries(RESET_UNITS))('a mail leaves once where the answer is lost, no answer has a Date, and the reset comes in %s', async (_unit, headers) => {
		const mails = () => [...simulator.store.messages.values()].filter(({ body }) => body === 'only once');
		simulator.faults.add({ kind: 'headers', headers: { ...headers, Date: null }, when: { times: 'always' } });
		simulator.faults.add({ kind: 'resetAfter', when: { path: /mails$/ } });
		const mail = { resource: 'email', operation: 'send', ...inbox, mailAccountId: 401, to: 'a@example.com', subject: 'Hello', body: 'only once' };
		const { items: out } = await execute(simulator, mail, { node: RETRY });
		expect(mails()).toHaveLength(1);
		expect(posts(/mails$/)).toHaveLength(1);
		expect(out[0]?.json.message_id).toBe(mails()[0].message_id);
	});

	const account = 401;
	const FOUND: Array<[string, (id: number) => INodeParameters]> = [
		['Ticket: Create', () => memo({ ticketBody: 'Found' })],
		['Memo: Create', (id) => ({ resource: 'memo', operation: 'create', ...inbox, memoTicketId: byId(id), memoBody: 'Found' })],
		['Email: Send', () => ({ resource: 'email', operation: 'send', ...inbox, mailAccountId: account, to: 'a@example.com', subject: 'Hello', body: 'Found' })],
		['Email: Reply', (id) => ({ resource: 'email', operation: 'reply', ...inbox, replyTicketId: byId(id), body: 'Found' })],
		['Email: Reply with all fields', (id) => ({ resource: 'email', operation: 'reply', ...inbox, replyToMessage: 'byId', replyMessageId: 10 * id, replyMailAccountId: account, body: 'Found', replyEmailFields: { to: 'a@example.com', subject: 'Hello', statusCd: 'open' } })],
		['Ticket: Update', (id) => ({ resource: 'ticket', operation: 'update', ...inbox, ticketId: byId(id), assignee: 'user01', updateTicketFields: { assignComment: 'Found' }, return: 'beforeAndAfter' })],
	];

	it.each(FOUND)('gives the whole output of a write that only the second run finds: %s', async (_operation, parametersOf) => {
		const kindsOf = (json: IDataObject) => Object.fromEntries(Object.entries(json).map(([key, value]) => [key, value === null ? null : typeof value]));
		const run = async (isLost: boolean) => {
			const id = isLost ? 1201 : 1202;
			simulator.store.createTicket({ id, message_box_id: INBOX, assignee: null, messages: [{ id: 10 * id, from: 'anna@mail.example', to: 'support101@tenant.example', action_cd: 'received' }] });
			const isWrite = ({ method, path }: RecordedRequest) => method === 'PUT' || /(records|mails|reply)$/.test(path);
			const writes = () => simulator.requests.filter(isWrite).length;
			const before = writes();
			if (isLost) {
				simulator.faults.add({ kind: 'resetAfter', when: { predicate: isWrite } });
				simulator.faults.add({ kind: 'status', status: 400, when: { predicate: (request) => !isWrite(request) && writes() > before } });
			}
			const { items: out, error } = await execute(simulator, parametersOf(id), { node: RETRY });
			expect([error, writes() - before]).toEqual([undefined, 1]);
			return kindsOf(out[0].json);
		};
		expect(await run(true)).toEqual(await run(false));
	});

	it('with Continue On Fail as well', async () => {
		simulator.faults.add({ kind: 'status', status: 400, when: { path: /records$/, nth: 1 } });
		const node = { ...RETRY, onError: 'continueRegularOutput' as const };
		const { items: out } = await execute(simulator, memo(), { items: items('one', 'two'), node });
		expect(out.map(({ json }) => json.message_id)).toEqual([expect.any(Number), expect.any(Number)]);
		expect(posts(/records$/).map(({ body }) => (body as { body: string }).body)).toEqual(['one', 'two', 'one']);
	});

	it('reads nothing twice that was read', async () => {
		simulator.faults.add({ kind: 'status', status: 400, when: { nth: 2 } });
		const { items: out } = await execute(simulator, { resource: 'label', operation: 'getAll', ...inbox, limit: 2 }, { items: items('a', 'b'), node: RETRY });
		expect(out).toHaveLength(4);
		expect(simulator.requests).toHaveLength(3);
	});

	it('is not mistaken for another iteration of a loop, another execution, or a node without it', async () => {
		const run = async (settings: object) => await runNode(simulator, memo({ ticketBody: 'same' }), { node: RETRY, executionId: 'e1', ...settings });
		await run({});
		await run({});
		expect(posts(/records$/)).toHaveLength(1);
		await run({ runIndex: 1 });
		await run({ executionId: 'e2' });
		await run({ node: {} });
		await run({ node: {} });
		expect(posts(/records$/)).toHaveLength(5);
	});
});

describe('a tool of an agent that is tried again', () => {
	const tool = async (parameters: object, runIndex: number, executionId = 'agent-1') =>
		await runNode(simulator, parameters as never, { executionId, runIndex, node: { type: 'supportInboxTool' } });

	it('also where a distance of time is another time by then', async () => {
		const parameters = () => memo({ ticketBody: 'Called', createTicketFields: { operatedAt: { ago: { number: 15, unit: 'minutes' } } } });
		const [first] = await tool(parameters(), 0);
		await new Promise((resolve) => setTimeout(resolve, 5));
		const [second] = await tool(parameters(), 1);
		expect(second.json).toEqual({ ...first.json, deduplicated: true });
		expect(posts(/records$/)).toHaveLength(1);
	});

	it('reads afresh and sets a ticket back to what it was', async () => {
		const ticketId = byId([...simulator.store.tickets.values()].find((ticket) => ticket.message_box_id === INBOX)!.ticket_id);
		const update = (colorCd: string) => ({ resource: 'ticket', operation: 'update', ...inbox, ticketId, statusCd: 'open', updateTicketFields: { colorCd } });
		for (const [run, color] of ['red', 'blue', 'red'].entries()) await tool(update(color), run);
		expect(simulator.requests.filter(({ method }) => method === 'PUT')).toHaveLength(3);
		const get = { resource: 'ticket', operation: 'get', ...inbox, ticketId, output: 'raw' };
		await tool(get, 3);
		const [again] = await tool(get, 4);
		expect(again.json.color_cd).toBe('red');
	});
});
