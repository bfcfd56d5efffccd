import type { INodeParameters } from 'n8n-workflow';
import type { RunSettings } from '../../harness/engine';
import type { MessageInput } from '../../simulator';
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

it('gives the ticket with its messages as plain text', async () => {
	given([{ body: '<p>Two are&nbsp;<b>broken</b>.</p><script>x()</script>', is_html: true, attachments: [{ file_name: 'a.png' }] }]);
	const items = await service.run({ ticketId: byId(TICKET), includeNames: false });
	expect(service.sent()).toEqual([READ]);
	const values = { ticket_id: TICKET, title: 'Broken glass', status_cd: 'ongoing', assignee: 'user01', pending_reason_id: 201, label_ids: [3001, 3002], case_category_ids: [5001] };
	const message = { body: 'Two are broken.', attachments: [{ attachment_id: expect.any(Number), file_name: 'a.png' }] };
	expect(items).toMatchObject([{ json: { ...values, messages: [message], omitted_message_count: 0 }, pairedItem: { item: 0 } }]);
});

it('bounds what comes out in Simplify only', async () => {
	given(Array.from({ length: 30 }, (_, number) => ({ body: `${number} `.padEnd(3000, 'あ') })));
	const [short] = await get();
	expect(bodiesOf(short)).toHaveLength(20);
	expect(short.omitted_message_count).toBe(10);
	expect(bodiesOf(short)[0]).toMatch(/^10 あ+… \[cut: 1000 more characters\]$/);
	const [raw] = await get({ simplify: false });
	expect(bodiesOf(raw)).toHaveLength(30);
	expect(bodiesOf(raw)[0]).toHaveLength(3000);
	expect(raw).not.toHaveProperty('omitted_message_count');
});

it('takes the newest messages by creation, in the order of the service', async () => {
	given([
		{ body: 'first', created_at: '2026-01-01T00:00:00Z', sent_at: '2026-01-01T00:00:00Z' },
		{ body: 'second', created_at: '2026-01-02T00:00:00Z', sent_at: '2026-01-02T00:00:00Z' },
		{ body: 'memo of an old call', created_at: '2026-01-03T00:00:00Z', sent_at: '2025-12-01T00:00:00Z' },
	]);
	const [ticket] = await get({ getTicketOptions: { maxMessages: '2' } });
	expect(bodiesOf(ticket)).toEqual(['second', 'memo of an old call']);
	expect(ticket.omitted_message_count).toBe(1);
});

it('shapes the bodies as the options say, also in the raw ticket', async () => {
	given([{ body: '<p>One</p><p>Two</p>', is_html: true }, { body: 'plain < text', is_html: false }]);
	const [asText] = await get({ simplify: false, getTicketOptions: { bodyFormat: 'plainText' } });
	expect(asText.messages).toMatchObject([{ body: 'One\n\nTwo', is_html: false }, { body: 'plain < text' }]);
	const [asIs] = await get({ getTicketOptions: { bodyFormat: 'original', maxBodyLength: 8 } });
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
		const [ticket] = await get({ simplify, getTicketOptions: { bodyFormat: 'withoutQuotedText' } });
		expect(bodiesOf(ticket)).toEqual(['New', 'New', 'Please read.\n\nOn Tue, Shop wrote:\nOld']);
	}
	const [raw] = await get({ simplify: false, getTicketOptions: { bodyFormat: 'withoutQuotedText', maxBodyLength: 2 } });
	expect(raw.messages).toMatchObject([{ body: 'Ne… [cut: 1 more characters]', is_html: false }, { is_html: false }, { is_html: false }]);
});

describe('Include Names', () => {
	it('is on by default: puts names beside the ids and asks for each list once', async () => {
		given([{}]);
		const tickets = await get({}, { items: emptyItems(3) });
		expect(tickets).toHaveLength(3);
		expect(Object.entries(tickets[2]).map(([key]) => key)).toEqual([
			'ticket_id', 'message_box_id', 'title', 'status_cd', 'status_name', 'assignee', 'assignee_name', 'pending_reason_id', 'pending_reason_name',
			'label_ids', 'label_names', 'case_category_ids', 'case_category_names', 'created_at', 'last_updated_at', 'messages',
			'omitted_message_count', 'message_box_name',
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
});

it.each([
	['"Yamada, Hanako" <h@ex.jp>', 'Yamada, Hanako', 'h@ex.jp'],
	['ben@mail.example', null, 'ben@mail.example'],
	['Team: anna@mail.example, "Yamada" <h@ex.jp>, ben@mail.example', 'Yamada', 'h@ex.jp'],
	['shop customer 12', 'shop customer 12', null],
	['山田＜taro@mail.example＞', '山田＜taro@mail.example＞', null],
	[null, null, null],
])('gives name and address of the sender %j, and where the ticket is', async (from, from_name, from_email) => {
	const { ticket_id } = service.simulator.store.createTicket({ message_box_id: 101, messages: [{ from }] });
	const [ticket] = await service.json({ ticketId: byId(ticket_id) });
	expect(ticket).toMatchObject({ message_box_id: 101, created_at: expect.any(String), messages: [{ from, from_name, from_email }] });
});

it.each([
	['Form <form@ours.example>', '"Sato, Hana" <hana@mail.example>', 'hana@mail.example'],
	['anna@mail.example', 'Anna <ANNA@mail.example>', null],
	['anna@mail.example', 'Anna <anna@mail.example>, v1@victims.example', 'anna@mail.example, v1@victims.example'],
	['shop customer 12', 'hana@mail.example', 'hana@mail.example'],
	['anna@mail.example', null, null],
])('a message from %s has the address of the Reply-To %s, if it is another one, and its CC', async (from, reply_to, reply_to_email) => {
	const { ticket_id } = service.simulator.store.createTicket({ message_box_id: 101, messages: [{ from, reply_to, cc: 'Boss <boss@mail.example>' }] });
	const [ticket] = await service.json({ ticketId: byId(ticket_id) });
	expect(ticket).toMatchObject({ messages: [{ reply_to_email, cc: 'Boss <boss@mail.example>' }] });
});
