import { tryToParseDateTime, UserError } from 'n8n-workflow';
import { type Circumstances, type Rule, isBlank, quote } from './rule';

/** If an expression returns a time that is not at least this long ago, it probably has a mistake. */
export const NOW_MS = 60_000;
/** The probable reason for such a time. */
export const MISSPELT = 'Check the names in the expression: with a misspelled name, $now.minus returns the present time.';

/** A date and time; without an offset it is in the workflow's time zone. Sent as ISO 8601 with offset. */
export const dateTime: Rule = (value, { zone }) => (isBlank(value) ? undefined : parseDate(value, zone).toISO());

/**
 * A day. The service ignores the time (API document, Ticket search), so only the date is sent: with a time it could be another
 * day in the tenant's time zone. Programs write times in UTC, and mean the day of people; any other offset is theirs.
 */
export const day: Rule = (value, { zone }) => {
	if (isBlank(value)) return undefined;
	const date = parseDate(value, zone);
	return (date.offset === 0 ? date.setZone(zone) : date).toISODate();
};

/** A time of the day such as 09:30, as minutes since its beginning. */
export const timeOfDay: Rule = (value) => {
	if (isBlank(value)) return undefined;
	const [, hours, minutes] = /^([01]?\d|2[0-4]):([0-5]\d)$/.exec(String(value).trim()) ?? [];
	const time = Number(hours) * 60 + Number(minutes);
	if (time <= 24 * 60) return time;
	throw new UserError(`${quote(value)} is not a time of the day. Enter one such as 09:30.`);
};

/** A date and time in the past (API document, Handling memo: only past times). */
export const pastDateTime: Rule = (value, { zone, now }) => {
	if (isBlank(value)) return undefined;
	const date = parseDate(value, zone);
	if (date.toMillis() <= now) return date.toISO();
	throw new UserError(`${date.toISO()} is in the future. The service takes past times only.`);
};

/** A date and time in the future. */
export const futureDateTime: Rule = (value, { zone, now }) => {
	if (isBlank(value)) return undefined;
	const date = parseDate(value, zone);
	if (date.toMillis() > now) return date.toISO();
	throw new UserError(`${date.toISO()} has passed. Enter a time in the future.`);
};

/**
 * @param distance in `unit`; negative: before now
 * @returns the time at this distance from now, as ISO 8601 with offset; a day has 23 or 25 hours where the clocks change
 */
export function shifted(distance: number, unit: string, { now, zone }: Circumstances): string {
	return String(parseDate(new Date(now).toISOString(), zone).setZone(zone).plus({ [unit]: distance }).toISO());
}

/** Where a date is missing, programs and sheets begin to count: on a day of 1 or 1753, 1899 or 1900, 1970. No record is that old. */
const FIRST_REAL = Date.UTC(1971, 0);

function parseDate(value: unknown, zone: string) {
	const date = dateOrUndefined(value, zone);
	if (date !== undefined && date.toMillis() < FIRST_REAL) throw new UserError(`${quote(value)} is what a program makes of a date that is missing. Leave such items out.`);
	if (date !== undefined) return date;
	throw new UserError(`${quote(value)} is not a date. Enter one such as 2026-11-20, 2026-11-20T09:30:00 or 2026-11-20T09:30:00+09:00.`);
}

/** ISO 8601 as n8n and databases write it: a day, also with a time, which may have an offset. */
const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?(?:Z|[+-]\d{2}(?::?\d{2})?))?)?$/;
/** The date of a mail (RFC 2822), as n8n's mail nodes give it, with what it may say in brackets. */
const OF_MAIL = /^(?:[A-Z][a-z]{2}, )?(\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}:\d{2}(?::\d{2})?) (GMT|[+-]\d{4})(?: \([^()]*\))?$/;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Other texts do not reach the parser: it would leave them to JavaScript, which reads `Ticket 12` as a day in 2001. */
function dateOrUndefined(value: unknown, zone: string) {
	const given = typeof value === 'string' ? inIso(value) : value;
	const isDate = typeof given === 'string' ? isRealDay(given) : isDateObject(given);
	try {
		return isDate ? tryToParseDateTime(given, zone) : undefined;
	} catch {
		return undefined;
	}
}

/** A Date, or a DateTime of luxon such as n8n's `$now`. Other objects are refused, because their text form would be parsed. */
function isDateObject(value: unknown): boolean {
	return typeof value === 'object' && value !== null && ('toISOString' in value || 'toISO' in value);
}

/** Rewrites the date of a mail, and one such as `2026/1/5 9:30`, as people in Japan and their sheets write it, in the form of ISO 8601. */
function inIso(given: string): string {
	const two = (digits: string) => digits.padStart(2, '0');
	return given
		.trim()
		.replace(OF_MAIL, (_all, date: string, month: string, year: string, time: string, zone: string) => `${year}-${MONTHS.indexOf(month) + 1}-${date} ${time}${zone === 'GMT' ? 'Z' : zone}`)
		.replace(/^(\d{4})([/-])(\d{1,2})\2(\d{1,2})(?!\d)/, (_date, year: string, _mark, month: string, date: string) => `${year}-${two(month)}-${two(date)}`)
		.replace(/^(\S{10})[ T]+(\d:)/, '$1T0$2');
}

/** Whether it is a real day in ISO 8601: the parser reads February 30 as March 2. */
function isRealDay(given: string): boolean {
	const [, year, month, date] = ISO.exec(given) ?? [];
	return year !== undefined && new Date(Date.UTC(+year, +month - 1, +date)).getUTCDate() === +date;
}
