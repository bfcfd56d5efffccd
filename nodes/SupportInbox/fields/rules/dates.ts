import { tryToParseDateTime, UserError } from 'n8n-workflow';

import type { Rule } from './rule';
import { isBlank, quote } from './rule';

/** A date and time; without an offset it is meant in the workflow's time zone. Sent as ISO 8601 with offset. */
export const dateTime: Rule = (value, { zone }) => (isBlank(value) ? undefined : parseDate(value, zone).toISO());

/**
 * A day, of which the service ignores the time (API document, Ticket search): the plain date is sent. With a time it could be
 * another day in the tenant's zone.
 */
export const day: Rule = (value, { zone }) => (isBlank(value) ? undefined : parseDate(value, zone).toISODate());

/** A time of the day such as 09:30, as minutes since its beginning. */
export const timeOfDay: Rule = (value) => {
	if (isBlank(value)) return undefined;
	const [, hours, minutes] = /^([01]?\d|2[0-4]):([0-5]\d)$/.exec(String(value).trim()) ?? [];
	const time = Number(hours) * 60 + Number(minutes);
	if (time <= 24 * 60) return time;
	throw new UserError(`${quote(value)} is not a time of the day. Enter one such as 09:30.`);
};

/** A date and time that has passed (API document, Handling memo: only past times). */
export const pastDateTime: Rule = (value, { zone, now }) => {
	if (isBlank(value)) return undefined;
	const date = parseDate(value, zone);
	if (date.toMillis() <= now) return date.toISO();
	throw new UserError(`${date.toISO()} is in the future. The service takes past times only.`);
};

/** A date and time that is to come. */
export const futureDateTime: Rule = (value, { zone, now }) => {
	if (isBlank(value)) return undefined;
	const date = parseDate(value, zone);
	if (date.toMillis() > now) return date.toISO();
	throw new UserError(`${date.toISO()} has passed. Give a time that is to come.`);
};

function parseDate(value: unknown, zone: string) {
	const date = dateOrUndefined(value, zone);
	if (date !== undefined) return date;
	throw new UserError(`${quote(value)} is not a date. Enter one such as 2026-11-20T09:30:00.`);
}

function dateOrUndefined(value: unknown, zone: string) {
	if (!(typeof value === 'string' || isDate(value)) || namesNoDay(value)) return undefined;
	try {
		return tryToParseDateTime(value, zone);
	} catch {
		return undefined;
	}
}

/** A Date, or a DateTime of luxon as n8n's `$now` is; lists and other objects would be read by what they print. */
function isDate(value: unknown): boolean {
	return typeof value === 'object' && value !== null && ('toISOString' in value || 'toISO' in value);
}

/** The parser takes February 30 for March 2. */
function namesNoDay(value: unknown): boolean {
	const [, year, month, date] = /^\s*(\d{4})-(\d{2})-(\d{2})/.exec(String(value)) ?? [];
	return year !== undefined && new Date(Date.UTC(+year, +month - 1, +date)).getUTCDate() !== +date;
}
