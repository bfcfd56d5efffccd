import { type INodeProperties, tryToParseDateTime, UserError } from 'n8n-workflow';
import { type Rule, byName, day, isBlank, quote, someOf, timeOfDay } from '../rules';
import { listOf } from '../rules/rule';
import { type Field, settingField } from '../sent';
import { type Way, entries, offered } from './times';

/**
 * The hours that count: days of the week (1: Monday to 7: Sunday), minutes of the day, and the time zone of both.
 * - `holidays`: days that do not count, such as `2026-12-31`.
 */
export interface BusinessHours {
	days: readonly number[];
	from: number;
	to: number;
	holidays: readonly string[];
	zone: string;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map((name, place) => ({
	name,
	value: place + 1,
}));
/** How many days are gone through, one by one. */
const MAX_DAYS = 366;

/** Days, separated by commas or as a list. Not every month has holidays, so an empty text or list means none. */
const daysOf: Rule = (value, circumstances) => {
	if (value === undefined || value === null) return undefined;
	const entries = isBlank(value) ? [] : listOf(value);
	const joined = entries.find((one) => /[、，;；]/.test(String(one)));
	if (joined !== undefined) throw new UserError(`${quote(joined)} is not a date. Put a comma, such as in "2026-12-31, 2027-01-01", between two dates.`);
	const days = entries.map((one) => day(one, circumstances)).filter((one) => one !== undefined);
	return days.length > 0 || entries.length === 0 ? days : undefined;
};

const HOURS: Way<Partial<BusinessHours>> = {
	displayName: 'Hours',
	name: 'hours',
	values: [
		[
			byName(DAYS, true, someOf(DAYS)),
			{
				displayName: 'Days',
				name: 'days',
				type: 'multiOptions',
				default: [1, 2, 3, 4, 5],
				options: DAYS,
			},
		],
		[timeOfDay, { displayName: 'From', name: 'from', type: 'string', default: '09:00' }],
		[timeOfDay, { displayName: 'To', name: 'to', type: 'string', default: '18:00', description: 'A later time, 24:00 at most' }],
	],
	means: ({ days, from, to }, { zone, now }) => {
		if (days === undefined || from === undefined || to === undefined) return undefined;
		if (Number(from) >= Number(to)) throw new UserError('To is not later than From. Enter two times of the same day, such as 09:00 and 18:00.');
		// n8n accepts any text as a zone. In an unknown one every time is NaN, so that a loop over days would not end.
		if (!inZone(now, { zone }).isValid) throw new UserError(`The time zone ${quote(zone)} is not known. Choose another one in the settings of the workflow, or correct GENERIC_TIMEZONE, which n8n uses for workflows without one.`);
		return { days: (days as string[]).map(Number), from: Number(from), to: Number(to), zone };
	},
};

const HOLIDAYS: Way<Partial<BusinessHours>> = {
	displayName: 'Holidays',
	name: 'holidays',
	values: [
		[
			daysOf,
			{
				displayName: 'Dates',
				name: 'dates',
				type: 'string',
				default: '',
				placeholder: 'e.g. 2026-12-31, 2027-01-01',
				description: 'Days that do not count, separated by commas',
			},
		],
	],
	means: ({ dates }) => (dates === undefined ? undefined : { holidays: dates as string[] }),
};

const hoursOf: Rule = (value, circumstances) => {
	const parts = entries([HOLIDAYS, HOURS], value, circumstances);
	const hours: Partial<BusinessHours> = Object.assign({ holidays: [] }, ...parts);
	if (hours.days !== undefined) return hours;
	if (hours.holidays!.length === 0) return undefined;
	throw new UserError('Holidays are days without business hours. Add Hours as well.');
};

/** @returns the field whose value is a {@link BusinessHours}, in the time zone of the workflow */
export function businessHoursField(more: Pick<INodeProperties, 'description' | 'displayOptions'>): Field {
	return settingField(hoursOf, { displayName: 'Business Hours', name: 'businessHours', ...offered([HOLIDAYS, HOURS]), ...more });
}

/**
 * @param from ms
 * @param amount how much time must pass (ms)
 * @param hours the hours that count; undefined: all
 * @returns when it has passed (ms)
 */
export function after(from: number, amount: number, hours: BusinessHours | undefined): number {
	if (hours === undefined) return from + amount;
	let remaining = amount;
	for (const times = openSince(from, hours); ; ) {
		const { opens, closes } = times.next().value;
		const begins = Math.max(from, opens);
		if (closes - begins >= remaining) return begins + remaining;
		remaining -= Math.max(0, closes - begins);
	}
}

/**
 * @param from ms
 * @param to ms, not before `from`
 * @param hours the hours that count; undefined: all
 * @returns how much time has passed between (ms), of the first 366 days at most: a mail may be dated decades back
 */
export function between(from: number, to: number, hours: BusinessHours | undefined): number {
	if (hours === undefined) return to - from;
	const end = Math.min(to, inZone(from, hours).startOf('day').plus({ days: MAX_DAYS }).toMillis());
	let passed = 0;
	for (const { opens, closes } of openSince(from, hours)) {
		if (!(opens < end)) break;
		passed += Math.max(0, Math.min(end, closes) - Math.max(from, opens));
	}
	return passed;
}

type Day = ReturnType<typeof tryToParseDateTime>;

/** Time that counts, in ms; where a change of clocks leaves nothing of it, `closes` is not later. */
interface Open {
	opens: number;
	closes: number;
}

/** @returns the time that counts since the day of a moment, without end */
function* openSince(from: number, hours: BusinessHours): Generator<Open, never> {
	let date = inZone(from, hours).startOf('day');
	while (true) {
		// In some zones a day begins at 01:00 when clocks change, and the next one at midnight.
		const next = date.plus({ days: 1 }).startOf('day');
		const counts = hours.days.includes(date.weekday) && !hours.holidays.includes(String(date.toISODate()));
		yield* openOn(date, next, counts ? hours : { ...hours, to: hours.from });
		date = next;
	}
}

/** @returns the time of a day that counts: while a clock shows the hours, so before and after a change of clocks by another offset */
function openOn(date: Day, next: Day, { from, to, zone }: BusinessHours): Open[] {
	const [begins, ends] = [date.toMillis(), next.toMillis()];
	const change = date.offset === next.offset ? ends : changeBetween(begins, ends, zone);
	// A minute more, since offsets of old times have seconds, which are rounded.
	const shown = Math.floor((begins + date.offset * MINUTE + MINUTE) / DAY) * DAY;
	return [[begins, change, date.offset], [change, ends, next.offset]].map(([start, end, offset]) => {
		const midnight = shown - offset * MINUTE;
		return { opens: Math.min(end, Math.max(start, midnight + from * MINUTE)), closes: Math.min(end, midnight + to * MINUTE) };
	});
}

/** @returns the moment (ms) at which the zone's offset changes, by halving the time to the minute */
function changeBetween(begins: number, ends: number, zone: string): number {
	const before = inZone(begins, { zone }).offset;
	let [first, last] = [begins, ends];
	while (last - first > MINUTE) {
		const middle = first + Math.floor((last - first) / MINUTE / 2) * MINUTE;
		if (inZone(middle, { zone }).offset === before) first = middle;
		else last = middle;
	}
	return last;
}

function inZone(at: number, { zone }: Pick<BusinessHours, 'zone'>) {
	return tryToParseDateTime(new Date(at).toISOString()).setZone(zone);
}
