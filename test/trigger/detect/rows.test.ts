import type { TicketSummary } from '../../../nodes/SupportInbox/trigger/api';
import type { Observation } from '../../../nodes/SupportInbox/trigger/detect/detect';
import { detect, isEnough, isUnchanged, needsWholeTicket } from '../../../nodes/SupportInbox/trigger/detect/detect';
import type { TicketMemory } from '../../../nodes/SupportInbox/trigger/memory/model';
import { DAY, HOUR, MINUTE, SECOND } from '../../../nodes/SupportInbox/trigger/time';

import { FRESH, inbox, memory, messageMemory, NOW, OLD, seen, settings, ticket } from '../samples';

describe('a ticket must be read whole without New Message', () => {
	const needs = (given: ReturnType<typeof settings>, shown = FRESH, known: Record<number, TicketMemory> = {}, fields: Partial<Observation> = {}) =>
		needsWholeTicket(seen(shown, fields), inbox({ messageWatermark: null }, known), given);

	it('when it is new and its messages are asked for, or filtered by', () => {
		expect(needs(settings({ includeMessages: true }))).toBe(true);
		expect(needs(settings({}, { hasAttachments: true }))).toBe(true);
		expect(needs(settings())).toBe(false);
		expect(needs(settings({ includeMessages: true }), OLD)).toBe(false);
		expect(needs(settings({ includeMessages: true, events: ['ticketChanged'] }))).toBe(false);
		expect(needs(settings({ includeMessages: true }, { statusCds: ['closed'] }))).toBe(false);
		expect(needs(settings({ includeMessages: true }), FRESH, {}, { silent: true })).toBe(false);
	});

	it('when it has changed and is filtered by its messages', () => {
		const closed = { ...OLD, status_cd: 'closed' };
		const known = { 1: memory() };
		expect(needs(settings({}, { methodCds: ['mail'] }), closed, known)).toBe(true);
		expect(needs(settings({}, { methodCds: ['mail'] }), OLD, known)).toBe(false);
		expect(needs(settings(), closed, known)).toBe(false);
		expect(needs(settings({ events: ['ticketCreated'] }, { methodCds: ['mail'] }), closed, known)).toBe(false);
	});
});

describe('a ticket must be read whole for New Message', () => {
	const given = settings({ events: ['newMessage'] });
	const needs = (known: TicketMemory | null, fields: Partial<Observation> & { shown?: TicketSummary; hasEvicted?: boolean } = {}) => {
		const { shown = OLD, hasEvicted = false, ...observation } = fields;
		return needsWholeTicket(seen(shown, observation), inbox({ hasEvicted }, known === null ? {} : { 1: known }), given);
	};

	it('if it passes the filters', () => {
		const shown = ticket({ updated: -MINUTE });
		const withFilter = (status: string) => needsWholeTicket(seen(shown), inbox({}, { 1: memory() }), settings({ events: ['newMessage'] }, { statusCds: [status] }));
		expect([withFilter('open'), withFilter('closed')]).toEqual([true, false]);
		expect(needs(memory(), { shown, silent: true })).toBe(false);
	});

	it.each([
		['before the end of the slice', -SECOND, true],
		['so soon after it that a message of the slice may not have been visible', 4 * SECOND - 1, true],
		['long enough after it', 4 * SECOND, false],
	])('when it was found in a slice and read %s', (_when, after, again) => {
		const sentUntil = NOW - MINUTE;
		expect(needs(memory({ messages: messageMemory({ readAt: sentUntil + after }) }), { sentUntil })).toBe(again);
	});

	it('when it was found in a slice and its messages were never read', () => {
		expect(needs(null, { sentUntil: NOW })).toBe(true);
		expect(needs(memory({ messages: null }), { sentUntil: NOW, hasEvicted: true })).toBe(true);
		expect(needs(null, { sentUntil: NOW - 2 * HOUR })).toBe(false);
	});

	it('when it was found in a slice, unless a message dated ahead explains it', () => {
		const withAhead = (latestFutureSentAt: number | null) => needs(memory({ messages: messageMemory({ latestFutureSentAt }) }), { sentUntil: NOW });
		expect([withAhead(null), withAhead(NOW), withAhead(NOW + 1)]).toEqual([true, true, false]);
	});

	it('when it has been updated, or may have been in the moment in which it was read', () => {
		const shown = ticket({ updated: -MINUTE });
		expect(needs(memory())).toBe(false);
		expect(needs(memory(), { shown })).toBe(true);
		expect(needs(memory({ settled: false }))).toBe(true);
	});

	it('when it has been updated, unless writes of this process explain it', () => {
		const shown = ticket({ updated: -MINUTE });
		expect(needs(memory(), { shown, explained: [NOW - DAY] })).toBe(false);
		expect(needs(memory(), { shown, explained: [NOW - 2 * DAY] })).toBe(true);
	});

	it('when its messages are not known and it has been updated since the watermark', () => {
		for (const known of [null, memory({ messages: null })]) {
			expect(needs(known, { shown: ticket({ updated: -HOUR }) })).toBe(true);
			expect(needs(known, { shown: ticket({ updated: -HOUR - SECOND }) })).toBe(false);
			expect(needs(known, { shown: { ...OLD, last_updated_at: '' } })).toBe(false);
		}
	});

	it.each([
		[64, 0.25],
		[32, 0.375],
		[63, 0.49609375],
	])('when a sweep finds ticket %s and it was read more than so much of the look-back before: %s', (ticket_id, part) => {
		const shown = ticket({ ticket_id });
		const known = inbox({}, { [ticket_id]: memory({ messages: messageMemory({ readAt: NOW - DAY }) }) });
		const at = (sweepStartedAt: number) => needsWholeTicket(seen(shown, { sweepStartedAt }), known, given);
		expect(at(NOW - DAY + part * DAY)).toBe(false);
		expect(at(NOW - DAY + part * DAY + 1)).toBe(true);
	});

	it('when a sweep finds it and its messages are not known, unless tickets had to be forgotten', () => {
		expect(needs(null, { sweepStartedAt: NOW + DAY })).toBe(true);
		expect(needs(null, { sweepStartedAt: NOW + DAY, hasEvicted: true })).toBe(false);
		expect(needs(memory({ messages: null }), { sweepStartedAt: NOW + DAY, hasEvicted: true })).toBe(false);
	});
});

describe('a ticket that another trigger has read whole', () => {
	const EDITED_AT = NOW - 5 * MINUTE;
	const shown = ticket({ updated: EDITED_AT - NOW });
	const enough = (fields: Partial<Observation>, readAt = NOW - MINUTE, more: { given?: ReturnType<typeof settings>; messageWatermark?: number | null } = {}) => {
		const { given = settings(), messageWatermark = NOW - HOUR } = more;
		const of = inbox({ messageWatermark }, { 1: memory() });
		return isEnough({ ticket: { ...shown, messages: [] }, asOf: readAt }, seen(shown, fields), of, given);
	};

	it('is enough for what has been updated, if it was read after the moment of the update', () => {
		expect(enough({})).toBe(true);
		expect([enough({}, EDITED_AT + 2 * SECOND), enough({}, EDITED_AT + 2 * SECOND + 1)]).toEqual([false, true]);
	});

	it('is not enough where a message may have come since: in the slice, or long ago by a service that does not tell', () => {
		expect([enough({ sentUntil: NOW - MINUTE - 4 * SECOND }), enough({ sentUntil: NOW - MINUTE })]).toEqual([true, false]);
		expect([enough({ sweepStartedAt: NOW + HOUR }), enough({ sweepStartedAt: NOW + DAY })]).toEqual([true, false]);
	});

	it('is not enough for another reason than its messages', () => {
		expect(enough({ announced: true })).toBe(false);
		expect(enough({}, undefined, { messageWatermark: null })).toBe(false);
		expect(enough({}, undefined, { given: settings({}, { methodCds: ['mail'] }) })).toBe(false);
	});
});

describe('a row of which nothing can come', () => {
	const labelled = { ...OLD, label_ids: [1] };
	const rows: Observation[] = [OLD, { ...OLD, status_cd: 'closed' }, ticket({ updated: -MINUTE }), { ...OLD, last_updated_at: '' }, labelled].flatMap((shown) =>
		[{}, { announced: true }, { sentUntil: NOW }, { sweepStartedAt: NOW + DAY }, { asOf: NOW - DAY + SECOND }, { explained: [NOW - DAY] }].map((fields) => seen(shown, fields)),
	);
	const memories = [undefined, memory(), memory({ settled: false }), memory({ snapshot: null }), memory({ messages: null }), memory({ updated: NOW - 2 * DAY })];
	const filters = [{}, { statusCds: ['closed'] }, { statusCds: ['open'] }];
	const watermarks = [NOW - HOUR, null];

	it('changes nothing when it is dealt with, and costs no request', () => {
		let unchanged = 0;
		for (const row of rows) for (const known of memories) for (const filter of filters) for (const messageWatermark of watermarks) {
			const of = inbox({ messageWatermark }, known === undefined ? {} : { 1: known });
			const given = settings({}, filter);
			if (!isUnchanged(row, of, given)) continue;
			unchanged += 1;
			expect(needsWholeTicket(row, of, given)).toBe(false);
			expect(detect(row, null, of, 101, given)).toEqual([]);
			expect(of.tickets.get(1)).toBe(known);
		}
		expect(unchanged).toBeGreaterThan(5);
	});

	it('is one that looks as it did, with messages that need not be looked at', () => {
		const unchanged = (shown: TicketSummary, fields: Partial<Observation> = {}, known = memory(), messageWatermark: number | null = NOW - HOUR) =>
			isUnchanged(seen(shown, fields), inbox({ messageWatermark }, { 1: known }), settings({}, { statusCds: ['open'] }));
		expect(unchanged(OLD)).toBe(true);
		expect(unchanged(OLD, { sweepStartedAt: NOW })).toBe(true);
		expect(unchanged(OLD, { sweepStartedAt: NOW + DAY })).toBe(false);
		expect(unchanged(OLD, { silent: true })).toBe(false);
		expect(unchanged(OLD, { sentUntil: NOW - DAY })).toBe(false);
		expect(unchanged(labelled)).toBe(false);
		expect(unchanged(OLD, {}, memory({ messages: null }), null)).toBe(true);
		expect([unchanged(OLD, { asOf: NOW - DAY + 2 * SECOND }), unchanged(OLD, { asOf: NOW - DAY + 2 * SECOND + 1 })]).toEqual([false, true]);
	});
});
