import type { INodeParameters } from 'n8n-workflow';
import { runNode } from '../../harness/engine';
import { simulatorOfEachTest } from '../../harness/simulator';
import { inJson } from '../../simulator';
import { sent } from '../sent';
import { byId } from '../service';

type Channel = 'webchat' | 'mallshop' | 'mallmsg' | 'chatapp';

const simulator = simulatorOfEachTest();

/** A chat of this number of conversations, one each second. */
function chat(channel: Channel, count: number, transcript: Record<string, string | null> = {}) {
	const { ticket_id, messages } = simulator.store.createTicket({
		messages: [
			{
				method_cd: channel,
				transcript,
				conversations: Array.from({ length: count }, (_, number) => ({
					id: 1000 + number,
					note: `line ${number}`,
					sent_at: Date.UTC(2026, 0, 1) + number * 1000,
				})),
			},
		],
	});
	const [{ message_id }] = messages;
	return { ticket_id, message_id, path: `101/tickets/${ticket_id}/messages/${message_id}/${channel}` };
}

const get = (
	{ ticket_id, message_id }: { ticket_id: number; message_id: number | string },
	channel: Channel,
	options: INodeParameters = {},
	settings = {},
) =>
	runNode(
		simulator,
		{
			resource: 'chatTranscript',
			operation: 'get',
			messageBoxId: byId(101),
			ticketId: byId(ticket_id),
			messageId: message_id,
			channel,
			getChatTranscriptOptions: options,
		},
		settings,
	);

const query = (page: number) => ({ per_page: '100', page: String(page) });
const steps = () => simulator.requests.map(({ method, status }) => [method, status]);

it.each<[Channel, string[]]>([
	['webchat', ['account', 'account_key', 'email', 'company_name', 'site']],
	['mallshop', ['account', 'store_account', 'email', 'inquiry_status', 'inquiry_kind', 'inquiry_category', 'inquiry_url', 'order_id', 'order_url', 'item_number', 'item_url']],
	['mallmsg', ['account', 'email', 'inquiry_status', 'inquiry_category', 'inquiry_type', 'inquiry_number', 'inquiry_url', 'order_number', 'item_number', 'item_name', 'item_url']],
	['chatapp', ['account', 'channel_id', 'group_name']],
])('reads a transcript of %s as one item', async (channel, fields) => {
	const place = chat(channel, 2, { account: 'guest-1' });
	const items = await get(place, channel);
	expect(sent(simulator)).toEqual([{ method: 'GET', path: place.path, query: query(1) }]);
	expect(items).toHaveLength(1);
	const [{ json, pairedItem }] = items;
	expect(Object.keys(json)).toEqual(['ticket_id', 'message_id', 'channel', ...fields, 'conversations']);
	expect(json).toMatchObject({ ticket_id: place.ticket_id, message_id: place.message_id, channel, account: 'guest-1' });
	expect(json.conversations).toMatchObject([
		{ [`${channel}_conversation_id`]: 1000, note: 'line 0', conversation_type: 'text' },
		{ [`${channel}_conversation_id`]: 1001, note: 'line 1' },
	]);
	expect(pairedItem).toEqual({ item: 0 });
});

it('reads every page in order', async () => {
	const place = chat('webchat', 250);
	const [{ json }] = await get(place, 'webchat');
	expect(sent(simulator)).toEqual([1, 2, 3].map((page) => ({ method: 'GET', path: place.path, query: query(page) })));
	expect((json.conversations as Array<{ note: string }>).map(({ note }) => note)).toEqual(
		Array.from({ length: 250 }, (_, number) => `line ${number}`),
	);
});

it('reads on behind a page with conversations that are left out', async () => {
	const place = chat('webchat', 150);
	const rewrite = inJson((answer: { conversations: object[] }) => ({ ...answer, conversations: [null, ...answer.conversations.slice(1)] }));
	simulator.faults.add({ kind: 'rewritten', rewrite });
	const [{ json }] = await get(place, 'webchat');
	expect(json.conversations).toHaveLength(149);
});

it('gives one item for each conversation, with the details of the chat', async () => {
	const place = chat('chatapp', 101, { account: 'guest-1', group_name: 'Shop' });
	const items = await get(place, 'chatapp', { output: 'conversations' });
	expect(items).toHaveLength(101);
	expect(items[100]).toEqual({
		json: {
			chatapp_conversation_id: 1100,
			action_cd: 'conversation',
			speaker_name: 'Guest',
			sent_by: null,
			conversation_type: 'text',
			note: 'line 100',
			file_name: null,
			auto_send: false,
			sent_at: expect.any(String),
			ticket_id: place.ticket_id,
			message_id: place.message_id,
			channel: 'chatapp',
			account: 'guest-1',
			channel_id: null,
			group_name: 'Shop',
		},
		pairedItem: { item: 0 },
	});
});

it('fails where conversations have no id: only one of them would be left', async () => {
	simulator.faults.add({ kind: 'partial', omit: ['conversations.webchat_conversation_id'], when: { times: 'always' } });
	await expect(get(chat('webchat', 3), 'webchat')).rejects.toThrow('The answer of the service is not complete: conversations is missing or wrong');
});

it('a chat without conversations is one item, or none for each of them', async () => {
	const place = chat('webchat', 0);
	expect((await get(place, 'webchat'))[0].json.conversations).toEqual([]);
	expect(await get(place, 'webchat', { output: 'conversations' })).toEqual([]);
});

describe('the method that the document leaves open', () => {
	it.each(['GET', 'POST'] as const)('is %s by the option HTTP Method, for every page, with a body if it is POST', async (httpMethod) => {
		await simulator.setReadings({ transcriptMethod: httpMethod });
		const place = chat('webchat', 101);
		await get(place, 'webchat', { httpMethod });
		const body = httpMethod === 'POST' ? { body: {} } : {};
		expect(sent(simulator)).toEqual([1, 2].map((page) => ({ method: httpMethod, path: place.path, query: query(page), ...body })));
	});

	it.each<[number, INodeParameters, string, string]>([
		[404, {}, 'GET', 'Or the service takes POST here: choose it under HTTP Method.'],
		[405, {}, 'GET', 'Or the service takes POST here: choose it under HTTP Method.'],
		[404, { httpMethod: 'POST' }, 'POST', 'Or the service takes GET here: choose it under HTTP Method.'],
		[409, {}, 'GET', ''],
	])('for %i, with %j, the error names the other one if that may help, and nothing else is sent', async (status, options, method, hint) => {
		simulator.faults.add({ kind: 'status', status });
		const error = { httpCode: String(status), description: hint === '' ? expect.not.stringContaining('HTTP Method') : expect.stringContaining(hint) };
		await expect(get(chat('webchat', 1), 'webchat', options)).rejects.toMatchObject(error);
		expect(steps()).toEqual([[method, status]]);
	});

	it('a transcript that is missing is reported with its place', async () => {
		const place = chat('webchat', 1);
		await expect(get({ ...place, message_id: 999_999 }, 'webchat')).rejects.toMatchObject({
			message: expect.stringContaining(`Not found: Inbox 101, Ticket ${place.ticket_id}, Message ID 999999, Channel webchat (`),
			httpCode: '404',
		});
		expect(steps()).toEqual([['GET', 404]]);
	});
});
