/** Times: the store keeps milliseconds since 1970, the wire carries ISO 8601 with an offset. */
import type { Readings } from './readings';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** The most times whose text is cached. */
const MOST_FORMATTED = 10_000;

const WITH_OFFSET = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}(:?\d{2})?)$/;
const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;

/** The tenant's time zone, where its days begin. */
export const TENANT_ZONE = '+09:00';

/** A time in a test: milliseconds, a Date, or ISO 8601 text with offset. */
export type TimeInput = number | Date | string;

/** @returns milliseconds of an ISO 8601 time with an offset, or undefined when the text is not such a time */
function parseTimestamp(text: string): number | undefined {
	if (!WITH_OFFSET.test(text)) return undefined;
	const at = Date.parse(text.replace(/([+-]\d{2}):?(\d{2})?$/, (_offset, hours: string, minutes = '00') => `${hours}:${minutes}`));
	return Number.isNaN(at) ? undefined : at;
}

/** @returns milliseconds of a time from a test or a seed; throws on text that is not an ISO 8601 time */
export function toMillis(input: TimeInput): number {
	if (typeof input === 'number') return input;
	if (input instanceof Date) return input.getTime();
	const at = parseTimestamp(input);
	if (at === undefined) throw new Error(`Not an ISO 8601 time with offset: ${input}`);
	return at;
}

/** @returns by how many milliseconds an offset is ahead of UTC */
function offsetMs(offset: string): number {
	const [, sign, hours, minutes] = /^([+-])(\d{2}):(\d{2})$/.exec(offset) ?? ['', '+', '0', '0'];
	return Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * MINUTE;
}

const ZONE_MS = offsetMs(TENANT_ZONE);

/** The tenant's calendar: its days, how its times are shown, and how finely they are kept. */
export class Calendar {
	/** a cache for `format`, because the same tickets are shown again and again */
	private readonly formatted = new Map<number, string>();
	private formattedAs = '';

	/** @param readings may change while the calendar is in use */
	constructor(private readonly readings: Readings) {}

	/** @returns the time as it is kept (cut to the precision) */
	keep(at: number): number {
		return this.readings.timePrecision === 's' ? Math.floor(at / 1000) * 1000 : at;
	}

	/** @returns ISO 8601 with the offset of the readings */
	format(at: number): string {
		const { timePrecision, timeOffset } = this.readings;
		const form = timeOffset + timePrecision;
		if (form !== this.formattedAs) this.formatted.clear();
		this.formattedAs = form;
		const known = this.formatted.get(at);
		if (known !== undefined) return known;
		const local = new Date(at + offsetMs(timeOffset)).toISOString();
		const text = local.slice(0, timePrecision === 's' ? 19 : 23) + timeOffset;
		if (this.formatted.size >= MOST_FORMATTED) this.formatted.clear();
		this.formatted.set(at, text);
		return text;
	}

	/** @returns milliseconds of an ISO 8601 time; without an offset, or without a time of day, it is in the tenant's zone */
	read(text: string): number | undefined {
		const local = DATE_ONLY.test(text) ? `${text}T00:00:00` : text;
		const utc = parseTimestamp(`${local}Z`);
		return utc === undefined ? parseTimestamp(text) : utc - ZONE_MS;
	}

	/** @returns the instant of a local time on the day that is `days` and `months` after the day of `at` */
	localTime(at: number, move: { days?: number; months?: number; firstOfMonth?: boolean }, hour = 0) {
		const local = new Date(at + ZONE_MS);
		const year = local.getUTCFullYear();
		const month = local.getUTCMonth() + (move.months ?? 0);
		const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
		const day = move.firstOfMonth ? 1 : Math.min(local.getUTCDate(), lastDay);
		return Date.UTC(year, month, day + (move.days ?? 0), hour) - ZONE_MS;
	}

	/** @returns 0 (Sunday) to 6 of the local day */
	weekday(at: number): number {
		return new Date(at + ZONE_MS).getUTCDay();
	}

	/**
	 * The period that `date` and `within` of the ticket search select; the time of day of `date` is ignored.
	 * @param date ISO 8601 time, or a plain date
	 * @param within `1days`..`99days` or `1months`..`99months`
	 * @returns first and last millisecond, or undefined when `date` is not a date
	 */
	period(date: string, within: string): { since: number; until: number } | undefined {
		const at = this.read(date);
		const length = /^(\d+)(days|months)$/.exec(within);
		if (at === undefined || !length) return undefined;
		const count = -Number(length[1]);
		return {
			since: this.localTime(at, length[2] === 'days' ? { days: count } : { months: count }),
			until: this.localTime(at, {}) + DAY - 1,
		};
	}
}
