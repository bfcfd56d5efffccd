/** What was sent before is found in the service and not sent again: in n8n's Retry of an execution, and with Send Once in whatever run. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { runNode, type RunSettings } from '../harness/engine';
import { simulatorForEachTest } from '../harness/simulator';
import { letPass, skippingNow } from '../harness/skippedWaits';
import { byId, INBOX } from '../resources/service';
import type { Simulator } from '../simulator';
import { isInTicket, OWN, sending, SENDING, TICKET, writesTo, type SendingName } from './sending';

let simulator: Simulator;
let processes = 0;
simulatorForEachTest((started) => (simulator = started), { seed: { tickets: 0 } });
beforeEach(() => simulator.store.createTicket({ id: TICKET, message_box_id: INBOX, messages: [{ from: 'ann@mail.example' }] }));

const DAY = 24 * 3_600_000;
/** The text has another value in each try. */
const WITH_CLOCK = '={{ $json.text }} {{ $now.toMillis() }}';

const writes = () => writesTo(simulator);
const searches = () => simulator.requests.filter(({ path }) => path.endsWith('/search'));
const readTickets = () => simulator.requests.filter(({ path }) => /\/tickets\/\d+$/.test(path));
const items = (...rows: IDataObject[]) => ({ items: rows.map((json) => ({ json })) });
const sendOnce = (name: SendingName, more: INodeParameters = {}) => sending(name, simulator, { sendOnce: 3, ...more });

/** Runs it in a process that knows nothing of what was sent before. */
async function elsewhere(parameters: INodeParameters, settings: RunSettings = {}) {
	const token = `process-${++processes}`;
	simulator.tokens.add(token);
	return await runNode({ baseUrl: simulator.baseUrl, token }, parameters, settings);
}

/** A reply to a message rather than to its ticket. */
const toMessage = (parameters: INodeParameters) => ({ ...parameters, replyTo: 'message', replyMessageId: simulator.store.ticket(TICKET).messages[0].message_id });
const FORMS: Array<[string, (more?: INodeParameters) => INodeParameters]> = [
	...SENDING.map((name): [string, () => INodeParameters] => [name, (more = {}) => sending(name, simulator, more)]),
	['Mail: Reply to a message', (more = {}) => toMessage(sending('Mail: Reply', simulator, more))],
];

describe.each(FORMS)('%s, with what people set: the others are taken from the ticket', (_name, parametersOf) => {
	it('in a retry what was sent is found, and its item is that of the first try', async () => {
		const establishedAt = skippingNow();
		const [{ json: first }] = await runNode(simulator, parametersOf());
		const [{ json: again }] = await runNode(simulator, parametersOf(), { mode: 'retry', establishedAt });
		expect(again).toEqual({ ...first, status_cd: undefined, already_sent: true });
		expect(writes()).toHaveLength(1);
	});

	it('with Send Once what another process sent within the days is found, and sent when they are over', async () => {
		const [{ json: first }] = await elsewhere(parametersOf({ sendOnce: 3 }));
		letPass(2 * DAY);
		const [{ json: again }] = await elsewhere(parametersOf({ sendOnce: 3 }));
		expect(again).toEqual({ ...first, status_cd: undefined, already_sent: true });
		expect(writes()).toHaveLength(1);
		letPass(2 * DAY);
		await elsewhere(parametersOf({ sendOnce: 3 }));
		expect(writes()).toHaveLength(2);
	});
});

describe.each(SENDING)('%s in a retry', (name) => {
	it('of a run that has sent some of its items: each is there once, and they share what was read', async () => {
		const [all, sent] = [12, 8];
		// Of three items two are equal.
		const rows = Array.from({ length: all }, (_, place) => place - (place % 3 === 2 ? 1 : 0)).map((person) => ({ to: `customer${person}@mail.example`, subject: `Order ${person}`, text: 'It has left.' }));
		const parameters = sending(name, simulator, isInTicket(name) ? { subject: '={{ $json.subject }}' } : {}, WITH_CLOCK);
		const establishedAt = skippingNow();
		await runNode(simulator, parameters, items(...rows.slice(0, sent)));
		simulator.clearRequests();
		simulator.interludes.add('after', { ...OWN, times: 'always' }, () => letPass(5_000));
		const out = await runNode(simulator, parameters, { ...items(...rows), mode: 'retry', establishedAt });
		const messages = [...simulator.store.tickets.values()].flatMap((ticket) => ticket.messages);
		expect(messages.filter(({ title }) => title.startsWith('Order'))).toHaveLength(all);
		expect(writes()).toHaveLength(all - sent);
		expect(simulator.requests.length - writes().length).toBeLessThanOrEqual(60);
		expect(searches().length).toBeLessThan(2);
		expect(out.map(({ json }) => json.already_sent === true)).toEqual(rows.map((_, place) => place < sent));
		expect(new Set(out.map(({ json }) => json.message_id)).size).toBe(all);
	});

	it('what was sent before the execution is not taken for its own', async () => {
		await runNode(simulator, sending(name, simulator));
		letPass(4 * DAY);
		expect((await runNode(simulator, sending(name, simulator), { mode: 'retry', establishedAt: skippingNow() }))[0].json).not.toHaveProperty('already_sent');
		expect(writes()).toHaveLength(2);
	});

	it('with Send Once it also finds what was sent with another text', async () => {
		const establishedAt = skippingNow();
		await elsewhere(sendOnce(name), items({ text: 'At 10:01' }, { text: 'At 10:02' }));
		const out = await elsewhere(sendOnce(name), { ...items({ text: 'At 10:31' }, { text: 'At 10:32' }, { text: 'At 10:33' }), mode: 'retry', establishedAt });
		expect(out.map(({ json }) => json.already_sent)).toEqual([true, true, undefined]);
	});
});

describe('in a retry', () => {
	it('what was sent from one inbox is looked for there, also where the items go to two inboxes', async () => {
		const parameters = { ...sending('Ticket: Create', simulator, {}, WITH_CLOCK), messageBoxId: byId('={{ $json.inbox }}' as never) };
		const toTwo = Array.from({ length: 6 }, (_, place) => ({ subject: `Order ${place}`, text: 'It has left.', inbox: INBOX + (place % 2) }));
		const establishedAt = skippingNow();
		await runNode(simulator, parameters, items(...toTwo));
		const out = await runNode(simulator, parameters, { ...items(...toTwo), mode: 'retry', establishedAt });
		expect(writes()).toHaveLength(6);
		expect(out.map(({ json }) => [json.already_sent, json.message_box_id])).toEqual(toTwo.map(({ inbox }) => [true, inbox]));
	});

	it('a ticket with another title than its subject is found, by what else was created', async () => {
		const six = items(...Array.from({ length: 6 }, (_, place) => ({ subject: `Order ${place}` })));
		const establishedAt = skippingNow();
		await runNode(simulator, sending('Mail: Send', simulator), six);
		for (const ticket of simulator.store.tickets.values()) ticket.title = `[${ticket.ticket_id}] ${ticket.title}`;
		const out = await runNode(simulator, sending('Mail: Send', simulator), { ...six, mode: 'retry', establishedAt });
		expect(out.map(({ json }) => json.already_sent)).toEqual(Array(6).fill(true));
	});
});

describe.each(SENDING)('%s with Send Once', (name) => {
	it('the days are counted from when it was sent, not from when it was found', async () => {
		await elsewhere(sendOnce(name));
		letPass(2 * DAY);
		await runNode(simulator, sendOnce(name));
		letPass(2 * DAY);
		for (let round = 2; round <= 3; round++) {
			expect((await runNode(simulator, sendOnce(name)))[0].json).not.toHaveProperty('already_sent');
			expect(writes()).toHaveLength(round);
			letPass(4 * DAY);
		}
	});

	it('remembers what this process sent: a search may not show it yet', async () => {
		const [{ json: first }] = await runNode(simulator, sendOnce(name));
		simulator.clearRequests();
		expect((await runNode(simulator, sendOnce(name)))[0].json).toEqual({ ...first, status_cd: undefined, already_sent: true });
		// A reply and a memo read their ticket as they would without Send Once.
		expect(simulator.requests.filter(({ path }) => !path.endsWith(`/${TICKET}`))).toEqual([]);
		expect(simulator.requests.length).toBeLessThan(2);
	});

	it('two equal items of a run are one, a different text is another', async () => {
		const out = await runNode(simulator, sendOnce(name), items({}, { text: 'It has arrived.' }, {}));
		expect(writes()).toHaveLength(2);
		expect(out.map(({ json }) => json.already_sent)).toEqual([undefined, undefined, true]);
		expect(out[2].json.message_id).toBe(out[0].json.message_id);
	});

	it('two executions at once in one process send once', async () => {
		const both = await Promise.all([runNode(simulator, sendOnce(name)), runNode(simulator, sendOnce(name))]);
		expect(writes()).toHaveLength(1);
		expect(new Set(both.map(([{ json }]) => json.message_id)).size).toBe(1);
	});

	it('0 sends again, and so does an operation without the field', async () => {
		await elsewhere(sendOnce(name));
		simulator.clearRequests();
		await elsewhere(sendOnce(name, { sendOnce: 0 }));
		await elsewhere(sending(name, simulator));
		expect(writes()).toHaveLength(2);
		expect(searches()).toEqual([]);
	});

	it('no value is refused: it would send again', async () => {
		await expect(runNode(simulator, sendOnce(name, { sendOnce: '={{ $json.days }}' }))).rejects.toThrow('Send Once');
		expect(simulator.requests).toEqual([]);
	});

	it('a rehearsal says what was sent already, and sends nothing', async () => {
		await elsewhere(sendOnce(name));
		const rehearsing = { baseUrl: simulator.baseUrl, token: simulator.token, credential: { writes: 'rehearse' } };
		const out = await runNode(rehearsing, sendOnce(name), items({}, { text: 'Other' }, { text: 'Other' }));
		expect(out.map(({ json }) => [json.rehearsal, json.already_sent, 'body' in json])).toEqual([[true, true, false], [true, undefined, true], [true, true, false]]);
		expect(writes()).toHaveLength(1);
		// The rehearsal is over, and has sent nothing.
		await runNode(simulator, sendOnce(name), items({ text: 'Other' }));
		expect(writes()).toHaveLength(2);
	});
});

describe('with Send Once', () => {
	it('a reply leaves again when the customer has written again', async () => {
		await elsewhere(sendOnce('Mail: Reply'));
		letPass(60_000);
		simulator.store.addMessage(TICKET, { from: 'ann@mail.example' });
		letPass(60_000);
		const replies = [await elsewhere(sendOnce('Mail: Reply')), await elsewhere(sendOnce('Mail: Reply'))];
		expect(replies.map(([{ json }]) => json.already_sent)).toEqual([undefined, true]);
		expect(writes()).toHaveLength(2);
	});

	it.each<[string, (more: INodeParameters) => INodeParameters]>([
		['a reply', (more) => sendOnce('Mail: Reply', more)],
		['a reply with all fields', (more) => toMessage(sendOnce('Mail: Reply', { to: 'ann@mail.example', subject: 'Order 1', ...more }))],
		['a memo', (more) => sendOnce('Handling Memo: Create', more)],
	])('%s that was not sent again says nothing of a status, or of a hold that it left', async (_what, parametersOf) => {
		await elsewhere(parametersOf({ statusCd: 'open' }));
		simulator.store.editTicket(TICKET, { status_cd: 'ongoing', pending_reason_id: 202, snooze: simulator.store.snoozeBy('next_month') });
		const [{ json }] = await elsewhere(parametersOf({ statusCd: 'ongoing' }));
		expect(json.already_sent).toBe(true);
		expect(Object.keys(json)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(status_cd|snooze_reset|pending_reason_may_be_lost|sent_pending_reason_id)$/)]));
		expect(writes()).toHaveLength(1);
	});

	it('customers and callers of a run differ by their addresses and numbers, however these are written', async () => {
		const both = sendOnce('Ticket: Create', { customerTel: '={{ $json.tel ?? "" }}' });
		const rows: IDataObject[] = [{ tel: '03-1111-1111' }, { tel: '03-2222-2222' }, { tel: '03 1111 1111' }, { customer: 'ann@mail.example' }, { customer: 'ben@mail.example' }, { customer: 'Ann@mail.example' }];
		const out = await runNode(simulator, both, items(...rows));
		expect(out.map(({ json }) => json.already_sent)).toEqual([undefined, undefined, true, undefined, undefined, true]);
		expect([out[2].json.ticket_id, out[5].json.ticket_id]).toEqual([out[0].json.ticket_id, out[3].json.ticket_id]);
	});

	it('a ticket whose handling time goes on with the run is found', async () => {
		const earlier = sendOnce('Ticket: Create', { operatedAt: { ago: { number: 5, unit: 'days' } } });
		await elsewhere(earlier);
		letPass(2 * DAY);
		expect((await elsewhere(earlier))[0].json.already_sent).toBe(true);
	});
});

describe('what Send Once costs', () => {
	const many = (count: number, subject: string) => {
		for (let n = 0; n < count; n++) simulator.store.createTicket({ message_box_id: INBOX, title: subject, messages: [{ method_cd: 'mail', action_cd: 'sent', title: subject, to: `other${n}@mail.example` }] });
	};

	it('a busy inbox costs a request per fifty tickets', async () => {
		many(120, 'Another matter');
		await elsewhere(sendOnce('Mail: Send'), items({}, { to: 'ben@mail.example' }));
		expect(writes()).toHaveLength(2);
		expect(searches()).toHaveLength(3);
		expect(readTickets()).toEqual([]);
	});

	it('tickets that fill their last page are all there are, also where the service refuses the page after it', async () => {
		many(50, 'Another matter');
		simulator.faults.add({ kind: 'status', status: 404, when: { predicate: ({ rawBody }) => rawBody.includes('"page":2'), times: 'always' } });
		expect((await elsewhere(sendOnce('Mail: Send')))[0].json).not.toHaveProperty('already_sent');
		expect(writes()).toHaveLength(1);
	});

	it('what sixty requests do not show is refused, and not sent', async () => {
		many(70, 'Order 1');
		await expect(elsewhere(sendOnce('Mail: Send'))).rejects.toMatchObject({ message: expect.stringContaining('60 requests'), description: expect.stringContaining('So it was not sent') });
		expect(writes()).toEqual([]);
		expect(simulator.requests.filter(({ path }) => /tickets/.test(path))).toHaveLength(60);
	});

	it('what this process sent to others is not read', async () => {
		await runNode(simulator, sendOnce('Mail: Send'), items(...Array.from({ length: 70 }, (_, n) => ({ to: `other${n}@mail.example` }))));
		simulator.clearRequests();
		await runNode(simulator, sendOnce('Mail: Send'));
		expect(writes()).toHaveLength(1);
		expect(readTickets()).toEqual([]);
	});

	it('a reply costs nothing, since it has read its ticket', async () => {
		const rows = items(...Array.from({ length: 65 }, () => ({ ticket: simulator.store.createTicket({ message_box_id: INBOX, messages: [{ from: 'ann@mail.example' }] }).ticket_id })));
		await elsewhere(sendOnce('Mail: Reply', { sendOnce: 0 }), rows);
		const without = simulator.requests.length;
		simulator.clearRequests();
		const out = await elsewhere(sendOnce('Mail: Reply'), rows);
		expect(out.every(({ json }) => json.already_sent === true)).toBe(true);
		expect(simulator.requests).toHaveLength(without - rows.items.length);
	});

	it('each round of a loop has its own requests, and looks anew', async () => {
		for (let runIndex = 0; runIndex < 65; runIndex++) {
			await elsewhere(sendOnce('Ticket: Create', { sendOnce: 0 }), items({ subject: `Round ${runIndex}` }));
			const [{ json }] = await runNode(simulator, sendOnce('Ticket: Create'), { ...items({ subject: `Round ${runIndex}` }), executionId: 'a loop', runIndex });
			expect(json.already_sent).toBe(true);
		}
	});
});
