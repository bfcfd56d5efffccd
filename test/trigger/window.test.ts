import * as fc from 'fast-check';

import { OPEN_END } from '../../nodes/SupportInbox/trigger/time';
import type { Reach } from '../../nodes/SupportInbox/trigger/window';
import { afterAnswer, nextAsk, reachFrom } from '../../nodes/SupportInbox/trigger/window';

interface Row {
	id: number;
	sentAt: number;
}

const NOW = 1_000_000;

/** Reads a period as the trigger does, from a list in any fixed order. */
function readAll(list: () => Row[], start: number, end: number, onRequest: (count: number) => void = () => {}) {
	const seen: number[] = [];
	let reach: Reach = reachFrom(start);
	for (let count = 1; count < 2_000; count++) {
		onRequest(count);
		const ask = nextAsk(reach, end, NOW);
		const matching = list().filter(({ sentAt }) => sentAt >= ask.since && sentAt <= ask.until);
		const page = matching.slice((ask.page - 1) * ask.per_page, ask.page * ask.per_page);
		const step = afterAnswer(reach, ask, end, page.map(({ id }) => id), NOW);
		if (step.accepted) seen.push(...page.map(({ id }) => id));
		reach = step.reach;
		if (step.complete) return { seen, reach, requests: count };
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
				const { seen, reach } = readAll(() => ordered, 900_000, end);
				const wanted = given.filter(({ sentAt }) => sentAt <= end).map(({ id }) => id);
				expect(wanted.filter((id) => !seen.includes(id))).toEqual([]);
				expect(reach.at).toBe(Math.min(end, NOW));
				expect(reach.deep).toBeNull();
			}),
			{ numRuns: 200 },
		);
	});

	it('ends an open slice that is read page by page where it was when that began', () => {
		const reach = reachFrom(NOW);
		const page = Array.from({ length: 50 }, (_, id) => id);
		const first = afterAnswer(reach, nextAsk(reach, OPEN_END, NOW), OPEN_END, page, NOW);
		const ask = nextAsk(first.reach, OPEN_END, NOW + 60);
		const last = afterAnswer(first.reach, ask, OPEN_END, [...page.slice(-3), 50], NOW + 60);
		// What has been sent in between is in front of the pages that were read.
		expect(last).toMatchObject({ complete: true, reach: { at: NOW, deep: null } });
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
		const ask = nextAsk(reachFrom(NOW - 60, 100), OPEN_END, NOW + 600);
		expect(ask.until).toBe(NOW + 40);
		expect(afterAnswer(reachFrom(NOW - 60, 100), ask, OPEN_END, [1], NOW).reach.at).toBe(NOW);
	});

	it('goes back when the clock of the service does', () => {
		const reach = reachFrom(NOW + 3_600);
		const ask = nextAsk(reach, OPEN_END, NOW);
		expect(afterAnswer(reach, ask, OPEN_END, [], NOW).reach.at).toBe(NOW);
	});
});
