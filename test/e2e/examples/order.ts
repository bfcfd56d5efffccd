import { failureText } from '../../../scripts/n8n-host/execution';
import { standIn } from '../standIn';
import { BOT_TOKEN } from './slackApi';
import { beside, eventually, QUESTION, type Trials } from './stage';

const TRIGGER = 'When a mail arrives';
const ORDER = { number: 'SO-1001', status: 'sent', tracking: 'JP123', email: 'anna@mail.example' };
const NO_ANSWER = (number: string) => `The shop gave no answer about the order ${number}. Look it up there.`;

/** Stands in for a shop that knows one order, and fails at another. */
async function startShop() {
	const asked: string[] = [];
	const server = await standIn(({ query, headers }) => {
		const number = query.get('number') ?? '';
		asked.push(number);
		if (headers.authorization !== `Bearer ${BOT_TOKEN}`) return { status: 401 };
		if (number === 'SO-5000') return { status: 500 };
		return number === ORDER.number ? { body: ORDER } : undefined;
	});
	return { ...server, asked };
}

export const order: Trials = {
	'writes what the shop says into the ticket, once for each order, and mails nobody': beside(startShop, async (stage, shop, { simulator }) => {
		const inbox = await stage.newInbox('Orders');
		const begin = async (title: string, body: string, from = '"Miller, Anna" <Anna@mail.example>') => await stage.newTicket(inbox, { title, messages: [{ body, from }] });
		const memosOf = async (ticket: number) => (await stage.bodies(ticket)).slice(1);
		const { sentMails } = (await simulator.state()).counts;
		await stage.publish(await stage.fill(inbox, { 'Ask the shop': { url: shop.url } }), async (id) => {
			const own = await begin('Where is SO-1001?', 'I wait.');
			const other = await begin('Parcel', 'Where is SO-1001 & SO-7?', 'ben@mail.example');
			const unknown = await begin('SO-9999', 'Hello');
			const failing = await begin('SO-5000', 'Hello');
			const none = await begin('ASO-12345x', 'No number here');
			await eventually('the memos', async () => (await Promise.all([own, other, unknown, failing].map(memosOf))).every((memos) => memos.length === 1));
			await stage.make({ do: 'addMessage', ticketId: own, ...QUESTION, body: 'SO-1001 again' });
			await stage.ended(id, 2, ({ data }) => 'Once for each ticket and order' in data.resultData.runData);
			const known = 'Order SO-1001\nStatus: sent\nTracking: JP123\n';
			expect(await memosOf(own)).toEqual([`${known}Ordered with the address that this mail came from.`, 'SO-1001 again']);
			expect(await memosOf(other)).toEqual([`${known}Attention: ordered with another address than this mail came from.`]);
			expect(await memosOf(unknown)).toEqual(['The shop does not know the order SO-9999.']);
			expect(await memosOf(failing)).toEqual([NO_ANSWER('SO-5000')]);
			expect(await memosOf(none)).toEqual([]);
		});
		expect(shop.asked.sort()).toEqual(['SO-1001', 'SO-1001', 'SO-5000', 'SO-9999']);
		expect((await simulator.state()).counts.sentMails).toBe(sentMails);
	}),

	'says so where the shop cannot be reached': async (stage) => {
		const inbox = await stage.newInbox('Without a shop');
		const ticket_id = await stage.newTicket(inbox, { title: 'Unreachable' });
		const event = { event: 'newMessage', ticket_id, message_box_id: inbox, title: 'SO-1001', text: '', from: 'anna@mail.example' };
		const execution = await stage.run(TRIGGER, await stage.fill(inbox, { 'Ask the shop': { url: 'http://127.0.0.1:9/' } }), event);
		expect(failureText(execution)).toBeUndefined();
		expect((await stage.bodies(ticket_id)).at(-1)).toBe(NO_ANSWER('SO-1001'));
	},
};
