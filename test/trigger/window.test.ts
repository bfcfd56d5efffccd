import * as fc from 'fast-check';

import { OPEN_END } from '../../nodes/SupportInbox/trigger/time';
import type { Cursor } from '../../nodes/SupportInbox/trigger/view/cursor';
import { afterAnswer, nextAsk, cursorAt } from '../../nodes/SupportInbox/trigger/view/cursor';

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
