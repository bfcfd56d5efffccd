/** What the texts of others cost the processor of n8n, whatever is in them. */
import { runNode } from '../../test/harness/engine';
import { costOf, PIECES, TEXT_FUNCTIONS, textOf } from '../../test/output/textFunctions';
import { startSimulatorProcess } from '../simulator-process';
import type { Row } from './processor';

const MEGABYTE = 1_000_000;
const REPEATS = 3;

/** @returns ms of processor for a text of a megabyte, of the piece that costs most, in the best of some tries */
async function ofAMegabyte(read: (text: string) => unknown): Promise<number> {
	let most = 0;
	for (const piece of PIECES) {
		const text = textOf(piece, MEGABYTE);
		let cost = Infinity;
		for (let time = 0; time < REPEATS && cost > most; time++) cost = Math.min(cost, await costOf(read, text));
		most = Math.max(most, cost);
	}
	return most;
}

const MAILS = 50;
const LETTERS = 50_000;
const SENTENCES = 'Guten Tag, die bestellten Tassen sind leider zerbrochen. 注文した商品がまだ届きません。Could you look into it? 👍🏽 ';
const HTML = `<p>${SENTENCES}</p><div>On Tue, 10 Mar 2026 at 10:02 Shop wrote: &amp; &#x1F44D;</div>`;

/** @returns ms of processor that Ticket: Get of long mails costs more with Simplify, in the best of some tries */
async function simplified(options: object): Promise<number> {
	const simulator = await startSimulatorProcess(['--limit', '1000000']);
	try {
		const messages = Array.from({ length: MAILS }, (_, number) => {
			const piece = number % 2 === 0 ? SENTENCES : HTML;
			return { is_html: number % 2 === 1, body: piece.repeat(Math.ceil(LETTERS / piece.length)) };
		});
		const { ticket_id: value } = await simulator.act<{ ticket_id: number }>({ do: 'createTicket', message_box_id: 101, messages });
		const place = { messageBoxId: { __rl: true, mode: 'id', value: 101 }, ticketId: { __rl: true, mode: 'id', value } };
		const get = async (more: object) =>
			await costOf(async () => await runNode(simulator, { resource: 'ticket', operation: 'get', ...place, ...more }), '');
		let [plain, short] = [Infinity, Infinity];
		for (let time = 0; time < REPEATS; time++) {
			plain = Math.min(plain, await get({ simplify: false }));
			short = Math.min(short, await get({ simplify: true, getTicketOptions: options }));
		}
		return short - plain;
	} finally {
		await simulator.stop();
	}
}

export const text: Row[] = [
	...Object.entries(TEXT_FUNCTIONS).map(([name, read]) => ({ name: `${name}, a megabyte: ms of processor`, most: 200, measure: async () => await ofAMegabyte(read) })),
	...[{}, { maxMessages: MAILS }, { maxMessages: MAILS, bodyFormat: 'withoutQuotedText' }].map((options) => ({
		name: `Ticket: Get with ${MAILS} mails of ${LETTERS} characters, ${JSON.stringify(options)}: ms of processor more than without Simplify`,
		most: 300,
		measure: async () => await simplified(options),
	})),
];
