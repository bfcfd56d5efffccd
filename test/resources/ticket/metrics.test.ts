/** What Include Metrics makes of a ticket's messages, by Ticket: Get and Ticket: Get Many (docs/guides/overdue-replies-and-metrics.md). */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { MessageInput, TicketInput } from '../../simulator';
import { byId, serviceFor } from '../service';

const service = serviceFor('ticket', 'get', { seed: { tickets: 0 } });

/** Monday, in UTC; a message is named by its hours since then. */
const MONDAY = Date.parse('2026-03-02T00:00:00Z');
const HOUR = 3_600_000;
const at = (hours: number) => new Date(MONDAY + hours * HOUR).toISOString();
const dated = (hours: number): MessageInput => ({ sent_at: at(hours), created_at: at(hours) });
const theirs = (hours: number, message: MessageInput = {}): MessageInput => ({ action_cd: 'received', ...dated(hours), ...message });
const ours = (hours: number, message: MessageInput = {}): MessageInput => ({ action_cd: 'sent', ...dated(hours), ...message });

const NAMES = ['first_received_at', 'first_reply_at', 'first_reply_minutes', 'received_count', 'sent_count', 'last_received_at', 'last_sent_at', 'waiting_since', 'draft_count', 'drafts_sent_unchanged', 'draft_similarity'];
const NONE = Object.fromEntries(NAMES.map((name) => [name, name.endsWith('_count') || name === 'drafts_sent_unchanged' ? 0 : null]));

const given = (messages: MessageInput[], ticket: TicketInput = {}) => service.simulator.store.createTicket({ message_box_id: 101, messages, ...ticket }).ticket_id;
const read = async (id: number, options: INodeParameters = {}, more: INodeParameters = {}, timezone = 'UTC') =>
	((await service.json({ ticketId: byId(id), getTicketOptions: { includeMetrics: true, ...options }, includeNames: false, ...more }, { timezone })) as IDataObject[])[0];
const figuresIn = (ticket: IDataObject) => Object.fromEntries(NAMES.map((name) => [name, ticket[name]]));
const figures = async (messages: MessageInput[], ticket: TicketInput = {}, options: INodeParameters = {}, timezone?: string) =>
	figuresIn(await read(given(messages, ticket), options, {}, timezone));

it('shows when the customer wrote and was answered, by one request, with and without Simplify and of all messages', async () => {
	const id = given([theirs(9), theirs(9.5), ours(11), theirs(12), ours(12.25), theirs(13)]);
	const expected = {
		first_received_at: at(9),
		first_reply_at: at(11),
		first_reply_minutes: 120,
		received_count: 4,
		sent_count: 2,
		last_received_at: at(13),
		last_sent_at: at(12.25),
		waiting_since: at(13),
		draft_count: 0,
		drafts_sent_unchanged: 0,
		draft_similarity: null,
	};
	for (const simplify of [true, false]) {
		const ticket = await read(id, { maxMessages: 1 }, { simplify });
		expect(Object.entries(ticket).slice(-11)).toEqual(Object.entries(expected));
		expect(ticket).toMatchObject({ messages: [{}], omitted_message_count: 5 });
	}
	expect(service.sent()).toHaveLength(2);
	expect(figuresIn(await read(id, { includeMetrics: false }))).toEqual({});
});

it('gives an agent the figures beside the fields that it selected', async () => {
	const parameters = { ticketId: byId(given([theirs(1)])), getTicketOptions: { includeMetrics: 'true' }, includeNames: false, output: 'selectedFields', ticketOutputFields: ['title'] };
	const [{ json }] = await service.run(parameters, { node: { type: 'supportInboxTool' } });
	expect(Object.keys(json)).toEqual(['ticket_id', 'message_box_id', 'title', ...NAMES]);
});

describe('counts what the customer has sent and what went to the customer', () => {
	it.each<[string, MessageInput[], object]>([
		['no message', [], {}],
		['memos of mails and calls, drafts and chats in progress', [
			theirs(1, { method_cd: 'record' }), theirs(2, { method_cd: 'call' }), ours(3, { method_cd: 'record' }),
			...(['draft', 'requested', 'approved', 'rejected', 'sending', 'scheduled', 'send_error', 'conversation', 'end_conversation'] as const).map((action_cd) => theirs(4, { action_cd })),
		], {}],
		['a mail of ours alone', [ours(1)], { sent_count: 1, last_sent_at: at(1) }],
		['a draft that a customer waits behind', [theirs(1), ours(2, { action_cd: 'draft' })], {
			first_received_at: at(1), last_received_at: at(1), received_count: 1, waiting_since: at(1),
		}],
		['a ticket that our mail began', [ours(1), theirs(2), ours(5)], {
			first_received_at: at(2), first_reply_at: at(5), first_reply_minutes: 180, received_count: 1, sent_count: 2, last_received_at: at(2), last_sent_at: at(5),
		}],
		['an answer of the same moment', [theirs(1), ours(1)], {
			first_received_at: at(1), first_reply_at: at(1), first_reply_minutes: 0, received_count: 1, sent_count: 1, last_received_at: at(1), last_sent_at: at(1),
		}],
		['messages in another order than they were sent', [ours(4), theirs(3), theirs(1), ours(2)], {
			first_received_at: at(1), first_reply_at: at(2), first_reply_minutes: 60, received_count: 2, sent_count: 2, last_received_at: at(3), last_sent_at: at(4),
		}],
		['a mail that came after our answer, by its send time: it waits for another one', [theirs(1, { created_at: at(30) }), ours(3)], {
			first_received_at: at(1), first_reply_at: at(3), first_reply_minutes: 120, received_count: 1, sent_count: 1, last_received_at: at(1), last_sent_at: at(3), waiting_since: at(1),
		}],
		['minutes in whole numbers', [theirs(1), ours(1 + 100 / 3600)], {
			first_received_at: at(1), first_reply_at: at(1 + 100 / 3600), first_reply_minutes: 2, received_count: 1, sent_count: 1, last_received_at: at(1), last_sent_at: at(1 + 100 / 3600),
		}],
		['an absence note, for which nobody waits', [ours(1), theirs(2, { title: 'Automatic reply' })], {
			first_received_at: at(2), received_count: 1, sent_count: 1, last_received_at: at(2), last_sent_at: at(1),
		}],
		['messages that are dated ahead, by when the service had them', [theirs(1, { sent_at: '2099-01-01T00:00:00Z' }), ours(3, { sent_at: '2099-01-01T00:00:00Z' })], {
			first_received_at: at(1), first_reply_at: at(3), first_reply_minutes: 120, received_count: 1, sent_count: 1, last_received_at: at(1), last_sent_at: at(3),
		}],
	])('%s', async (_what, messages, expected) => {
		expect(await figures(messages)).toEqual({ ...NONE, ...expected });
	});

	it('a message without a time in the numbers only', async () => {
		const id = given([theirs(1), ours(2)]);
		const rewrite = (text: string) => text.replaceAll(`"${at(2).replace('.000', '')}"`, 'null');
		service.simulator.faults.add({ kind: 'rewritten', rewrite, when: { operation: 'getTicket' } });
		expect(figuresIn(await read(id))).toEqual({ ...NONE, first_received_at: at(1), last_received_at: at(1), received_count: 1, sent_count: 1, waiting_since: at(1) });
	});
});

it.each(['open', 'ongoing', 'closed', 'unwanted', 'trash', 'spam'] as const)('a ticket that is %s waits if it is open or on hold', async (status_cd) => {
	const { waiting_since } = await figures([theirs(1)], { status_cd });
	expect(waiting_since).toBe(status_cd === 'open' || status_cd === 'ongoing' ? at(1) : null);
});

it('an answer that is dated ahead ends no wait that began after the service had it', async () => {
	const ahead = ours(1, { sent_at: '2099-01-01T00:00:00Z' });
	expect(await figures([theirs(0.5), ahead, theirs(5)])).toMatchObject({ last_sent_at: at(1), waiting_since: at(5) });
});

it('a draft that was sent just now, by a clock that is a little ahead, ends a wait that began after the draft', async () => {
	const sent_at = new Date(service.simulator.clock.now() + 30_000).toISOString();
	expect(await figures([theirs(0.5), ours(1, { sent_at }), theirs(5)])).toMatchObject({ waiting_since: null });
});

it('Ignore Replies Containing leaves acknowledgements out of all figures; an empty one is refused', async () => {
	const messages = [theirs(9), ours(9.1, { body: 'Thank you.\n\nThis is an automatic message.' }), ours(12, { body: 'Here.' }), theirs(13), ours(13.1, { body: 'This is an AUTOMATIC message.' })];
	const counted = { first_reply_at: at(12), first_reply_minutes: 180, sent_count: 1, last_sent_at: at(12), waiting_since: at(13) };
	expect(await figures(messages, {}, { ignoreRepliesContaining: 'an automatic message' })).toMatchObject(counted);
	expect(await figures(messages)).toMatchObject({ first_reply_at: at(9.1), sent_count: 3, waiting_since: null });
	const requests = service.sent().length;
	await expect(read(1, { ignoreRepliesContaining: ' ' })).rejects.toThrow('The option "Ignore Replies Containing" has no value');
	expect(service.sent()).toHaveLength(requests);
});

describe('Business Hours', () => {
	const hours = (more: object = {}, beside: object = {}) => ({ businessHours: { hours: { days: [1, 2, 3, 4, 5], from: '09:00', to: '18:00', ...more }, ...beside } });
	const minutes = async (from: number, to: number, options: INodeParameters = hours(), timezone?: string) =>
		(await figures([theirs(from), ours(to)], {}, options, timezone)).first_reply_minutes;

	it.each<[string, number, number, number]>([
		['within a day', 10, 12, 120],
		['over a night', 17, 24 + 10, 120],
		['over a weekend', 4 * 24 + 17, 7 * 24 + 10, 120],
		['on a weekend', 5 * 24 + 10, 6 * 24 + 10, 0],
		['over several weeks', 10, 21 * 24 + 10, 3 * 5 * 9 * 60],
	])('%s', async (_what, from, to, expected) => {
		expect(await minutes(from, to)).toBe(expected);
	});

	it.each<[string, string, number, number, number]>([
		['before and after it, and other days that are none', '2026-01-01, 2026-03-03,2026-03-08', 17, 2 * 24 + 10, 120],
		['that begins on it', '2026-03-02', 10, 24 + 10, 60],
	])('holidays do not count: a time %s', async (_what, holidays, from, to, expected) => {
		expect(await minutes(from, to, hours({}, { holidays: { dates: holidays } }))).toBe(expected);
	});

	it.each(['={{ [] }}', '={{ "" }}', '={{ "[]" }}'])('a month may have no holidays: %s', async (dates) => {
		expect(await minutes(24 + 10, 24 + 12, hours({}, { holidays: { dates } }))).toBe(120);
	});

	it('are meant in the time zone of the workflow', async () => {
		// 17:00 to 19:00 in Tokyo.
		expect(await minutes(8, 10, hours(), 'Asia/Tokyo')).toBe(60);
		// The clocks are changed in Berlin on March 29: 09:00 is 08:00 in UTC on Friday, and 07:00 on Monday.
		expect(await minutes(25 * 24 + 16, 28 * 24 + 8, hours(), 'Europe/Berlin')).toBe(120);
	});

	it('can be all hours, and count no more than 366 days after mails dated centuries back', async () => {
		expect(await minutes(1, 50, hours({ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' }))).toBe(49 * 60);
		const id = given([theirs(1), ours(10)]);
		const receivedAt = async (sentAt: string) => {
			const rewrite = (text: string) => text.replace(/"sent_at":"2026-03-02T01:00:00Z"/, `"sent_at":"${sentAt}"`);
			service.simulator.faults.add({ kind: 'rewritten', rewrite, when: { operation: 'getTicket' } });
			return await read(id, hours());
		};
		// Of 366 days: Monday to Friday in 52 weeks, a Monday and a Tuesday.
		expect(await receivedAt('2000-01-03T00:00:00Z')).toMatchObject({ first_reply_minutes: (52 * 5 + 2) * 9 * 60 });
		expect(await receivedAt('0001-01-01T00:00:00Z')).toMatchObject({ first_received_at: '0001-01-01T00:00:00.000Z', first_reply_minutes: (52 * 5 + 2) * 9 * 60 });
	});

	it('an end before the begin and an unknown time zone are refused before a request', async () => {
		await expect(read(1, hours({ from: '18:00', to: '09:00' }))).rejects.toThrow('Business Hours: To is not later than From');
		await expect(read(1, hours(), {}, 'Mars/Phobos')).rejects.toThrow('Business Hours: The time zone "Mars/Phobos" is not known');
		await expect(read(1, hours({}, { holidays: { dates: '2026-12-31, New Year' } }))).rejects.toThrow('Business Hours: Dates: "New Year" is not a date');
		await expect(read(1, hours({}, { holidays: { dates: '2026-11-23、2026-12-31' } }))).rejects.toMatchObject({ message: 'Business Hours: Dates: "2026-11-23、2026-12-31" is not a date.', description: expect.stringContaining('Put a comma') });
		await expect(read(1, hours({}, { holidays: { dates: '={{ [$json.mistyped] }}' } }))).rejects.toThrow('Business Hours: The field "Dates" has no value');
		await expect(read(1, { businessHours: { holidays: { dates: '2026-12-31' } } })).rejects.toThrow('Business Hours: Holidays are days without business hours');
		expect(service.sent()).toEqual([]);
	});
});

it('Ticket: Get Many gives the same with Include Messages, for one request a ticket, and none without it', async () => {
	const id = given([theirs(9), ours(11)]);
	given([theirs(1)]);
	const search = async (options: INodeParameters) =>
		(await service.json({ operation: 'getAll', includeNames: false, getAllTicketOptions: { includeMetrics: true, businessHours: { hours: { days: [1], from: '10:00', to: '18:00' } }, ...options } }, { timezone: 'UTC' })) as IDataObject[];
	const found = await search({ includeMessages: true });
	expect(service.sent()).toHaveLength(3);
	expect(found.map((ticket) => figuresIn(ticket).first_reply_minutes)).toEqual([null, 60]);
	expect(found[1]).toEqual(await read(id, { businessHours: { hours: { days: [1], from: '10:00', to: '18:00' } } }));
	expect(figuresIn((await search({ includeMessages: false }))[0])).toEqual({});
});
