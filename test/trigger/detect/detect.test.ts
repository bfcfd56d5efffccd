import type { TicketSummary } from '../../../nodes/SupportInbox/store/ticketFields';
import type { TicketMessage, Row } from '../../../nodes/SupportInbox/store/tickets';
import { DAY, HOUR, MINUTE, SECOND } from '../../../nodes/SupportInbox/store/time';
import { type MessagesRead, type Seen, detect, isNewTicket } from '../../../nodes/SupportInbox/trigger/detect/detect';
import { needsDetails } from '../../../nodes/SupportInbox/trigger/detect/needsDetails';
import type { InboxState, QueueEntry } from '../../../nodes/SupportInbox/trigger/state/state';
import { details, FRESH, inbox, memory, message, messageMemory, NOW, OLD, row, seen, settings, ticket } from '../samples';

/** The details of a ticket, a second after its row was read. */
const readAfter = (shown: TicketSummary, ...messages: TicketMessage[]) => details(shown, messages, SECOND);

/** What is concluded from a row. */
function concluded(shown: Row, known: MessagesRead = null, of: InboxState = inbox(), given = settings(), entry?: QueueEntry) {
	const result = detect(seen(shown, { entry }), known, of, 101, given);
	return { ...result, names: result.events.map(({ event }) => event) };
}

it('a ticket is new when it is unknown and created since the inbox began, or was new when it was put on the list', () => {
	expect(isNewTicket({ row: row(ticket({ created: -HOUR })) }, inbox())).toBe(true);
	expect(isNewTicket({ row: row(ticket({ created: -HOUR - SECOND })) }, inbox())).toBe(false);
	expect(isNewTicket({ row: row(FRESH) }, inbox({}, { 1: memory() }))).toBe(false);
	expect(isNewTicket({ row: row(OLD), entry: { detailsFrom: null, isNew: true } }, inbox())).toBe(true);
	expect(isNewTicket({ row: row(OLD), entry: { detailsFrom: null, isOfStart: true } }, inbox({}, { 1: memory() }))).toBe(true);
});

describe('Ticket Created', () => {
	it('is emitted for a new ticket that fits, as the newest answer shows it', () => {
		const renamed = { ...FRESH, title: 'Read later' };
		expect(concluded(row(FRESH)).events).toEqual([{ event: 'ticketCreated', message_box_id: 101, ...FRESH }]);
		expect(concluded(row(FRESH), readAfter(renamed)).events).toEqual([{ event: 'ticketCreated', message_box_id: 101, ...renamed }]);
		expect(concluded(row(FRESH, { asOf: NOW + MINUTE }), readAfter(renamed)).events[0].title).toBe(FRESH.title);
		expect(concluded(row(OLD)).names).toEqual([]);
		expect(concluded(row(FRESH), null, inbox(), settings({ events: ['newMessage'] })).names).toEqual([]);
		expect(concluded(row(FRESH), null, inbox(), settings({}, { statusCds: ['closed'] })).names).toEqual([]);
		expect(concluded(row(FRESH), readAfter({ ...FRESH, status_cd: 'closed' }), inbox(), settings({}, { statusCds: ['open'] })).names).toEqual([]);
	});

	it('that has left Spam is emitted if only the details show that yet', () => {
		const inSpam = { ...FRESH, status_cd: 'spam' };
		const { names, ticket: known } = concluded(row(inSpam));
		expect([names, known.isNew]).toEqual([[], true]);
		expect(concluded(row(inSpam), null, inbox({}, { 1: known })).ticket.isNew).toBe(true);
		expect(concluded(row(inSpam), readAfter(FRESH), inbox({}, { 1: known }), settings({ events: ['ticketCreated'] })).names).toEqual(['ticketCreated']);
	});
});

describe('New Message', () => {
	const three = [message(1, -2 * HOUR), message(2, -MINUTE), message(3, -30 * MINUTE)];

	it('is emitted for each new message, after the ticket that came with it', () => {
		const { events } = concluded(row(FRESH), readAfter(FRESH, message(2, 0), message(1, -MINUTE)));
		expect(events.map(({ event, message: fresh }) => [event, fresh?.message_id])).toEqual([['ticketCreated', undefined], ['newMessage', 1], ['newMessage', 2]]);
		expect(concluded(row(FRESH), readAfter(FRESH, message(1, 0)), inbox(), settings({ skipFirstMessage: true })).names).toEqual(['ticketCreated']);
	});

	it('is emitted for what came after the first message, also if a new ticket is read late', () => {
		const skipping = settings({ skipFirstMessage: true });
		const { events } = concluded(row(FRESH), readAfter(FRESH, message(2, 0), message(1, -MINUTE)), inbox(), skipping);
		expect(events.map(({ event, shown }) => [event, shown?.message_id])).toEqual([['ticketCreated', 1], ['newMessage', 2]]);
	});

	it('is about what came since the messages were handled, in a ticket that fits', () => {
		const known = inbox({}, { 1: memory({ messages: messageMemory({ processed: [3] }) }) });
		expect(concluded(row(OLD), readAfter(OLD, ...three), known).events.map(({ message: fresh }) => fresh?.message_id)).toEqual([2]);
		expect(concluded(row(OLD), readAfter(OLD, ...three), known, settings({}, { statusCds: ['closed'] })).names).toEqual([]);
	});

	it('is not about older messages of a ticket that leaves Spam when the event begins', () => {
		const known = inbox({ messagesSince: NOW }, { 1: memory({ messages: undefined, isNew: true }) });
		expect(concluded(row(FRESH), readAfter(FRESH, message(1, -MINUTE)), known, settings({ events: ['newMessage'] })).names).toEqual([]);
	});

	it('lets go what comes while the ticket does not fit', () => {
		const closed = settings({}, { statusCds: ['closed'] });
		const { ticket: left } = concluded(row(OLD), null, inbox({}, { 1: memory() }), closed);
		expect(left.messages).toMatchObject({ newFrom: NOW, readAt: NOW });
		const draft = message(5, -30 * MINUTE, { action_cd: 'sent', sent_at: new Date(NOW + 500).toISOString() });
		const sent = settings({ messages: { methodCds: [], actionCds: ['sent'] } });
		expect(concluded(row(OLD), readAfter(OLD, ...three, draft), inbox({}, { 1: left }), sent).events.map(({ message: fresh }) => fresh?.message_id)).toEqual([5]);
		const [before, within] = [message(6, -SECOND), message(7, 0)];
		const back = concluded(row(OLD), readAfter(OLD, before, within), inbox({}, { 1: left }));
		expect(back.events.flatMap(({ message: fresh }) => fresh?.message_id ?? [])).toEqual([7]);
	});
});

const known = inbox({}, { 1: memory() });

it('Ticket Field Changed is emitted by the row when the details come later, and the ticket stays one whose messages are to be read', () => {
	const moved = ticket({ updated: -MINUTE, color_cd: 'red' });
	const { names, ticket: next } = concluded(row(moved), 'later', known);
	expect(names).toEqual(['ticketFieldChanged']);
	expect(needsDetails(seen(row(moved)), inbox({}, { 1: next }), settings())).toMatchObject({ rank: 1 });
});

describe('the details of a ticket', () => {
	const known = inbox({}, { 1: memory() });
	const need = (shown: Row, of = known, given = settings(), more: Partial<Seen> = {}) => needsDetails(seen(shown, more), of, given);

	it.each<[string, Row, Partial<Seen>, object | null]>([
		['a quiet ticket does not need them', row(OLD), {}, null],
		['one that a search for new activity found does', row(OLD), { foundAt: NOW }, { detailsFrom: NOW, rank: 0 }],
		['one that has moved since it was found needs those of then', row(ticket({ updated: -MINUTE })), { foundAt: NOW - MINUTE }, { detailsFrom: NOW, rank: 0 }],
		['one whose last_updated_at moved does', row(ticket({ updated: -MINUTE })), {}, { detailsFrom: NOW, rank: 1 }],
		['one that only a write of ours has moved does not', row(ticket({ updated: -MINUTE }), { explained: [NOW - DAY] }), {}, null],
		['one in the look-back that was not read for long does', row(OLD, { asOf: NOW + 12 * HOUR, sentUntil: NOW }), {}, { rank: 2 }],
		['one beyond the look-back does not', row(OLD, { asOf: NOW + 12 * HOUR, sentUntil: NOW - 2 * DAY }), {}, null],
	])('%s', (_what, shown, more, expected) => {
		const needed = need(shown, known, settings(), more);
		if (expected === null) expect(needed).toBeNull();
		else expect(needed).toMatchObject(expected);
	});

	it('are needed by what is on the list, also when its row does not say why any more', () => {
		expect(need(row(OLD), known, settings(), { entry: { detailsFrom: NOW } })).toEqual({ detailsFrom: NOW, rank: 0 });
		expect(need(row(OLD), known, settings(), { entry: { detailsFrom: NOW - 2 * HOUR } })).toBeNull();
	});

	it('are needed for a new ticket with its messages, and for a change under a filter by messages', () => {
		const created = settings({ events: ['ticketCreated'], includeMessages: true });
		expect(need(row(FRESH), inbox({ messagesSince: null }), created)).toMatchObject({ rank: 0 });
		expect(need(row(FRESH), inbox({ messagesSince: null }), { ...created, includeMessages: false })).toBeNull();
		const changed = settings({ events: ['ticketFieldChanged'] }, { hasAttachments: true });
		expect(need(row({ ...OLD, color_cd: 'red' }), inbox({ messagesSince: null }, { 1: memory() }), changed)).not.toBeNull();
	});

	it('of before it moved do not count for what moved it', () => {
		const moved = row(ticket({ updated: -MINUTE }), { asOf: NOW + MINUTE, movedAt: NOW + MINUTE });
		const { ticket: next } = concluded(moved, readAfter(OLD), known);
		expect(need(moved, inbox({}, { 1: next }))).toMatchObject({ detailsFrom: NOW + MINUTE });
	});

	it('are read once more when the last edit was in the same moment', () => {
		const edited = ticket({ updated: 0 });
		const { ticket: next } = concluded(row(edited), readAfter(edited), known);
		expect(need(row(edited), inbox({}, { 1: next }))).toMatchObject({ detailsFrom: NOW + 2 * SECOND });
	});

	it('are not read again for a message dated ahead alone', () => {
		const of = inbox({}, { 1: memory({ messages: messageMemory({ ahead: NOW + DAY }) }) });
		expect(need(row(OLD), of, settings(), { foundAt: NOW })).toBeNull();
	});
});
