/** How much people change drafts, as Include Metrics says (docs/output.md, Figures). */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { similarity } from '../../../nodes/SupportInbox/output/metrics/drafts';
import type { MessageInput } from '../../simulator';
import { byId, serviceFor } from '../service';

const service = serviceFor('ticket', 'get', { seed: { tickets: 0 } });

const at = (minutes: number) => new Date(Date.parse('2026-03-02T09:00:00Z') + minutes * 60_000).toISOString();
const message = (minutes: number, more: MessageInput): MessageInput => ({ sent_at: at(minutes), created_at: at(minutes), ...more });
const asked = (minutes: number) => message(minutes, { action_cd: 'received', body: 'Where is it?' });
const draft = (minutes: number, body: string, title = 'Draft') => message(minutes, { method_cd: 'record', action_cd: 'sent', title, body });
const reply = (minutes: number, body: string) => message(minutes, { action_cd: 'sent', body });

async function figures(messages: MessageInput[], options: INodeParameters = {}) {
	const { ticket_id } = service.simulator.store.createTicket({ message_box_id: 101, messages });
	const [ticket] = (await service.json({ ticketId: byId(ticket_id), getTicketOptions: { includeMetrics: true, ...options } })) as IDataObject[];
	return [ticket.draft_count, ticket.drafts_sent_unchanged, ticket.draft_similarity];
}

const TEXT = 'Thank you for your message. The parcel left on Monday.';

it.each<[string, MessageInput[], INodeParameters, unknown[]]>([
	['a draft that was sent as it was, above the quoted mail', [asked(0), draft(1, TEXT), reply(2, `${TEXT}\n\nOn Mon, Mar 2, 2026 at 9:00 AM Anna <a@mail.example> wrote:\n> Where is it?`)], {}, [1, 1, 1]],
	['the newest draft before the reply', [asked(0), draft(1, 'No idea'), draft(2, TEXT), reply(3, TEXT)], {}, [1, 1, 1]],
	['a draft of an earlier reply no more', [asked(0), draft(1, TEXT), reply(2, TEXT), asked(3), reply(4, TEXT)], {}, [1, 1, 1]],
	['each reply, and the mean of them', [asked(0), draft(1, 'one two'), reply(2, 'one two'), asked(3), draft(4, 'one two'), reply(5, 'three four')], {}, [2, 1, 0.5]],
	['memos with another title', [asked(0), draft(1, TEXT, '下書き'), reply(2, TEXT)], { draftTitle: '下書き' }, [1, 1, 1]],
	['no other memo, and no draft that was not sent', [asked(0), draft(1, TEXT, 'Call'), reply(2, TEXT), draft(3, TEXT)], {}, [0, 0, null]],
	['words in another order as a change, and no less', [asked(0), draft(1, 'one two'), reply(2, 'two one')], {}, [1, 0, 0.99]],
])('counts %s', async (_what, messages, options, expected) => {
	expect(await figures(messages, options)).toEqual(expected);
});

const ENGLISH = 'parcel monday warehouse refund invoice courier signature address window morning'.split(' ');
const JAPANESE = ['荷物は月曜日に発送しました', '返金は五営業日以内に行います', '請求書を再送いたします', '配送業者に確認しています', '受取には署名が必要です'];

/** 50 pairs: of the sentences or words of a draft the last ones are replaced by others of the same length. */
const PAIRS = [
	...Array.from({ length: 25 }, (_, index) => ({ all: 10, unchanged: index % 11, of: (unchanged: number) => ENGLISH.map((word, place) => (place < unchanged ? word : `other${'abcdefghij'[place]}${String.fromCharCode(97 + index)}`)).join(index % 2 === 0 ? ' ' : ',\n') })),
	...Array.from({ length: 25 }, (_, index) => ({
		all: 5, unchanged: index % 6, of: (unchanged: number) => JAPANESE.map((sentence, place) => (place < unchanged ? sentence : [...sentence].map((_letter, letter) => String.fromCharCode(0x6c00 + place * 40 + letter + index)).join(''))).join('。'),
	})),
];

it.each(PAIRS.map((pair, index) => ({ ...pair, index })))('says how much was kept: pair $index, $kept of $all', ({ all, unchanged, of }) => {
	const share = similarity(of(all), of(unchanged));
	expect(Math.abs(share - unchanged / all)).toBeLessThan(0.06);
	expect(share === 1).toBe(unchanged === all);
});
