/** What was sent before is found and not sent again: with Deduplicate in whatever run, and in n8n's Retry, which deduplicateRuns.test.ts shows in one table. What that costs. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { runNode, type RunSettings } from '../harness/engine';
import { simulatorOfEachTest } from '../harness/simulator';
import { letPass, skippingNow } from '../harness/skippedWaits';
import { knowsBegin } from '../harness/workflowRun';
import { byId, INBOX } from '../resources/service';
import { OWN, sending, SENDING, TICKET, writesTo, type SendingName } from './sending';

let processes = 0;
const simulator = simulatorOfEachTest({ seed: { tickets: 0 } });
beforeEach(() => simulator.store.createTicket({ id: TICKET, message_box_id: INBOX, messages: [{ from: 'ann@mail.example' }] }));

const DAY = 24 * 3_600_000;
/** The text has another value in each try. */
const WITH_CLOCK = '={{ $json.text }} {{ $now.toMillis() }}';

const writes = () => writesTo(simulator);
const searches = () => simulator.requests.filter(({ path }) => path.endsWith('/search'));
const readTickets = () => simulator.requests.filter(({ path }) => /\/tickets\/\d+$/.test(path));
const items = (...rows: IDataObject[]) => ({ items: rows.map((json) => ({ json })) });
const deduplicateDays = (name: SendingName, more: INodeParameters = {}) => sending(name, simulator, { deduplicateDays: 3, ...more });

/** Runs it in a process that knows nothing of what was sent before. */
async function elsewhere(parameters: INodeParameters, settings: RunSettings = {}) {
	const token = `process-${++processes}`;
	simulator.tokens.add(token);
	return await runNode({ baseUrl: simulator.baseUrl, token }, parameters, settings);
}

/** A reply to a message rather than to its ticket. */
const toMessage = (parameters: INodeParameters) => ({ ...parameters, replyToMessage: 'byId', replyMessageId: simulator.store.ticket(TICKET).messages[0].message_id });
const FORMS: Array<[string, (more?: INodeParameters) => INodeParameters]> = [
	...SENDING.map((name): [string, () => INodeParameters] => [name, (more = {}) => sending(name, simulator, more)]),
	['Email: Reply to a message', (more = {}) => toMessage(sending('Email: Reply', simulator, more))],
];

describe.each(FORMS)('%s, with what people set: the others are taken from the ticket', (_name, parametersOf) => {
	it.each(['this process', 'another'])('in a Retry what was sent is found, and its item is that of the first try, in %s', async (where) => {
		const establishedAt = skippingNow();
		const [{ json: first }] = await runNode(simulator, parametersOf(), { establishedAt });
		const runAgain = where === 'another' ? elsewhere : runNode.bind(undefined, simulator);
		const [{ json: again }] = await runAgain(parametersOf(), { mode: 'retry', establishedAt });
		expect(again).toEqual({ ...first, ...((where === 'another' || !knowsBegin) && { status_cd: undefined }), deduplicated: true });
		expect(writes()).toHaveLength(1);
	});

	it('with Deduplicate what another process sent within the days is found, and sent when they are over', async () => {
		const [{ json: first }] = await elsewhere(parametersOf({ deduplicateDays: 3 }));
		letPass(2 * DAY);
		const [{ json: again }] = await elsewhere(parametersOf({ deduplicateDays: 3 }));
		expect(again).toEqual({ ...first, status_cd: undefined, deduplicated: true });
		expect(writes()).toHaveLength(1);
		letPass(2 * DAY);
		await elsewhere(parametersOf({ deduplicateDays: 3 }));
		expect(writes()).toHaveLength(2);
	});
});

describe.each(SENDING)('%s in a Retry', (name) => {
	it('what was sent before the execution is not taken for its own', async () => {
		await elsewhere(sending(name, simulator));
		letPass(4 * DAY);
		expect((await runNode(simulator, sending(name, simulator), { mode: 'retry', establishedAt: skippingNow() }))[0].json).not.toHaveProperty('deduplicated');
		expect(writes()).toHaveLength(2);
	});
});

it('in a Retry what was sent from one inbox is looked for there, also where the items go to two inboxes', async () => {
	const parameters = { ...sending('Ticket: Create', simulator, {}, WITH_CLOCK), messageBoxId: byId('={{ $json.inbox }}' as never) };
	const toTwo = Array.from({ length: 6 }, (_, place) => ({ subject: `Order ${place}`, text: 'It has left.', inbox: INBOX + (place % 2) }));
	const establishedAt = skippingNow();
	await elsewhere(parameters, items(...toTwo));
	const out = await runNode(simulator, parameters, { ...items(...toTwo), mode: 'retry', establishedAt });
	expect(writes()).toHaveLength(6);
	expect(out.map(({ json }) => [json.deduplicated, json.message_box_id])).toEqual(toTwo.map(({ inbox }) => [true, inbox]));
});

it.each(['this process', 'another'])('after the customer has written again a Retry finds a reply that takes all from its ticket, in %s: it answered the message before', async (where) => {
	const establishedAt = skippingNow();
	const [{ json: first }] = await runNode(simulator, sending('Email: Reply', simulator), { establishedAt });
	simulator.store.addMessage(TICKET, { from: 'ann@work.example', title: 'And when?' });
	const token = where === 'another' ? 'elsewhere' : simulator.token;
	simulator.tokens.add(token);
	const [{ json: again }] = await runNode({ baseUrl: simulator.baseUrl, token }, sending('Email: Reply', simulator), { mode: 'retry', establishedAt });
	expect([again.message_id, again.deduplicated]).toEqual([first.message_id, true]);
	expect(writes()).toHaveLength(1);
});

it.each<[string, SendingName, INodeParameters]>([
	['a template, with a date at a mark of it', 'Email: Send', { templateValues: { values: [{ name: 'day', value: '={{ $now.toMillis() }}' }] } }],
	['a ticket without a text, whose subject has the time', 'Ticket: Create', {}],
	['a memo whose subject is made of its text', 'Memo: Create', {}],
])('in a Retry elsewhere %s is found', async (_what, name, additionalFields) => {
	simulator.store.ticket(TICKET).title = '';
	const [template] = simulator.store.inbox(INBOX).templates;
	Object.assign(template, { text_body: 'It leaves on [[day]].', html_body: '' });
	const isMail = name === 'Email: Send';
	const text = name === 'Memo: Create' ? '=Called {{ $now.toMillis() }}' : '';
	const parameters = { ...sending(name, simulator, additionalFields, text), ...(isMail ? { templateId: template.template_id } : { subject: '=Order {{ $now.toMillis() }}' }) };
	const establishedAt = skippingNow();
	await elsewhere(parameters);
	await new Promise((resolve) => setTimeout(resolve, 5));
	expect((await elsewhere(parameters, { mode: 'retry', establishedAt }))[0].json.deduplicated).toBe(true);
	expect(writes()).toHaveLength(1);
});

describe('equal items of a run', () => {
	const twice = items({}, { text: 'It has arrived.' }, {});

	it.each(['Email: Send', 'Ticket: Create'] as const)('%s refuses them before one is written', async (name) => {
		await expect(runNode(simulator, sending(name, simulator), twice)).rejects.toMatchObject({ message: '2 items of the run are equal', description: expect.stringContaining('Allow Equal Items') });
		expect(writes()).toEqual([]);
	});

	it.each(['Email: Send', 'Ticket: Create'] as const)('%s writes all of them with Allow Equal Items', async (name) => {
		const out = await runNode(simulator, sending(name, simulator, { allowEqualItems: true }), twice);
		expect(writes()).toHaveLength(3);
		expect(new Set(out.map(({ json }) => json.message_id)).size).toBe(3);
	});
});

describe.each(SENDING)('%s with Deduplicate', (name) => {
	it('the days are counted from when it was sent, not from when it was found', async () => {
		await elsewhere(deduplicateDays(name));
		letPass(2 * DAY);
		await runNode(simulator, deduplicateDays(name));
		letPass(2 * DAY);
		for (let round = 2; round <= 3; round++) {
			expect((await runNode(simulator, deduplicateDays(name)))[0].json).not.toHaveProperty('deduplicated');
			expect(writes()).toHaveLength(round);
			letPass(4 * DAY);
		}
	});

	it('remembers what this process sent: a search may not show it yet', async () => {
		const [{ json: first }] = await runNode(simulator, deduplicateDays(name));
		simulator.clearRequests();
		expect((await runNode(simulator, deduplicateDays(name)))[0].json).toEqual({ ...first, status_cd: undefined, deduplicated: true });
		// A reply and a memo read their ticket as they would without Deduplicate. A new mail is looked at, once it may have failed.
		expect(simulator.requests.filter(({ path }) => !path.endsWith(`/tickets/${String(first.ticket_id)}`))).toEqual([]);
		expect(simulator.requests.length).toBeLessThan(2);
	});

	it('two equal items of a run are one, a different text is another', async () => {
		const out = await runNode(simulator, deduplicateDays(name), items({}, { text: 'It has arrived.' }, {}));
		expect(writes()).toHaveLength(2);
		expect(out.map(({ json }) => json.deduplicated)).toEqual([undefined, undefined, true]);
		expect(out[2].json.message_id).toBe(out[0].json.message_id);
	});

	it('two executions at once in one process send once', async () => {
		const both = await Promise.all([runNode(simulator, deduplicateDays(name)), runNode(simulator, deduplicateDays(name))]);
		expect(writes()).toHaveLength(1);
		expect(new Set(both.map(([{ json }]) => json.message_id)).size).toBe(1);
	});

	it('0 sends again, and so does an operation without the field', async () => {
		await elsewhere(deduplicateDays(name));
		simulator.clearRequests();
		await elsewhere(deduplicateDays(name, { deduplicateDays: 0 }));
		await elsewhere(sending(name, simulator));
		expect(writes()).toHaveLength(2);
		expect(searches()).toEqual([]);
	});

	it('a dry run says what was sent already, and sends nothing', async () => {
		await elsewhere(deduplicateDays(name));
		const inDryRun = { baseUrl: simulator.baseUrl, token: simulator.token, credential: { dryRun: true } };
		const out = await runNode(inDryRun, deduplicateDays(name), items({}, { text: 'Other' }, { text: 'Other' }));
		expect(out.map(({ json }) => [json.dry_run, json.deduplicated, 'body' in json])).toEqual([[true, true, false], [true, undefined, true], [true, true, false]]);
		expect(writes()).toHaveLength(1);
		await runNode(simulator, deduplicateDays(name), items({ text: 'Other' }));
		expect(writes()).toHaveLength(2);
	});
});

describe('with Deduplicate', () => {
	it('a reply leaves again when the customer has written again', async () => {
		await elsewhere(deduplicateDays('Email: Reply'));
		letPass(60_000);
		simulator.store.addMessage(TICKET, { from: 'ann@mail.example' });
		letPass(60_000);
		const replies = [await elsewhere(deduplicateDays('Email: Reply')), await elsewhere(deduplicateDays('Email: Reply'))];
		expect(replies.map(([{ json }]) => json.deduplicated)).toEqual([undefined, true]);
		expect(writes()).toHaveLength(2);
	});

	it.each<[string, (more: INodeParameters) => INodeParameters]>([
		['a reply', (more) => deduplicateDays('Email: Reply', more)],
		['a reply with all fields', (more) => toMessage(deduplicateDays('Email: Reply', { to: 'ann@mail.example', subject: 'Order 1', ...more }))],
		['a memo', (more) => deduplicateDays('Memo: Create', more)],
	])('%s that was not sent again says nothing of a status, or of a hold that it left', async (_what, parametersOf) => {
		await elsewhere(parametersOf({ statusCd: 'open' }));
		simulator.store.editTicket(TICKET, { status_cd: 'ongoing', pending_reason_id: 202, snooze: simulator.store.snoozeBy('next_month') });
		const [{ json }] = await elsewhere(parametersOf({ statusCd: 'ongoing' }));
		expect(json.deduplicated).toBe(true);
		expect(Object.keys(json)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(status_cd|snooze_may_be_reset|pending_reason_may_be_reset|carried_over_pending_reason_id)$/)]));
		expect(writes()).toHaveLength(1);
	});

	it('customers and callers of a run differ by their addresses and numbers, however these are written', async () => {
		const both = deduplicateDays('Ticket: Create', { customerTel: '={{ $json.tel ?? "" }}' });
		const rows: IDataObject[] = [{ tel: '03-1111-1111' }, { tel: '03-2222-2222' }, { tel: '03 1111 1111' }, { customer: 'ann@mail.example' }, { customer: 'ben@mail.example' }, { customer: 'Ann@mail.example' }];
		const out = await runNode(simulator, both, items(...rows));
		expect(out.map(({ json }) => json.deduplicated)).toEqual([undefined, undefined, true, undefined, undefined, true]);
		expect([out[2].json.ticket_id, out[5].json.ticket_id]).toEqual([out[0].json.ticket_id, out[3].json.ticket_id]);
	});

	it('a ticket whose handling time goes on with the run is found', async () => {
		const earlier = deduplicateDays('Ticket: Create', { operatedAt: { ago: { number: 5, unit: 'days' } } });
		await elsewhere(earlier);
		letPass(2 * DAY);
		expect((await elsewhere(earlier))[0].json.deduplicated).toBe(true);
	});
});

describe('what Deduplicate costs', () => {
	const many = (count: number, subject: string) => {
		for (let n = 0; n < count; n++) simulator.store.createTicket({ message_box_id: INBOX, title: subject, messages: [{ method_cd: 'mail', action_cd: 'sent', title: subject, to: `other${n}@mail.example` }] });
	};

	it('a busy inbox costs a request per fifty tickets', async () => {
		many(120, 'Another matter');
		await elsewhere(deduplicateDays('Email: Send'), items({}, { to: 'ben@mail.example' }));
		expect([writes().length, searches().length, readTickets().length]).toEqual([2, 3, 0]);
	});

	it('tickets that fill their last page are all there are, also where the service refuses the page after it', async () => {
		many(50, 'Another matter');
		simulator.faults.add({ kind: 'status', status: 404, when: { predicate: ({ rawBody }) => rawBody.includes('"page":2'), times: 'always' } });
		expect((await elsewhere(deduplicateDays('Email: Send')))[0].json).not.toHaveProperty('deduplicated');
		expect(writes()).toHaveLength(1);
	});

	it('one item may read 65 tickets of its subject; beyond that it is refused with their number, and not sent', async () => {
		many(65, 'Order 1');
		await elsewhere(deduplicateDays('Email: Send'));
		expect([readTickets().length, writes().length]).toEqual([65, 1]);
		many(1, 'Order 1');
		await expect(elsewhere(deduplicateDays('Email: Send'))).rejects.toMatchObject({ message: expect.stringContaining('there are 67 messages of this subject, and at most 65 tickets are read'), description: expect.stringContaining('So it was not sent') });
		expect([readTickets().length, writes().length]).toEqual([2 * 65, 1]);
	});

	it('a mail that is sent is read once: the next run reads those that are new, and those that are still on their way', async () => {
		many(40, 'Order 1');
		[...simulator.store.tickets.values()].find(({ title }) => title === 'Order 1')!.messages[0].action_cd = 'sending';
		await runNode(simulator, deduplicateDays('Email: Send'), items({ to: 'ben@mail.example' }));
		// Another process sends one of them meanwhile.
		await elsewhere(deduplicateDays('Email: Send', { deduplicateDays: 0 }), items({ to: 'cleo@mail.example' }));
		simulator.clearRequests();
		const out = await runNode(simulator, deduplicateDays('Email: Send'), items({ to: 'cleo@mail.example' }));
		expect([out[0].json.deduplicated, readTickets().length, searches().length, writes().length]).toEqual([true, 2, 1, 0]);
	});

	it.each(['Email: Reply', 'Memo: Create'] as const)('%s reads its ticket anew: another process may have written into it between two runs', async (name) => {
		await runNode(simulator, deduplicateDays(name));
		await elsewhere(sending(name, simulator, {}, 'It has arrived.'));
		expect((await runNode(simulator, deduplicateDays(name), items({ text: 'It has arrived.' })))[0].json.deduplicated).toBe(true);
		expect(writes()).toHaveLength(2);
	});

	it("the Retry of 100 mails of one subject whose last failed takes at most 105 requests and sends one, in another process; in this one it looks for that mail alone", async () => {
		const hundred = items(...Array.from({ length: 100 }, (_, n) => ({ to: `customer${n}@mail.example` })));
		const establishedAt = skippingNow();
		const parameters = sending('Email: Send', simulator);
		simulator.faults.add({ kind: 'status', status: 400, when: { ...OWN, nth: 100 } });
		await expect(runNode(simulator, parameters, { ...hundred, establishedAt })).rejects.toThrow();
		expect(writes().filter(({ status }) => status === 200)).toHaveLength(99);
		simulator.clearRequests();
		expect(await elsewhere(parameters, { ...hundred, mode: 'retry', establishedAt })).toHaveLength(100);
		expect(writes()).toHaveLength(1);
		expect(simulator.requests.length).toBeLessThanOrEqual(105);
		// Here nobody knows of that.
		simulator.store.removeTicket([...simulator.store.tickets.keys()].at(-1)!);
		simulator.clearRequests();
		await runNode(simulator, parameters, { ...hundred, mode: 'retry', establishedAt });
		expect([writes().length, readTickets().length, searches().length]).toEqual([1, knowsBegin ? 0 : 99, 2]);
	});

	it('a reply costs nothing, since it has read its ticket', async () => {
		const rows = items(...Array.from({ length: 65 }, () => ({ ticket: simulator.store.createTicket({ message_box_id: INBOX, messages: [{ from: 'ann@mail.example' }] }).ticket_id })));
		await elsewhere(deduplicateDays('Email: Reply', { deduplicateDays: 0 }), rows);
		const without = simulator.requests.length;
		simulator.clearRequests();
		const out = await elsewhere(deduplicateDays('Email: Reply'), rows);
		expect(out.every(({ json }) => json.deduplicated === true)).toBe(true);
		expect(simulator.requests).toHaveLength(without - rows.items.length);
	});

	it('each round of a loop has its own requests, and looks anew', async () => {
		for (let runIndex = 0; runIndex < 65; runIndex++) {
			await elsewhere(deduplicateDays('Ticket: Create', { deduplicateDays: 0 }), items({ subject: `Round ${runIndex}` }));
			const [{ json }] = await runNode(simulator, deduplicateDays('Ticket: Create'), { ...items({ subject: `Round ${runIndex}` }), executionId: 'a loop', runIndex });
			expect(json.deduplicated).toBe(true);
		}
	});
});
