import type { SnoozeTerm } from '../enums';
import type { Calendar } from '../time';

const SATURDAY = 6;
const MONDAY = 1;

function nextWeekday(calendar: Calendar, now: number, weekday: number): number {
	const days = (weekday - calendar.weekday(now) + 7) % 7;
	const at = calendar.localTime(now, { days }, 8);
	return at > now ? at : calendar.localTime(now, { days: days + 7 }, 8);
}

/**
 * When a ticket returns from snooze (document: "Predefined snooze return time").
 * @returns milliseconds, or null for `no_term`, which never returns
 */
export function snoozeReturnTime(term: SnoozeTerm, now: number, calendar: Calendar): number | null {
	switch (term) {
		case 'no_term':
			return null;
		case 'today':
			return calendar.localTime(now, {}, 17);
		case 'tomorrow':
			return calendar.localTime(now, { days: 1 }, 8);
		case 'weekend':
			return nextWeekday(calendar, now, SATURDAY);
		case 'next_monday':
			return nextWeekday(calendar, now, MONDAY);
		case 'next_week':
			return calendar.localTime(now, { days: 7 }, 8);
		case 'next_month':
			return calendar.localTime(now, { months: 1, firstOfMonth: true }, 8);
		case 'after_month':
			return calendar.localTime(now, { months: 1 }, 8);
	}
}
