import { decodeState } from '../../../nodes/SupportInbox/trigger/memory/encoding/state';
import { keepWithinLimits, storeWithinLimits } from '../../../nodes/SupportInbox/trigger/memory/limits';
import type { InboxState, Snapshot, TicketMemory, TriggerState } from '../../../nodes/SupportInbox/trigger/memory/model';
import { emptyState } from '../../../nodes/SupportInbox/trigger/memory/model';
import { DAY, HOUR, LATE_BY, MINUTE, SECOND } from '../../../nodes/SupportInbox/trigger/time';

import { inbox, messageMemory, NOW } from '../samples';

const LOOK: Omit<Snapshot, 'title'> = { status_cd: 'open', assignee: null, color_cd: null, label_ids: [], case_category_ids: [], pending_reason_id: null };

/** A ticket that was created and updated so long ago. */
function quiet(since: number, title: string | null = 'Question', fields: Partial<TicketMemory> = {}): TicketMemory {
	const at = NOW - since;
	return { created: at, updated: at, settled: true, snapshot: title === null ? null : { ...LOOK, title }, messages: null, ...fields };
}

/** An inbox that has been read to the end. */
function holding(tickets: Record<number, TicketMemory>, fields: Partial<InboxState> = {}): InboxState {
	return inbox({ watermark: 0, messageWatermark: 0, readToEndUntil: NOW, ...fields }, tickets);
}

const stateWith = (...inboxes: InboxState[]): TriggerState => ({ ...emptyState(), inboxes: new Map(inboxes.map((each, place) => [101 + place, each])) });

/** @returns the tickets that are known, those of them that are watched, and the inbox */
function seenIn(state: TriggerState, id = 101) {
	const of = state.inboxes.get(id) as InboxState;
	const known = [...of.tickets.keys()];
	return { known, watched: known.filter((ticket) => of.tickets.get(ticket)?.snapshot !== null), inbox: of };
}

describe('the number of tickets', () => {
	const limited = (state: TriggerState, watched: number, remembered: number) => {
		keepWithinLimits(state, { watched, remembered });
		return seenIn(state);
	};

	it('is kept by letting go of those that have been quiet the longest', () => {
		const five = () => stateWith(holding({ 1: quiet(HOUR), 2: quiet(5 * HOUR), 3: quiet(2 * HOUR), 4: quiet(4 * HOUR), 5: quiet(3 * HOUR) }));
		expect(limited(five(), 2, 4)).toMatchObject({ known: [1, 3, 4, 5], watched: [1, 3] });
		expect(limited(five(), 5, 10)).toMatchObject({ known: [1, 2, 3, 4, 5], watched: [1, 2, 3, 4, 5] });
		expect(limited(five(), 4, 5)).toMatchObject({ known: [1, 2, 3, 4, 5], watched: [1, 3, 4, 5] });
	});

	it('is left as it is while it is within the limits, whichever tickets are watched', () => {
		const tickets = { 1: quiet(HOUR, null), 2: quiet(2 * HOUR, null), 3: quiet(3 * HOUR) };
		expect(limited(stateWith(holding(tickets)), 1, 3)).toMatchObject({ known: [1, 2, 3], watched: [3] });
		const { inbox: after, watched } = limited(stateWith(holding(tickets)), 0, 3);
		expect(watched).toEqual([]);
		// What was only known stays the same object, which is not encoded anew.
		expect(after.tickets.get(1)).toBe(tickets[1]);
	});

	it('is that of all inboxes together', () => {
		const state = stateWith(holding({ 1: quiet(HOUR), 2: quiet(4 * HOUR) }), holding({ 3: quiet(2 * HOUR), 4: quiet(3 * HOUR) }));
		expect(limited(state, 2, 3)).toMatchObject({ known: [1], watched: [1], inbox: { hasEvicted: true } });
		expect(seenIn(state, 102)).toMatchObject({ known: [3, 4], watched: [3], inbox: { hasEvicted: false } });
	});

	it.each([
		['what was given of it, where it has been read', { from: NOW - 5 * HOUR, done: [7], readAt: NOW - 2 * HOUR }, NOW - 2 * HOUR + 5 * SECOND + 1],
		['what it was, where it has not', { from: NOW - HOUR, done: [], readAt: NOW - HOUR }, NOW - 3 * HOUR],
		['what is dealt with of it, where nothing was ever read', { from: NOW - 4 * HOUR, done: [], readAt: NOW - 4 * HOUR }, NOW - 4 * HOUR],
	])('sets the own watermark of a ticket that cannot be shown to %s', (_what, read, messageWatermark) => {
		const unreadable = [{ ticketId: 1, polls: 3, nextTryAt: NOW, isNew: false, messageWatermark: NOW - 3 * HOUR }];
		const ticket = quiet(6 * HOUR, 'Question', { updated: read.done.length > 0 ? NOW - HOUR : NOW - 6 * HOUR, messages: messageMemory(read) });
		const { inbox: after } = limited(stateWith(holding({ 1: ticket, 2: quiet(MINUTE) }, { unreadable })), 1, 1);
		expect(after.unreadable).toEqual([{ ...unreadable[0], messageWatermark }]);
	});

	it('within a moment leaves the younger tickets', () => {
		const tickets = { 7: quiet(HOUR), 9: quiet(HOUR), 8: quiet(HOUR) };
		expect(limited(stateWith(holding(tickets)), 1, 2)).toMatchObject({ known: [8, 9], watched: [9] });
	});

	it.each([
		['it was updated', quiet(3 * HOUR, 'Question', { updated: NOW - HOUR })],
		['it was created, whatever its update says', quiet(3 * HOUR, 'Question', { created: NOW - HOUR })],
		['a message of it was told', quiet(3 * HOUR, 'Question', { messages: messageMemory({ from: NOW - 2 * HOUR, done: [7], readAt: NOW }) })],
		['it has a message dated ahead', quiet(3 * HOUR, 'Question', { messages: messageMemory({ from: 0, readAt: 0, latestFutureSentAt: NOW + DAY }) })],
	])('counts a ticket from when %s', (_what, ticket) => {
		expect(limited(stateWith(holding({ 1: ticket, 2: quiet(2 * HOUR) })), 1, 1).known).toEqual([1]);
	});

	it.each([
		['messages that came before they were read', messageMemory({ from: NOW, done: [7], readAt: NOW - 3 * HOUR })],
		['messages that were never told', messageMemory({ from: NOW, done: [], readAt: NOW })],
	])('does not count a ticket from %s', (_what, messages) => {
		expect(limited(stateWith(holding({ 1: quiet(3 * HOUR, 'Question', { messages }), 2: quiet(2 * HOUR) })), 1, 1).known).toEqual([2]);
	});

	it('keeps what came since the inbox was read to the end, so that the rest of a crowd is not taken for old', () => {
		const tickets = { 1: quiet(0), 2: quiet(SECOND), 3: quiet(SECOND + 1), 4: quiet(HOUR) };
		expect(limited(stateWith(holding(tickets)), 0, 0)).toMatchObject({ known: [1, 2], watched: [], inbox: { watermark: NOW - SECOND } });
	});
});

describe('a ticket that was forgotten', () => {
	const forgotten = (ticket: TicketMemory, fields: Partial<InboxState> = {}) => {
		const state = stateWith(holding({ 1: ticket }, fields));
		keepWithinLimits(state, { watched: 0, remembered: 0 });
		return seenIn(state).inbox;
	};

	it('is not new when it shows up again', () => {
		expect(forgotten(quiet(HOUR))).toMatchObject({ hasEvicted: true, watermark: NOW - HOUR + 1 });
		expect(forgotten(quiet(HOUR), { watermark: NOW }).watermark).toBe(NOW);
		expect(forgotten(quiet(HOUR, 'Question', { updated: NOW - MINUTE })).watermark).toBe(NOW - HOUR + 1);
	});

	it('had its messages until its last activity, not those that have come since', () => {
		const after = (messages: Partial<TicketMemory['messages']>, fields: Partial<InboxState> = {}) =>
			forgotten(quiet(DAY, 'Question', { messages: messageMemory(messages ?? {}) }), fields).messageWatermark;
		expect(after({ from: NOW, readAt: NOW })).toBe(NOW - DAY + 1);
		expect(after({ from: NOW, readAt: NOW }, { messageWatermark: NOW })).toBe(NOW);
		// Told were those until an hour after `from`, but for what came when the answer had been written.
		expect(after({ from: NOW - 5 * HOUR, done: [7], readAt: NOW })).toBe(NOW - 5 * HOUR + LATE_BY + 1);
		expect(after({ from: NOW - 5 * HOUR, done: [7], readAt: NOW - 5 * HOUR })).toBe(NOW - 5 * HOUR + 5 * SECOND + 1);
		// It was updated after its messages had been read.
		expect(after({ from: NOW - 3 * DAY, readAt: NOW - 2 * DAY })).toBe(NOW - 2 * DAY + 5 * SECOND + 1);
		// It was given messages, left the filters, came back, and was read again.
		expect(after({ from: NOW - HOUR, readAt: NOW })).toBe(NOW - HOUR);
	});

	it.each([
		['when it has been given', [], false],
		['but as one of the start that still waits', [1], true],
	])('that could not be read is no longer new %s', (_what, initialTickets, isNew) => {
		const unreadable = [{ ticketId: 1, polls: 3, nextTryAt: NOW, isNew: true, messageWatermark: null }];
		const after = forgotten(quiet(HOUR), { unreadable, initialTickets, messageWatermark: null });
		expect(after.unreadable).toEqual([{ ...unreadable[0], isNew }]);
	});

	it('that could not be read is tried again with what was known of its messages, and no other is', () => {
		const unreadable = (ticketId: number) => ({ ticketId, polls: 1, nextTryAt: NOW, isNew: true, messageWatermark: 5 });
		const messages = messageMemory({ from: NOW - 2 * DAY, done: [7], readAt: NOW - 2 * DAY });
		const after = forgotten(quiet(HOUR, 'Question', { messages }), { unreadable: [unreadable(1), unreadable(2)] });
		expect(after.unreadable).toEqual([{ ...unreadable(1), isNew: false, messageWatermark: after.messageWatermark }, unreadable(2)]);
		expect(after.messageWatermark).toBe(NOW - 2 * DAY + 5 * SECOND + 1);
	});

	it('without messages, or without New Message, says nothing about messages', () => {
		expect(forgotten(quiet(HOUR)).messageWatermark).toBe(0);
		expect(forgotten(quiet(HOUR, 'Question', { messages: messageMemory() }), { messageWatermark: null }).messageWatermark).toBeNull();
	});
});

describe('the size of what is stored', () => {
	const LONG = 'A long title of a ticket that takes room';
	const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
	const MUCH = 1_000_000;
	const wholeOf = (state: TriggerState) => storeWithinLimits(state, { watched: 10, bytes: MUCH });
	/** Stores a state in so many bytes less than it takes. @returns its tickets with their titles; null: only known, true: only its hash */
	function stored(state: TriggerState, less: number, watched = 10) {
		const bytes = sizeOf(wholeOf(state)) - less;
		const written = storeWithinLimits(state, { watched, bytes });
		const tickets = [...decodeState(written).inboxes.values()].flatMap(({ tickets: of }) => [...of]);
		const titles = tickets.map(([id, { snapshot }]) => [id, snapshot === null ? null : typeof snapshot.title === 'string' ? snapshot.title : true]);
		return { bytes, size: sizeOf(written), titles: Object.fromEntries(titles) as Record<number, unknown> };
	}
	const hashed = (since: number) => quiet(since, null, { snapshot: { ...LOOK, title: { titleHash: 'abcdef' } } });
	const three = (titles = [LONG, LONG, LONG]) => stateWith(holding({ 1: quiet(2 * HOUR, titles[0]), 2: quiet(HOUR, titles[1]) }), holding({ 3: quiet(3 * HOUR, titles[2]) }));

	it('is left as it is while there is room', () => {
		expect(stored(three(), 0).titles).toEqual({ 1: LONG, 2: LONG, 3: LONG });
	});

	it('is reduced by the titles of the quietest tickets, no more of them than need be', () => {
		const saved = LONG.length - 7;
		expect(stored(three(), 1).titles).toEqual({ 1: LONG, 2: LONG, 3: true });
		expect(stored(three(), saved).titles).toEqual({ 1: LONG, 2: LONG, 3: true });
		expect(stored(three(), saved + 1).titles).toEqual({ 1: true, 2: LONG, 3: true });
	});

	it('counts titles in bytes', () => {
		const wide = 'ご注文番号の配送';
		expect(stored(three([LONG, LONG, wide]), wide.length * 3 - 7).titles).toEqual({ 1: LONG, 2: LONG, 3: true });
	});

	it('leaves titles that are no longer than a hash, and those that are hashes already', () => {
		expect(stored(three([LONG, LONG, '1234567']), 1).titles).toEqual({ 1: true, 2: LONG, 3: '1234567' });
		expect(stored(three([LONG, LONG, '12345678']), 1).titles).toEqual({ 1: LONG, 2: LONG, 3: true });
		const some = stateWith(holding({ 1: quiet(HOUR, LONG), 2: quiet(2 * HOUR, null), 3: hashed(3 * HOUR) }));
		expect(stored(some, 1).titles).toEqual({ 1: true, 2: null, 3: true });
	});

	it('is only reduced by titles where that is just enough', () => {
		const reduced = stateWith(holding({ 1: hashed(2 * HOUR), 2: hashed(HOUR) }), holding({ 3: hashed(3 * HOUR) }));
		const less = sizeOf(wholeOf(three())) - sizeOf(wholeOf(reduced));
		expect(stored(three(), less)).toMatchObject({ titles: { 1: true, 2: true, 3: true } });
		expect(stored(three(), less + 1, 3).titles).toEqual({ 1: true, 2: true, 3: null });
	});

	const many = (count: number, fields: Partial<InboxState> = {}) =>
		stateWith(holding(Object.fromEntries(Array.from({ length: count }, (_, place) => [place + 1, quiet((place + 1) * HOUR, `T${place}`)])), fields));
	const ids = (count: number) => Array.from({ length: count }, (_, place) => place + 1);

	it('is reduced to fewer watched tickets, a fifth less each time, and twice as many that are known', () => {
		const state = many(40);
		const { size, bytes } = stored(state, 1, 10);
		expect(size).toBeLessThanOrEqual(bytes);
		expect(seenIn(state)).toMatchObject({ known: ids(16), watched: ids(8) });
		const further = many(40);
		const limit = sizeOf(wholeOf(seenAs(many(40), 8, 16))) - 1;
		storeWithinLimits(further, { watched: 10, bytes: limit });
		expect(seenIn(further)).toMatchObject({ known: ids(12), watched: ids(6) });
	});

	/** The state with so many tickets. */
	function seenAs(state: TriggerState, watched: number, remembered: number): TriggerState {
		keepWithinLimits(state, { watched, remembered });
		return state;
	}

	it('is reduced by all that is watched before anything is forgotten that has not been read to the end', () => {
		const unread = () => many(40, { readToEndUntil: 0 });
		const state = unread();
		// With room for what the watched tickets had in common, which is still stored when they are gone.
		storeWithinLimits(state, { watched: 10, bytes: sizeOf(wholeOf(seenAs(unread(), 0, 40))) + 50 });
		expect(seenIn(state)).toMatchObject({ known: ids(40), inbox: { hasEvicted: false } });
	});

	it('is kept even where nothing has been read to the end: at last the quietest are forgotten, a tenth each time', () => {
		const unwatched = Object.fromEntries(ids(40).map((id) => [id, quiet(id * HOUR, null)]));
		const state = stateWith(holding(unwatched, { readToEndUntil: 0 }));
		storeWithinLimits(state, { watched: 10, bytes: sizeOf(wholeOf(state)) - 1 });
		expect(seenIn(state)).toMatchObject({ known: ids(36), watched: [], inbox: { watermark: NOW - 37 * HOUR + 1 } });
	});

	it('holds nothing of what has been read when no ticket can be watched', () => {
		const state = many(10);
		storeWithinLimits(state, { watched: 1, bytes: sizeOf(wholeOf(many(9))) });
		expect(seenIn(state).known).toEqual([]);
	});

	it('is what it is when there is nothing to forget', () => {
		expect(sizeOf(storeWithinLimits(stateWith(holding({})), { watched: 10, bytes: 1 }))).toBeGreaterThan(1);
	});
});
