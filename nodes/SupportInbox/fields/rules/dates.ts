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
	if (date !== undefined && date.toMillis() < FIRST_REAL) {
		throw new UserError(`${quote(value)} is what a program makes of a date that is missing. Leave such items out.`);
	}
	if (date !== undefined) return date;
	throw new UserError(`${quote(value)} is not a date. Enter one such as 2026-11-20, 2026-11-20T09:30:00 or 2026-11-20T09:30:00+09:00.`);
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const TIME = String.raw`(?<time>\d\d?:\d\d(?::\d\d(?:\.\d+)?)?)`;
const OFFSET_OF_MAIL = String.raw`(?<offset>GMT|[+-]\d{4})(?: \([^()]*\))?`;

/** The texts that are dates, by what writes them. */
const NOTATIONS = {
	/** n8n, databases, and people: `2026-11-20`, `2026-11-20T09:30:00.000+09:00`, `2026-11-20 09:30:00+00`. */
	iso: new RegExp(String.raw`^(?<year>\d{4})-(?<month>\d\d)-(?<date>\d\d)(?:[T ]${TIME}(?: ?(?<offset>Z|[+-]\d\d(?::?\d\d)?))?)?$`),
	/** People in Japan, and their sheets: `2026/11/30`, `2026/1/5 9:30`. */
	slashes: new RegExp(String.raw`^(?<year>\d{4})/(?<month>\d\d?)/(?<date>\d\d?)(?: ${TIME})?$`),
	/** Mails, as n8n's mail nodes give them (RFC 2822): `Fri, 20 Nov 2026 09:30:00 +0900 (JST)`. */
	mail: new RegExp(String.raw`^(?:[A-Z][a-z]{2}, )?(?<date>\d\d?) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) ${TIME} ${OFFSET_OF_MAIL}$`),
};

/** Other texts do not reach the parser: it would leave them to JavaScript, which reads `Ticket 12` as a day in 2001. */
function dateOrUndefined(value: unknown, zone: string) {
	const given = typeof value === 'string' ? inIso(value.trim()) : value;
	try {
		return typeof given === 'string' || isDateObject(given) ? tryToParseDateTime(given, zone) : undefined;
	} catch {
		return undefined;
	}
}

/** A Date, or a DateTime of luxon such as n8n's `$now`. Other objects are rejected, because their text form would be parsed. */
function isDateObject(value: unknown): boolean {
	return typeof value === 'object' && value !== null && ('toISOString' in value || 'toISO' in value);
}

/** @returns the date in ISO 8601; undefined for a text in no notation, and for February 30, which the parser reads as March 2 */
function inIso(given: string): string | undefined {
	const notation = Object.values(NOTATIONS).find((one) => one.test(given));
	const { year, month, date, time = '0:00', offset = '' } = notation?.exec(given)?.groups ?? {};
	const number = MONTHS.indexOf(month) + 1 || Number(month);
	if (new Date(Date.UTC(+year, number - 1, +date)).getUTCDate() !== +date) return undefined;
	const two = (digits: string | number) => String(digits).padStart(2, '0');
	return `${year}-${two(number)}-${two(date)}T${time.replace(/^\d:/, '0$&')}${offset.replace('GMT', 'Z')}`;
}
