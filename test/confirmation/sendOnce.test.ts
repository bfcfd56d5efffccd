/** Send Once: what was sent within some days is found in the service, in whatever run, and is not sent again. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { runNode, type RunSettings } from '../harness/engine';
import { simulatorForEachTest } from '../harness/simulator';
import { letPass, skippingNow } from '../harness/skippedWaits';
import { byId, INBOX } from '../resources/service';
import type { Simulator } from '../simulator';

let simulator: Simulator;
let processes = 0;
simulatorForEachTest((started) => (simulator = started), { seed: { tickets: 0 } });

const DAY = 24 * 3_600_000;
const TICKET = 1201;
const inbox = { messageBoxId: byId(INBOX) };
const account = (place = 0) => simulator.store.inbox(INBOX).mailAccounts[place];
const BODY = '={{ $json.text ?? "It has left." }}';
const SUBJECT = '={{ $json.subject ?? "Order 1" }}';
type Fields = IDataObject;

/** Each operation that sends, with the fields that people set: the others are taken from the ticket. */
const send = (more: Fields = {}): INodeParameters => ({ resource: 'mail', operation: 'send', ...inbox, mailAccountId: account().mail_account_id, to: '={{ $json.to ?? "ann@mail.example" }}', subject: SUBJECT, body: BODY, sendEmailFields: { sendOnce: 3, ...more } as INodeParameters });
const reply = (more: Fields = {}): INodeParameters => ({ resource: 'mail', operation: 'reply', ...inbox, replyTicketId: byId('={{ $json.ticket ?? 1201 }}' as never), replyMailAccountId: account().mail_account_id, body: BODY, replyEmailFields: { sendOnce: 3, severalReplies: true, ...more } as INodeParameters });
const memo = (more: Fields = {}): INodeParameters => ({ resource: 'handlingMemo', operation: 'create', ...inbox, memoTicketId: byId('={{ $json.ticket ?? 1201 }}' as never), memoBody: BODY, createMemoFields: { sendOnce: 3, ...more } as INodeParameters });
const create = (more: Fields = {}): INodeParameters => ({ resource: 'ticket', operation: 'create', ...inbox, ticketSubject: SUBJECT, ticketBody: BODY, customerEmail: '={{ $json.customer ?? "" }}', createTicketFields: { sendOnce: 3, ...more } as INodeParameters });

const OPERATIONS: Array<[string, (more?: Fields) => INodeParameters]> = [['Mail: Send', send], ['Mail: Reply', reply], ['Handling Memo: Create', memo], ['Ticket: Create', create]];

const withoutOptional = (parameters: INodeParameters) => Object.fromEntries(Object.entries(parameters).filter(([name]) => !name.endsWith('Fields')));

const writes = () => simulator.requests.filter(({ method, path }) => method === 'POST' && !path.endsWith('/search'));

/** Runs it in a process that knows nothing of what was sent before. */
async function elsewhere(parameters: INodeParameters, settings: RunSettings = {}) {
	const token = `process-${++processes}`;
	simulator.tokens.add(token);
	return await runNode({ baseUrl: simulator.baseUrl, token }, parameters, settings);
}

const items = (...rows: IDataObject[]) => ({ items: rows.map((json) => ({ json })) });

beforeEach(() => simulator.store.createTicket({ id: TICKET, message_box_id: INBOX, messages: [{ from: 'ann@mail.example' }] }));

describe.each(OPERATIONS)('%s', (_name, parametersOf) => {
	it('finds what another process sent within the days, and sends it when they are over', async () => {
		const [{ json: first }] = await elsewhere(parametersOf());
		letPass(2 * DAY);
		const [{ json: again }] = await elsewhere(parametersOf());
		expect(again).toEqual({ ...first, status_cd: undefined, already_sent: true });
		expect(writes()).toHaveLength(1);
		letPass(2 * DAY);
		await elsewhere(parametersOf());
		expect(writes()).toHaveLength(2);
	});

	it('the days are counted from when it was sent, not from when it was found', async () => {
		await elsewhere(parametersOf());
		letPass(2 * DAY);
		await runNode(simulator, parametersOf());
		letPass(2 * DAY);
		expect((await runNode(simulator, parametersOf()))[0].json).not.toHaveProperty('already_sent');
		expect(writes()).toHaveLength(2);
	});

	it('remembers what this process sent: a search may not show it yet', async () => {
		const [{ json: first }] = await runNode(simulator, parametersOf());
		simulator.clearRequests();
		expect((await runNode(simulator, parametersOf()))[0].json).toEqual({ ...first, status_cd: undefined, already_sent: true });
		// A reply and a memo read their ticket as they would without Send Once.
		expect(simulator.requests.filter(({ path }) => !path.endsWith(`/${TICKET}`))).toEqual([]);
		expect(simulator.requests.length).toBeLessThan(2);
	});

	it('two equal items of a run are one, a different text is another', async () => {
		const out = await runNode(simulator, parametersOf(), items({}, { text: 'It has arrived.' }, {}));
		expect(writes()).toHaveLength(2);
		expect(out.map(({ json }) => json.already_sent)).toEqual([undefined, undefined, true]);
		expect(out[2].json.message_id).toBe(out[0].json.message_id);
	});

	it('two executions at once in one process send once', async () => {
		const both = await Promise.all([runNode(simulator, parametersOf()), runNode(simulator, parametersOf())]);
		expect(writes()).toHaveLength(1);
		expect(new Set(both.map(([{ json }]) => json.message_id)).size).toBe(1);
	});

	it('0 sends again, and so does an operation without the field', async () => {
		await elsewhere(parametersOf());
		simulator.clearRequests();
		await elsewhere(parametersOf({ sendOnce: 0 }));
		await elsewhere(withoutOptional(parametersOf()));
		expect(writes()).toHaveLength(2);
		expect(simulator.requests.filter(({ path }) => path.endsWith('/search'))).toEqual([]);
	});

	it('no value is refused: it would send again', async () => {
		await expect(runNode(simulator, parametersOf({ sendOnce: '={{ $json.days }}' }))).rejects.toThrow('Send Once');
		expect(simulator.requests).toEqual([]);
	});

	it('a rehearsal says what was sent already, and sends nothing', async () => {
		await elsewhere(parametersOf());
		const rehearsing = { baseUrl: simulator.baseUrl, token: simulator.token, credential: { writes: 'rehearse' } };
		const out = await runNode(rehearsing, parametersOf(), items({}, { text: 'Other' }, { text: 'Other' }));
		expect(out.map(({ json }) => [json.rehearsal, json.already_sent, 'body' in json])).toEqual([[true, true, false], [true, undefined, true], [true, true, false]]);
		expect(writes()).toHaveLength(1);
		// The rehearsal is over, and has sent nothing.
		await runNode(simulator, parametersOf(), items({ text: 'Other' }));
		expect(writes()).toHaveLength(2);
	});

	it('in a retry it also finds what was sent with another text', async () => {
		const establishedAt = skippingNow();
		await elsewhere(parametersOf(), items({ text: 'At 10:01' }, { text: 'At 10:02' }));
		const out = await elsewhere(parametersOf(), { ...items({ text: 'At 10:31' }, { text: 'At 10:32' }, { text: 'At 10:33' }), mode: 'retry', establishedAt });
		expect(out.map(({ json }) => json.already_sent)).toEqual([true, true, undefined]);
	});
});

it('a reply leaves again when the customer has written again', async () => {
	await elsewhere(reply());
	letPass(60_000);
	simulator.store.addMessage(TICKET, { from: 'ann@mail.example' });
	letPass(60_000);
	const replies = [await elsewhere(reply()), await elsewhere(reply())];
	expect(replies.map(([{ json }]) => json.already_sent)).toEqual([undefined, true]);
	expect(writes()).toHaveLength(2);
});

it.each<[string, (more: Fields) => INodeParameters]>([
	['a reply', (more) => reply(more)],
	['a reply with all fields', (more) => ({ ...reply({ to: 'ann@mail.example', subject: 'Order 1', ...more }), replyTo: 'message', replyMessageId: simulator.store.ticket(TICKET).messages[0].message_id })],
	['a memo', (more) => memo(more)],
])('%s that was not sent again says nothing of a status, or of a hold that it left', async (_what, parametersOf) => {
	await elsewhere(parametersOf({ statusCd: 'open' }));
	simulator.store.editTicket(TICKET, { status_cd: 'ongoing', pending_reason_id: 202, snooze: simulator.store.snoozeBy('next_month') });
	const [{ json }] = await elsewhere(parametersOf({ statusCd: 'ongoing' }));
	expect(json.already_sent).toBe(true);
	expect(Object.keys(json)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(status_cd|snooze_reset|pending_reason_may_be_lost|sent_pending_reason_id)$/)]));
	expect(writes()).toHaveLength(1);
});

it('tickets of several customers are several tickets', async () => {
	const customers = ['ann@mail.example', 'ben@mail.example', 'Ann@mail.example'];
	const out = [];
	for (const customer of customers) out.push(...(await elsewhere(create(), items({ customer }))));
	expect(out.map(({ json }) => json.already_sent)).toEqual([undefined, undefined, true]);
	expect(out[2].json.message_id).toBe(out[0].json.message_id);
});

it('callers differ by their numbers, in a run and in another process', async () => {
	const call = (numbers: string[]) => items(...numbers.map((tel) => ({ tel })));
	const parameters = create({ customerTel: '={{ $json.tel }}' });
	const here = await runNode(simulator, parameters, call(['03-1111-1111', '03-2222-2222', '03 1111 1111']));
	expect(here.map(({ json }) => json.already_sent)).toEqual([undefined, undefined, true]);
	const there = await elsewhere(parameters, call(['03-3333-3333', '(03)2222-2222']));
	expect(there.map(({ json }) => json.already_sent)).toEqual([undefined, true]);
	expect(there[1].json.ticket_id).toBe(here[1].json.ticket_id);
});

it('a caller gets no ticket of a customer with an address', async () => {
	await elsewhere(create(), items({ customer: 'ann@mail.example' }));
	expect((await elsewhere(create({ customerTel: '03-1111-1111' })))[0].json).not.toHaveProperty('already_sent');
});

it('memos of several callers in one ticket are several memos', async () => {
	const [, ...again] = [await elsewhere(memo({ customerTel: '03-1' })), await elsewhere(memo({ customerTel: '03-2' })), await elsewhere(memo({ customerTel: '031' }))];
	expect(again.map(([{ json }]) => json.already_sent)).toEqual([undefined, true]);
});

it.each(OPERATIONS)('%s: what does not show whose it is, is refused, and not sent', async (name, parametersOf) => {
	const isMail = name.startsWith('Mail');
	const parameters = parametersOf(isMail ? {} : { customerTel: '03-1111-1111' });
	await elsewhere(parameters);
	for (const { messages } of simulator.store.tickets.values()) for (const message of messages) if (message.action_cd === 'sent' || !isMail) message.from = null;
	await expect(elsewhere(parameters)).rejects.toMatchObject({ message: expect.stringMatching(/from message \d+ in ticket \d+, which is like it but does not show whose it is/), description: expect.stringContaining('So it was not sent') });
	expect(writes()).toHaveLength(1);
});

it('a ticket whose handling time goes on with the run is found', async () => {
	const earlier = { operatedAt: { ago: { number: 5, unit: 'days' } } };
	await elsewhere(create(earlier));
	letPass(2 * DAY);
	expect((await elsewhere(create(earlier)))[0].json.already_sent).toBe(true);
});

describe('what it costs', () => {
	const many = (count: number, subject: string) => {
		for (let n = 0; n < count; n++) simulator.store.createTicket({ message_box_id: INBOX, title: subject, messages: [{ method_cd: 'mail', action_cd: 'sent', title: subject, to: `other${n}@mail.example` }] });
	};

	it('a busy inbox costs a request per fifty tickets', async () => {
		many(120, 'Another matter');
		await elsewhere(send(), items({}, { to: 'ben@mail.example' }));
		expect(writes()).toHaveLength(2);
		expect(simulator.requests.filter(({ path }) => path.endsWith('/search'))).toHaveLength(3);
		expect(simulator.requests.filter(({ path }) => /\/tickets\/\d+$/.test(path))).toEqual([]);
	});

	it('tickets that fill their last page are all there are, also where the service refuses the page after it', async () => {
		many(50, 'Another matter');
		simulator.faults.add({ kind: 'status', status: 404, when: { predicate: ({ rawBody }) => rawBody.includes('"page":2'), times: 'always' } });
		expect((await elsewhere(send()))[0].json).not.toHaveProperty('already_sent');
		expect(writes()).toHaveLength(1);
	});

	it('what sixty requests do not show is refused, and not sent', async () => {
		many(70, 'Order 1');
		await expect(elsewhere(send())).rejects.toMatchObject({ message: expect.stringContaining('60 requests'), description: expect.stringContaining('So it was not sent') });
		expect(writes()).toEqual([]);
		expect(simulator.requests.filter(({ path }) => /tickets/.test(path))).toHaveLength(60);
	});

	it('what this process sent to others is not read', async () => {
		await runNode(simulator, send(), items(...Array.from({ length: 70 }, (_, n) => ({ to: `other${n}@mail.example` }))));
		simulator.clearRequests();
		await runNode(simulator, send());
		expect(writes()).toHaveLength(1);
		expect(simulator.requests.filter(({ path }) => /\/tickets\/\d+$/.test(path))).toEqual([]);
	});

	it('a reply costs nothing, since it has read its ticket', async () => {
		const items = Array.from({ length: 65 }, () => ({ json: { ticket: simulator.store.createTicket({ message_box_id: INBOX, messages: [{ from: 'ann@mail.example' }] }).ticket_id } }));
		await elsewhere(reply({ sendOnce: 0 }), { items });
		const without = simulator.requests.length;
		simulator.clearRequests();
		const out = await elsewhere(reply(), { items });
		expect(out.every(({ json }) => json.already_sent === true)).toBe(true);
		expect(simulator.requests).toHaveLength(without - items.length);
	});

	it('each round of a loop has its own requests, and looks anew', async () => {
		for (let runIndex = 0; runIndex < 65; runIndex++) {
			await elsewhere(create({ sendOnce: 0 }), items({ subject: `Round ${runIndex}` }));
			const [{ json }] = await runNode(simulator, create(), { ...items({ subject: `Round ${runIndex}` }), executionId: 'a loop', runIndex });
			expect(json.already_sent).toBe(true);
		}
	});
});

describe('inboxes whose tickets have the same ids', () => {
	simulatorForEachTest((started) => (simulator = started), { seed: { tickets: 0 }, odd: { sharedIds: true } });

	it('a ticket that this process made in one of them hides none that another process made in another', async () => {
		const from = (messageBoxId: number) => ({ ...create(), messageBoxId: byId(messageBoxId) });
		const [{ json: ours }] = await runNode(simulator, from(102), items({ subject: 'Another matter' }));
		const [{ json: theirs }] = await elsewhere(from(103));
		expect(theirs.ticket_id).toBe(ours.ticket_id);
		expect(await runNode(simulator, from(103))).toMatchObject([{ json: { already_sent: true } }]);
	});
});
