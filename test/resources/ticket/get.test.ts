import type { INodeParameters } from 'n8n-workflow';

import { SCHEMAS } from '../../contract/contract';
import type { RunSettings } from '../../harness/engine';
import type { MessageInput } from '../../simulator';
import { costOf } from '../../output/textFunctions';
import { byId, emptyItems, serviceFor } from '../service';

const service = serviceFor('ticket', 'get');
const TICKET = 1201;
const READ = { method: 'GET', path: `101/tickets/${TICKET}`, query: {} };

const given = (messages: MessageInput[]) =>
	service.simulator.store.createTicket({
		id: TICKET,
		message_box_id: 101,
		title: 'Broken glass',
		assignee: 'user01',
		status_cd: 'ongoing',
		pending_reason_id: 201,
		label_ids: [3001, 3002],
		case_category_ids: [5001],
		messages,
	});
const get = async (parameters: INodeParameters = {}, settings: RunSettings = {}) =>
	(await service.json({ ticketId: byId(String(TICKET)), ...parameters }, settings)) as Array<Record<string, unknown>>;
const bodiesOf = (ticket: Record<string, unknown>) => (ticket.messages as Array<{ body: string }>).map(({ body }) => body);

it('gives the useful fields first, with messages as plain text', async () => {
	given([{ body: '<p>Two are&nbsp;<b>broken</b>.</p><script>x()</script>', is_html: true, attachments: [{ file_name: 'a.png' }] }]);
	const items = await service.run({ ticketId: byId(TICKET), addNames: false });
	expect(service.sent()).toEqual([READ]);
	expect(items).toHaveLength(1);
	expect(items[0].pairedItem).toEqual({ item: 0 });
	expect(Object.entries(items[0].json)).toEqual([
		['ticket_id', TICKET],
		['message_box_id', 101],
		['title', 'Broken glass'],
		['status_cd', 'ongoing'],
		['assignee', 'user01'],
		['pending_reason_id', 201],
		['label_ids', [3001, 3002]],
		['case_category_ids', [5001]],
		['created_at', expect.any(String)],
		['last_updated_at', expect.any(String)],
		['messages', expect.any(Array)],
		['omitted_messages', 0],
	]);
	const [message] = items[0].json.messages as object[];
	expect(message).toMatchObject({ body: 'Two are broken.', attachments: [{ attachment_id: expect.any(Number), file_name: 'a.png' }] });
	expect(Object.keys(message)).toHaveLength(12);
});

it('gives the raw ticket without Simplify', async () => {
	given([{ body: '<p>Hello</p>', is_html: true, cc: 'c@mail.example' }]);
	const [ticket] = await get({ simplify: false, addNames: false });
	expect(Object.keys(ticket).sort()).toEqual(Object.keys(SCHEMAS.Ticket.properties!).sort());
	expect(ticket).toMatchObject({ color_cd: null, messages: [{ body: '<p>Hello</p>', is_html: true, cc: 'c@mail.example' }] });
});

it('bounds what comes out in Simplify only', async () => {
	given(Array.from({ length: 30 }, (_, number) => ({ body: `${number} `.padEnd(3000, 'あ') })));
	const [short] = await get();
	expect(bodiesOf(short)).toHaveLength(20);
	expect(short.omitted_messages).toBe(10);
	expect(bodiesOf(short)[0]).toMatch(/^10 あ+… \[cut: 1000 more characters\]$/);
	const [raw] = await get({ simplify: false });
	expect(bodiesOf(raw)).toHaveLength(30);
	expect(bodiesOf(raw)[0]).toHaveLength(3000);
	expect(raw).not.toHaveProperty('omitted_messages');
});

it('takes the newest messages by creation, in the order of the service', async () => {
	given([
		{ body: 'first', created_at: '2026-01-01T00:00:00Z', sent_at: '2026-01-01T00:00:00Z' },
		{ body: 'second', created_at: '2026-01-02T00:00:00Z', sent_at: '2026-01-02T00:00:00Z' },
		{ body: 'memo of an old call', created_at: '2026-01-03T00:00:00Z', sent_at: '2025-12-01T00:00:00Z' },
	]);
	const [ticket] = await get({ options: { newestMessages: '2' } });
	expect(bodiesOf(ticket)).toEqual(['second', 'memo of an old call']);
	expect(ticket.omitted_messages).toBe(1);
});

it('shapes the bodies as the options say, also in the raw ticket', async () => {
	given([{ body: '<p>One</p><p>Two</p>', is_html: true }, { body: 'plain < text', is_html: false }]);
	const [asText] = await get({ simplify: false, options: { messageBody: 'text' } });
	expect(asText.messages).toMatchObject([{ body: 'One\n\nTwo', is_html: false }, { body: 'plain < text' }]);
	const [asIs] = await get({ options: { messageBody: 'asIs', maxBodyLength: 8 } });
	expect(bodiesOf(asIs)).toEqual(['<p>One</… [cut: 12 more characters]', 'plain < … [cut: 4 more characters]']);
});

it('gives the new text of each message on demand, simplified or not', async () => {
	const quote = '<div class="gmail_quote">On Tue, Shop wrote:<blockquote>Old</blockquote></div>';
	given([
		{ body: `<p>New</p>${quote}`, is_html: true },
		{ body: 'New\n\nOn Tue, Mar 10, 2026 Shop wrote:\n> Old\n', is_html: false },
		{ title: 'Fwd: An order', body: `<p>Please read.</p>${quote}`, is_html: true },
	]);
	for (const simplify of [true, false]) {
		const [ticket] = await get({ simplify, options: { messageBody: 'newText' } });
		expect(bodiesOf(ticket)).toEqual(['New', 'New', 'Please read.\n\nOn Tue, Shop wrote:\nOld']);
	}
	const [raw] = await get({ simplify: false, options: { messageBody: 'newText', maxBodyLength: 2 } });
	expect(raw.messages).toMatchObject([{ body: 'Ne… [cut: 1 more characters]', is_html: false }, { is_html: false }, { is_html: false }]);
});

describe('Add Names', () => {
	it('is on by default: puts names beside the ids and asks for each list once', async () => {
		given([{}]);
		const tickets = await get({}, { items: emptyItems(3) });
		expect(tickets).toHaveLength(3);
		expect(Object.entries(tickets[2]).map(([key]) => key)).toEqual([
			'ticket_id', 'message_box_id', 'title', 'status_cd', 'status_name', 'assignee', 'assignee_name', 'pending_reason_id', 'pending_reason_name',
			'label_ids', 'label_names', 'case_category_ids', 'case_category_names', 'created_at', 'last_updated_at', 'messages',
			'omitted_messages', 'message_box_name',
		]);
		expect(tickets[2]).toMatchObject({
			assignee_name: 'Yamada Aiko',
			pending_reason_name: 'Waiting for the customer',
			label_names: ['Order', 'Order/Delivery'],
			case_category_names: ['Request'],
			message_box_name: 'Support',
		});
		const paths = service.sent().map(({ path, query }) => (query.page ? `${path} ${query.page}` : path)).sort();
		expect(paths).toEqual([
			'101/case_categories 1', '101/labels 1', '101/labels 2', '101/pending_reasons',
			READ.path, READ.path, READ.path, 'message_boxes', 'users 1',
		]);
	});

	it('asks only for what an id needs, and gives null where there is no name', async () => {
		service.simulator.store.createTicket({ id: TICKET, message_box_id: 101, label_ids: [9_999_999] });
		const [ticket] = await get();
		expect(ticket).toMatchObject({ assignee_name: null, label_names: [null], case_category_names: [] });
		expect(service.sent().map(({ path }) => path)).toEqual([READ.path, 'message_boxes', '101/labels', '101/labels']);
	});

	it('spends a bounded number of requests however many labels there are', async () => {
		for (let number = 0; number < 1_200; number++) service.simulator.store.addLabel(101, { name: `Label ${number}` });
		given([{}]);
		await get();
		expect(service.sent().filter(({ path }) => path === '101/labels')).toHaveLength(10);
	});
});

it.each([
	['abc', /^Ticket: "abc" is not an id/],
	['', /^The field "Ticket" has no value/],
	['1201/../5', /^Ticket: "1201\/..\/5" is not an id/],
	['-1', /^Ticket: "-1" is not an id/],
])('refuses the ticket %p before a request', async (ticketId, message) => {
	await expect(service.run({ ticketId: byId(ticketId) })).rejects.toThrow(message);
	expect(service.sent()).toEqual([]);
});

it('refuses an option that is no number before a request', async () => {
	await expect(get({ options: { newestMessages: 'all' } })).rejects.toThrow(/^Newest Messages: "all" is not possible/);
	await expect(get({ options: { maxBodyLength: 0 } })).rejects.toThrow(/^Max Body Length: 0 is not possible/);
	expect(service.sent()).toEqual([]);
});

it.each([
	['"Yamada, Hanako" <h@ex.jp>', 'Yamada, Hanako', 'h@ex.jp'],
	['Ben <ben@mail.example>', 'Ben', 'ben@mail.example'],
	['<ben@mail.example>', null, 'ben@mail.example'],
	['ben@mail.example', null, 'ben@mail.example'],
	['shop customer 12', 'shop customer 12', null],
	[null, null, null],
])('gives name and address of the sender %j, and where the ticket is', async (from, from_name, from_email) => {
	const { ticket_id } = service.simulator.store.createTicket({ message_box_id: 101, messages: [{ from }] });
	const [ticket] = await service.json({ ticketId: byId(ticket_id) });
	expect(ticket).toMatchObject({ message_box_id: 101, created_at: expect.any(String), messages: [{ from, from_name, from_email }] });
});

it.each([' ', '-', '<', '&amp', '"', 'a@'])('lines of %j in a mail cost at most six times as much as a quarter of their length', async (piece) => {
	const readerOf = async (length: number) => {
		const lines = Array(3).fill(piece.repeat(length / piece.length)).join('\n');
		const { ticket_id } = service.simulator.store.createTicket({ message_box_id: 101, messages: [{ body: lines, from: `x${lines}x` }, { body: lines, is_html: true }] });
		const read = async () => await get({ ticketId: byId(String(ticket_id)), options: { messageBody: 'newText' } });
		// Begins with what a first run costs.
		const [item] = await read();
		expect(item.messages).toHaveLength(2);
		return read;
	};
	const [short, long] = [await readerOf(15_000), await readerOf(60_000)];
	// A single measurement also has what else the machine does: the least of several, taken in turn, has the least of that. A cost that
	// grows too fast stays so, however often it is measured.
	let [least, most] = [Infinity, Infinity];
	for (let round = 0; round < 5 || (most >= 6 * least && round < 30); round++) {
		least = Math.min(least, await costOf(short, ''));
		most = Math.min(most, await costOf(long, ''));
	}
	expect(most).toBeLessThan(6 * least);
});
