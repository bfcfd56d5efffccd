import { POLL_TIMES } from '../../../scripts/demo/setUp';
import { failureText } from '../../../scripts/n8n-host/execution';
import { serveLocally, waitFor } from '../../../scripts/n8n-host/net';
import type { KeptTicket } from '../../../scripts/simulator-process';
import { BOT_TOKEN } from './slackApi';
import type { Trials } from './trial';

const TRIGGER = 'When a mail arrives';
const END_MS = 90_000;
const ORDER = { number: 'SO-1001', status: 'sent', tracking: 'JP123', email: 'anna@mail.example' };

/** Stands in for a shop that knows one order, and fails at another. */
async function startShop() {
	const asked: string[] = [];
	const server = await serveLocally((request, response) => {
		const number = new URL(request.url ?? '/', 'http://shop').searchParams.get('number') ?? '';
		asked.push(number);
		const status = request.headers.authorization !== `Bearer ${BOT_TOKEN}` ? 401 : number === ORDER.number ? 200 : number === 'SO-5000' ? 500 : 404;
		response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(status === 200 ? ORDER : { error: status }));
	});
	return { ...server, asked };
}

export const order: Trials = {
	'writes what the shop says into the ticket, once for each order, and mails nobody': async ({ world: { api }, make, newInbox, import: importIt, simulator }) => {
		const inbox = await newInbox('Orders');
		const shop = await startShop();
		const id = await importIt({ parameters: { [TRIGGER]: { messageBoxIds: [inbox], pollTimes: POLL_TIMES }, 'Ask the shop': { url: shop.url } } });
		const begin = async (title: string, body: string, from = '"Miller, Anna" <Anna@mail.example>') =>
			(await make({ do: 'createTicket', message_box_id: inbox, title, messages: [{ body, from }] })).ticket_id!;
		const bodies = async (ticketId: number) => (await make<KeptTicket>({ do: 'getTicket', ticketId })).messages.map(({ body }) => body).slice(1);
		const { sentMails } = (await simulator.state()).counts;
		await api.activate(id);
		try {
			const own = await begin('Where is SO-1001?', 'I wait.');
			const other = await begin('Parcel', 'Where is SO-1001 & SO-7?', 'ben@mail.example');
			const unknown = await begin('SO-9999', 'Hello');
			const failing = await begin('SO-5000', 'Hello');
			const none = await begin('ASO-12345x', 'No number here');
			const written = async () => (await Promise.all([own, other, unknown, failing].map(bodies))).every((memos) => memos.length === 1);
			await waitFor('the memos', written, { timeoutMs: END_MS });
			await make({ do: 'addMessage', ticketId: own, body: 'SO-1001 again', from: 'anna@mail.example' });
			const known = 'Order SO-1001\nStatus: sent\nTracking: JP123\n';
			const handled = async () => (await api.executions(id)).filter(({ data }) => 'Once for each ticket and order' in data.resultData.runData).length >= 2;
			await waitFor('the second mail', handled, { timeoutMs: END_MS });
			expect(await bodies(own)).toEqual([`${known}Ordered with the address that this mail came from.`, 'SO-1001 again']);
			expect(await bodies(other)).toEqual([`${known}Attention: ordered with another address than this mail came from.`]);
			expect(await bodies(unknown)).toEqual(['The shop does not know the order SO-9999.']);
			expect(await bodies(failing)).toEqual(['The shop gave no answer about the order SO-5000. Look it up there.']);
			expect(await bodies(none)).toEqual([]);
		} finally {
			await api.deactivate(id);
			await shop.stop();
		}
		expect((await api.executions(id)).map(failureText)).toEqual(expect.not.arrayContaining([expect.any(String)]));
		expect(shop.asked.sort()).toEqual(['SO-1001', 'SO-1001', 'SO-5000', 'SO-9999']);
		expect((await simulator.state()).counts.sentMails).toBe(sentMails);
	},

	'says so where the shop cannot be reached': async ({ make, newInbox, run }) => {
		const inbox = await newInbox('Without a shop');
		const { ticket_id } = await make({ do: 'createTicket', message_box_id: inbox, title: 'Unreachable' });
		const event = { event: 'newMessage', ticket_id, message_box_id: inbox, title: 'SO-1001', text: '', from: 'anna@mail.example' };
		const execution = await run(TRIGGER, { parameters: { 'Ask the shop': { url: 'http://127.0.0.1:9/' } } }, { pinData: { [TRIGGER]: [{ json: event }] } });
		expect(failureText(execution)).toBeUndefined();
		expect((await make<KeptTicket>({ do: 'getTicket', ticketId: ticket_id })).messages.at(-1)?.body).toBe('The shop gave no answer about the order SO-1001. Look it up there.');
	},
};
