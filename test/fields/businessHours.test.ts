/** Business hours are those of the wall clock, also on days on which clocks change; it is asked minute by minute. */
import { after, between, type BusinessHours } from '../../nodes/SupportInbox/fields/shared/businessHours';

const MINUTE = 60_000;
/** A clock is asked each minute, the node at some of them. */
const STEP = 45 * MINUTE;
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** @returns whether the hours count at a moment, by what a clock in the zone shows */
function clockIn({ days, from, to, holidays, zone }: BusinessHours): (at: number) => boolean {
	const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, hourCycle: 'h23', weekday: 'short', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' });
	return (at) => {
		const { weekday = '', year, month, day, hour, minute } = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
		const shown = Number(hour) * 60 + Number(minute);
		return days.includes(WEEKDAYS.indexOf(weekday) || 7) && !holidays.includes(`${year}-${month}-${day}`) && shown >= from && shown < to;
	};
}

/** Days around a change of clocks: at midnight, so that a day begins at 01:00 or is left twice, and in the night. */
const CHANGES: Array<[zone: string, change: string]> = [
	['Africa/Cairo', '2026-04-23T22:00:00Z'],
	['Africa/Cairo', '2026-10-29T21:00:00Z'],
	['America/Santiago', '2026-09-06T04:00:00Z'],
	['America/Santiago', '2026-04-05T03:00:00Z'],
	['Asia/Beirut', '2026-03-28T22:00:00Z'],
	['Asia/Beirut', '2026-10-24T21:00:00Z'],
	['Europe/Berlin', '2026-03-29T01:00:00Z'],
	['Europe/Berlin', '2026-10-25T01:00:00Z'],
	['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
	['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
	['Asia/Tokyo', '2026-04-24T00:00:00Z'],
];
const HOURS: Array<[from: number, to: number]> = [[0, 24 * 60], [9 * 60, 18 * 60], [30, 150], [90, 100], [23 * 60 + 30, 24 * 60]];

describe.each(CHANGES)('in %s, around %s', (zone, change) => {
	it.each(HOURS)('from minute %d to %d of each day', (from, to) => {
		const hours: BusinessHours = { days: EVERY_DAY, from, to, holidays: [], zone };
		const counts = clockIn(hours);
		const start = Date.parse(change) - 18 * 60 * MINUTE;
		const moments = Array.from({ length: 36 * 60 + 1 }, (_, minute) => start + minute * MINUTE);
		let passed = 0;
		for (const at of moments) {
			if ((at - start) % STEP === 0) {
				expect([new Date(at).toISOString(), between(start, at, hours) / MINUTE]).toEqual([new Date(at).toISOString(), passed]);
				if (passed > 0) expect(between(start, after(start, passed * MINUTE, hours), hours) / MINUTE).toBe(passed);
			}
			if (counts(at)) passed++;
		}
		expect(passed).toBeGreaterThan(0);
	});
});

it('a day that begins at 01:00 counts as a day, and as a holiday', () => {
	const hours: BusinessHours = { days: [5], from: 0, to: 24 * 60, holidays: [], zone: 'Africa/Cairo' };
	const week = [Date.parse('2026-04-20T00:00:00Z'), Date.parse('2026-04-27T00:00:00Z')] as const;
	expect(between(...week, hours) / MINUTE).toBe(23 * 60);
	expect(between(...week, { ...hours, holidays: ['2026-04-24'] })).toBe(0);
});
