import { SECOND } from '../../../nodes/SupportInbox/trigger/time';
import { cursorAt, WHOLE } from '../../../nodes/SupportInbox/trigger/view/cursor';
import { UnderWay } from '../../../nodes/SupportInbox/trigger/view/underWay';

const END = 90_000;
const BEGUN = 100_000;
const page = { ids: [1, 2], asOf: BEGUN * SECOND, readAt: 0 };

/** A sweep from second 1,000 that has read so many pages of all that there is. */
function paging(pages: number) {
	const underWay = new UnderWay();
	for (let count = 0; count < pages; count++) underWay.notePage(999, count === 0 ? null : page.asOf, page);
	const sweep = { cursor: { ...cursorAt(1_000), pageCursor: { rows: pages * 50, lastRows: [1, 2], startedAt: BEGUN } }, end: END };
	underWay.noteSweep(sweep);
	return { underWay, sweep };
}

describe('a sweep that another trigger has begun', () => {
	it('goes on with its pages, and to its own end, for who stands at the same place', () => {
		const { underWay, sweep } = paging(2);
		expect(underWay.sweepAhead(cursorAt(1_000), 0)).toEqual(sweep);
		expect(underWay.sweepAhead(cursorAt(1_005), BEGUN * SECOND)).toEqual(sweep);
		expect(underWay.sweepAhead({ ...sweep.cursor, pageCursor: { ...sweep.cursor.pageCursor, rows: 50 } }, 0)).toEqual(sweep);
	});

	it('is not for who has read as many pages, stands elsewhere, or began later than its first page', () => {
		const { underWay, sweep } = paging(2);
		expect(underWay.sweepAhead(sweep.cursor, 0)).toBeUndefined();
		expect(underWay.sweepAhead(cursorAt(999), 0)).toBeUndefined();
		expect(underWay.sweepAhead(cursorAt(1_301), 0)).toBeUndefined();
		expect(underWay.sweepAhead(cursorAt(1_000), BEGUN * SECOND + 1)).toBeUndefined();
	});

	it('does not go on with pages that have made room for those of another slice', () => {
		const { underWay } = paging(2);
		underWay.notePage(5_000, null, page);
		expect(underWay.sweepAhead(cursorAt(1_000), 0)).toBeUndefined();
	});

	it('tells how wide a slice may be, unless that ends before who asks', () => {
		const underWay = new UnderWay();
		underWay.noteSweep({ cursor: cursorAt(1_000, 200), end: END });
		expect(underWay.sweepAhead(cursorAt(1_100, WHOLE), 0)?.cursor.width).toBe(200);
		expect(underWay.sweepAhead(cursorAt(1_100, 100), 0)).toBeUndefined();
		expect(underWay.sweepAhead(cursorAt(1_200, WHOLE), 0)).toBeUndefined();
		underWay.noteSweep(undefined);
		expect(underWay.sweepAhead(cursorAt(1_100, WHOLE), 0)).toBeUndefined();
	});
});
