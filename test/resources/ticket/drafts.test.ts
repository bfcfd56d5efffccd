/** How much people change drafts, as Include Metrics says (docs/output.md, Figures). */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
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
	['how many words were kept', [asked(0), draft(1, 'parcel monday warehouse refund'), reply(2, 'parcel monday warehouse order')], {}, [1, 0, 0.75]],
	['how much of a text without blanks was kept', [asked(0), draft(1, '荷物は月曜日に発送しました'), reply(2, '荷物は火曜日に発送しました')], {}, [1, 0, 0.83]],
	['words in another order as a change, and no less', [asked(0), draft(1, 'one two'), reply(2, 'two one')], {}, [1, 0, 0.99]],
])('counts %s', async (_what, messages, options, expected) => {
	expect(await figures(messages, options)).toEqual(expected);
});
