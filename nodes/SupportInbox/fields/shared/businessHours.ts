import { type INodeProperties, tryToParseDateTime, UserError } from 'n8n-workflow';
import { type Rule, byName, quote, someOf, timeOfDay } from '../rules';
import { type Field, settingField } from '../sent';
import { type Way, entered, offered } from './times';

/** The hours that count: days of the week (1: Monday to 7: Sunday), minutes of the day, and the time zone of both. */
export interface BusinessHours {
	days: readonly number[];
	from: number;
	to: number;
	zone: string;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map((name, place) => ({ name, value: place + 1 }));
/** The days from a Monday to January 1, 1970, which was a Thursday. */
const DAYS_BEFORE_1970 = 3;

const HOURS: Way<BusinessHours> = {
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

const hoursOf: Rule = (value, circumstances) => entered([HOURS], value, circumstances).at(0);

/** @returns the field whose value is a {@link BusinessHours}, in the time zone of the workflow */
export function businessHoursField(more: Pick<INodeProperties, 'description' | 'displayOptions'>): Field {
	return settingField(hoursOf, { displayName: 'Business Hours', name: 'businessHours', ...offered([HOURS]), ...more });
}

/**
 * @param from ms
 * @param amount how much time must pass (ms)
 * @param hours the hours that count; undefined: all
 * @returns when it has passed (ms)
 */
export function after(from: number, amount: number, hours: BusinessHours | undefined): number {
	if (hours === undefined) return from + amount;
	let left = amount;
	for (let day = inZone(from, hours).startOf('day'); ; day = day.plus({ days: 1 })) {
		if (!hours.days.includes(day.weekday)) continue;
		const [opens, closes] = [hours.from, hours.to].map((minutes) => day.set({ hour: Math.floor(minutes / 60), minute: minutes % 60 }).toMillis());
		const begins = Math.max(from, opens);
		if (closes - begins >= left) return begins + left;
		left -= Math.max(0, closes - begins);
	}
}

/**
 * Computes the time without a loop over the days, because a mail may be dated decades back. It uses local time: a day on which
 * the clocks change within the hours is as long as any other.
 *
 * @param from ms
 * @param to ms, not before `from`
 * @param hours the hours that count; undefined: all
 * @returns how much time has passed between (ms)
 */
export function between(from: number, to: number, hours: BusinessHours | undefined): number {
	return hours === undefined ? to - from : hoursBefore(to, hours) - hoursBefore(from, hours);
}

/** @returns how much of the hours has passed since a fixed Monday (ms) */
function hoursBefore(at: number, hours: BusinessHours): number {
	const onTheWall = at + inZone(at, hours).offset * MINUTE + DAYS_BEFORE_1970 * DAY;
	const [day, time] = [Math.floor(onTheWall / DAY), onTheWall - Math.floor(onTheWall / DAY) * DAY];
	const [week, weekday] = [Math.floor(day / 7), day - Math.floor(day / 7) * 7 + 1];
	const length = (hours.to - hours.from) * MINUTE;
	const ofToday = hours.days.includes(weekday) ? Math.min(Math.max(time - hours.from * MINUTE, 0), length) : 0;
	return (week * hours.days.length + hours.days.filter((one) => one < weekday).length) * length + ofToday;
}

function inZone(at: number, { zone }: Pick<BusinessHours, 'zone'>) {
	return tryToParseDateTime(new Date(at).toISOString()).setZone(zone);
}
