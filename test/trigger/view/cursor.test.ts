import * as fc from 'fast-check';

import { OPEN_END } from '../../../nodes/SupportInbox/trigger/time';
import type { Cursor } from '../../../nodes/SupportInbox/trigger/view/cursor';
import { afterAnswer, cursorAt, fixed, nextAsk, WHOLE } from '../../../nodes/SupportInbox/trigger/view/cursor';

interface Row {
	id: number;
	sentAt: number;
}

const NOW = 1_000_000;

/** Reads a period as the trigger does, from a list in any fixed order. */
function readAll(list: () => Row[], start: number, end: number, onRequest: (count: number) => void = () => {}) {
	const seen: number[] = [];
	let cursor: Cursor = cursorAt(start);
	for (let count = 1; count < 2_000; count++) {
		onRequest(count);
		const ask = nextAsk(cursor, end, NOW);
		const matching = list().filter(({ sentAt }) => sentAt >= ask.since && sentAt <= ask.until);
		const page = matching.slice((ask.page - 1) * ask.per_page, ask.page * ask.per_page);
		const step = afterAnswer(cursor, ask, end, page.map(({ id }) => id), NOW);
		if (step.accepted) seen.push(...page.map(({ id }) => id));
		cursor = step.cursor;
		if (step.complete) return { seen, cursor, requests: count };
	}
	throw new Error('does not end');
}

/** Send times that crowd together, as they do after an import. */
const rows = fc
	.array(fc.oneof(fc.integer({ min: 900_000, max: NOW }), fc.constantFrom(930_000, 930_001, NOW, NOW + 86_400)), { maxLength: 400 })
	.map((times) => times.map((sentAt, id) => ({ id, sentAt })));

describe('the reading of a period', () => {
	it('meets every row, whatever the times and the order, and ends', () => {
		fc.assert(
			fc.property(rows, fc.boolean(), fc.constantFrom(OPEN_END, NOW, 950_000), (given, newestFirst, end) => {
				const ordered = newestFirst ? [...given].sort((a, b) => b.sentAt - a.sentAt) : given;
				const { seen, cursor } = readAll(() => ordered, 900_000, end);
				const wanted = given.filter(({ sentAt }) => sentAt <= end).map(({ id }) => id);
				expect(wanted.filter((id) => !seen.includes(id))).toEqual([]);
				expect(cursor.at).toBe(Math.min(end, NOW));
				expect(cursor.pageCursor).toBeNull();
			}),
			{ numRuns: 200 },
		);
	});

	it('ends an open slice that is read page by page where it was when that began', () => {
		const cursor = cursorAt(NOW);
		const page = Array.from({ length: 50 }, (_, id) => id);
		const first = afterAnswer(cursor, nextAsk(cursor, OPEN_END, NOW), OPEN_END, page, NOW);
		const ask = nextAsk(first.cursor, OPEN_END, NOW + 60);
		const last = afterAnswer(first.cursor, ask, OPEN_END, [...page.slice(-3), 50], NOW + 60);
		// What has been sent in between is in front of the pages that were read.
		expect(last).toMatchObject({ complete: true, cursor: { at: NOW, pageCursor: null } });
	});

	it('meets every row that stays while others leave the list or come to its front', () => {
		fc.assert(
			fc.property(fc.integer({ min: 60, max: 300 }), fc.array(fc.tuple(fc.integer({ min: 2, max: 20 }), fc.integer({ min: -15, max: 5 })), { maxLength: 12 }), (size, shifts) => {
				let list = Array.from({ length: size }, (_, id) => ({ id, sentAt: 930_000 }));
				const { seen } = readAll(() => list, 929_999, 930_001, (count) => {
					for (const [at, by] of shifts) {
						if (at !== count) continue;
						list = by < 0 ? list.slice(-by) : [...Array.from({ length: by }, (_, n) => ({ id: -count * 10 - n - 1, sentAt: 930_000 })), ...list];
					}
				});
				expect(list.filter(({ id }) => id >= 0 && !seen.includes(id))).toEqual([]);
			}),
			{ numRuns: 200 },
		);
	});

	it('is one request when all fits into one answer', () => {
		expect(readAll(() => [{ id: 1, sentAt: 950_000 }], 900_000, OPEN_END).requests).toBe(1);
	});

	it('does not go past the present of the service, whatever the rows are dated and the host believes', () => {
		const ask = nextAsk(cursorAt(NOW - 60, 100), OPEN_END, NOW + 600);
		expect(ask.until).toBe(NOW + 40);
		expect(afterAnswer(cursorAt(NOW - 60, 100), ask, OPEN_END, [1], NOW).cursor.at).toBe(NOW);
	});

	it('goes back when the clock of the service does', () => {
		const cursor = cursorAt(NOW + 3_600);
		const ask = nextAsk(cursor, OPEN_END, NOW);
		expect(afterAnswer(cursor, ask, OPEN_END, [], NOW).cursor.at).toBe(NOW);
	});
});

/** Ids of so many rows. */
const some = (count: number, first = 0) => Array.from({ length: count }, (_, place) => first + place);
/** A slice of the past from NOW - 1,000 on, of which pages have been read. */
const paged = (rows: number, lastRows: number[], width = 500): Cursor => ({ at: NOW - 1_000, width, pageCursor: { rows, lastRows, startedAt: NOW - 20 } });

describe('the next request', () => {
	it('asks from a second before, as neighbours share one, and for the whole until a width is known', () => {
		expect(nextAsk(cursorAt(NOW - 100), OPEN_END, NOW)).toEqual({ since: NOW - 101, until: OPEN_END, per_page: 50, page: 1 });
		expect(nextAsk(cursorAt(NOW - 100), NOW - 50, NOW)).toMatchObject({ until: NOW - 50 });
		expect(nextAsk(cursorAt(NOW - 100, 10), NOW - 50, NOW)).toMatchObject({ until: NOW - 90 });
	});

	it('leaves a slice open that reaches the present, and only that', () => {
		expect(nextAsk(cursorAt(NOW - 100, 100), OPEN_END, NOW).until).toBe(OPEN_END);
		expect(nextAsk(cursorAt(NOW - 100, 99), OPEN_END, NOW).until).toBe(NOW - 1);
	});

	it('asks for a second at least, when the end lies before the begin', () => {
		expect(nextAsk(cursorAt(NOW), NOW - 10, NOW)).toMatchObject({ since: NOW - 1, until: NOW });
	});

	it('goes on with a page that shares rows with what was read', () => {
		// Rows 48 to 94 of 50 that were read; then rows 91 to 135 of 94.
		expect(nextAsk(paged(50, []), NOW, NOW)).toMatchObject({ per_page: 47, page: 2 });
		expect(nextAsk(paged(94, []), NOW, NOW)).toMatchObject({ per_page: 45, page: 3 });
	});

	it('goes on however many rows were read', () => {
		for (let rows = 50; rows < 20_000; rows++) {
			const { per_page: size, page } = nextAsk(paged(rows, []), NOW, NOW);
			expect(size).toBeLessThanOrEqual(50);
			expect(size * (page - 1)).toBeLessThanOrEqual(rows - 3);
			expect(size * page).toBeGreaterThanOrEqual(rows + 22);
		}
	});
});

describe('a full answer', () => {
	it('about new activity is thrown away for an eighth of its time', () => {
		const cursor = cursorAt(NOW - 800);
		const step = afterAnswer(cursor, nextAsk(cursor, OPEN_END, NOW), OPEN_END, some(50), NOW);
		expect(step).toEqual({ accepted: false, isRead: false, complete: false, cursor: { at: NOW - 800, width: 100, pageCursor: null } });
	});

	it('about more than two seconds is narrowed down to one, about less it is read page by page', () => {
		const step = (width: number) => {
			const cursor = cursorAt(NOW - 800, width);
			return afterAnswer(cursor, nextAsk(cursor, OPEN_END, NOW), OPEN_END, some(50), NOW).cursor;
		};
		expect(step(2)).toMatchObject({ width: 1, pageCursor: null });
		expect(step(1)).toEqual({ at: NOW - 800, width: 1, pageCursor: { rows: 50, lastRows: [44, 45, 46, 47, 48, 49], startedAt: NOW } });
	});

	/** Reads full pages of the past. @returns how many it reads of a slice, of `most` */
	const pagesOf = (width: number, most: number) => {
		const end = NOW - 100;
		let cursor: Cursor = { ...cursorAt(NOW - 50_000), width };
		for (let pages = 1; pages < most; pages++) {
			const ask = nextAsk(cursor, end, NOW);
			const before = cursor.pageCursor?.rows ?? 3;
			const step = afterAnswer(cursor, ask, end, some(ask.per_page, before - 3), NOW + pages);
			expect(step).toMatchObject({ accepted: true, isRead: false, complete: false });
			cursor = step.cursor;
			if (cursor.pageCursor === null) return pages;
			expect(cursor).toMatchObject({ width, pageCursor: { startedAt: NOW + 1 } });
		}
		return most;
	};

	it('about the past is followed by others: what narrows down to a crowd reads its first pages again and again', () => {
		expect(pagesOf(500, 40)).toBe(40);
	});

	it('about all of the past is followed by thirteen others, which cost less than finding out how wide a slice may be', () => {
		expect(pagesOf(WHOLE, 40)).toBe(14);
	});

	it('that ends a crowd of hundreds leaves less than an eighth', () => {
		const cursor: Cursor = { at: NOW - 800, width: WHOLE, pageCursor: { rows: 400, lastRows: [1], startedAt: NOW - 800 } };
		const ask = nextAsk(cursor, OPEN_END, NOW);
		expect(afterAnswer(cursor, ask, OPEN_END, some(ask.per_page), NOW).cursor.width).toBe(Math.floor((801 * 42) / (400 + ask.per_page)));
	});
});

describe('a page that shares no row with the one before', () => {
	it('begins the slice anew, as rows may have moved out from between them', () => {
		const cursor = paged(50, [48, 49]);
		const step = afterAnswer(cursor, nextAsk(cursor, NOW, NOW), NOW, some(7, 100), NOW);
		expect(step).toEqual({ accepted: true, isRead: false, complete: false, cursor: { at: NOW - 1_000, width: 500, pageCursor: null } });
		const kept = afterAnswer(cursor, nextAsk(cursor, NOW, NOW), NOW, [49, 100], NOW);
		expect(kept).toMatchObject({ accepted: true, isRead: true });
	});

	it('divides a slice of the past of which many pages have been read: to read them anew would cost as much again', () => {
		const after = (rows: number) => {
			const cursor = paged(rows, [1]);
			return afterAnswer(cursor, nextAsk(cursor, NOW, NOW), NOW, some(7, 1_000), NOW).cursor;
		};
		// The third page of it, and the fourth.
		expect(after(94)).toEqual({ at: NOW - 1_000, width: 500, pageCursor: null });
		expect(after(135)).toEqual({ at: NOW - 1_000, width: 62, pageCursor: null });
	});
});

describe('after the last answer of a slice', () => {
	it.each([
		[0, 400],
		[12, 400],
		[13, 200],
		[24, 200],
		[25, 100],
		[49, 100],
	])('of new activity with %s rows the next is %s s', (rows, width) => {
		const cursor = cursorAt(NOW - 1_000, 100);
		const step = afterAnswer(cursor, nextAsk(cursor, OPEN_END, NOW), OPEN_END, some(rows), NOW);
		expect(step).toEqual({ accepted: true, isRead: true, complete: false, cursor: { at: NOW - 900, width, pageCursor: null } });
	});

	it.each([
		[0, 2_000],
		[1, 2_000],
		[21, 1_000],
		[41, 512],
		[42, 500],
		[47, 500],
		[48, 437],
	])('of the past with %s rows it should hold some less than a page: %s s', (rows, width) => {
		const cursor = cursorAt(NOW - 10_000, 499);
		const step = afterAnswer(cursor, nextAsk(cursor, NOW, NOW), NOW, some(rows), NOW);
		expect(step).toMatchObject({ isRead: true, complete: false, cursor: { at: NOW - 9_501, width } });
	});

	it('of the past that was read in pages all its rows count, to an eighth of it at most', () => {
		const after = (before: number, width = 499) => {
			const cursor = paged(before, [1], width);
			return afterAnswer(cursor, nextAsk(cursor, NOW, NOW), NOW, [1, 2, 3, 4], NOW).cursor.width;
		};
		expect(after(80)).toBe(250);
		expect(after(800)).toBe(62);
		expect(after(800, 1)).toBe(1);
	});

	it('nothing is wider than the whole', () => {
		const open = cursorAt(NOW - 10_000, WHOLE - 1);
		const width = (rows: number) => afterAnswer(open, nextAsk(open, OPEN_END, NOW), OPEN_END, some(rows), NOW).cursor.width;
		expect([width(0), width(13), width(25)]).toEqual([WHOLE, WHOLE, WHOLE - 1]);
		const past = cursorAt(0, WHOLE / 2);
		expect(afterAnswer(past, nextAsk(past, WHOLE, WHOLE), WHOLE, [], WHOLE).cursor.width).toBe(WHOLE);
	});

	it('the period is complete when the slice reached its end', () => {
		const complete = (width: number) => {
			const cursor = cursorAt(NOW - 1_000, width);
			return afterAnswer(cursor, nextAsk(cursor, NOW - 500, NOW), NOW - 500, [], NOW).complete;
		};
		expect([complete(499), complete(500), complete(501)]).toEqual([false, true, true]);
	});
});

describe('a slice whose end is fixed', () => {
	it('ends when it was asked for', () => {
		const cursor = cursorAt(NOW - 100);
		expect(fixed(cursor, nextAsk(cursor, OPEN_END, NOW), NOW)).toEqual({ cursor: { at: NOW - 100, width: 100, pageCursor: null }, until: NOW });
		expect(fixed(cursor, nextAsk(cursor, NOW - 30, NOW), NOW)).toMatchObject({ cursor: { width: 70 }, until: NOW - 30 });
		expect(fixed(cursorAt(NOW), nextAsk(cursorAt(NOW), OPEN_END, NOW), NOW).cursor.width).toBe(1);
	});

	it('that is read page by page ends where it was when that began, and keeps its pages', () => {
		const open = paged(50, [1], WHOLE);
		expect(fixed(open, nextAsk(open, OPEN_END, NOW), NOW)).toEqual({ cursor: open, until: NOW - 20 });
		const past = paged(50, [1], 500);
		expect(fixed(past, nextAsk(past, NOW, NOW), NOW).until).toBe(NOW - 500);
	});
});
