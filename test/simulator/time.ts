/** Times: the store keeps milliseconds since 1970, the wire carries ISO 8601 with an offset. */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Times whose text is kept. */
const MOST_FORMATTED = 10_000;

const WITH_OFFSET = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/;
const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;

/** Anything a test may give as a time: milliseconds, a Date, or ISO 8601 text with offset. */
export type TimeInput = number | Date | string;

/**
 * Reads ISO 8601 with an offset. Without an offset the zone would be a guess (the document shows none), so that is refused.
 * @returns milliseconds, or undefined when the text is not such a time
 */
export function parseTimestamp(text: string): number | undefined {
	if (!WITH_OFFSET.test(text)) return undefined;
	const at = Date.parse(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
	return Number.isNaN(at) ? undefined : at;
}

/** @returns milliseconds of a time given by a test or a seed; throws on text that is no ISO 8601 time */
export function toMillis(input: TimeInput): number {
	if (typeof input === 'number') return input;
	if (input instanceof Date) return input.getTime();
	const at = parseTimestamp(input);
	if (at === undefined) throw new Error(`Not an ISO 8601 time with offset: ${input}`);
	return at;
}

/** The tenant's calendar: its offset from UTC and how finely times are kept. */
export class Calendar {
	private readonly offsetMs: number;
	/** what `format` gave: the same tickets are shown over and over */
	private readonly formatted = new Map<number, string>();

	/**
	 * @param offset `Z` or `+09:00`
	 * @param precision `s`: times are kept and shown in whole seconds, `ms`: with milliseconds (the document shows neither)
	 */
	constructor(
		private readonly offset: string,
		private readonly precision: 's' | 'ms',
	) {
		const parts = /^([+-])(\d{2}):(\d{2})$/.exec(offset);
		if (!parts && offset !== 'Z') throw new Error(`Not an offset: ${offset}`);
		const minutes = parts ? Number(parts[2]) * 60 + Number(parts[3]) : 0;
		this.offsetMs = (parts?.[1] === '-' ? -minutes : minutes) * MINUTE;
	}

	/** @returns the time as it is kept (cut to the precision) */
	keep(at: number): number {
		return this.precision === 's' ? Math.floor(at / 1000) * 1000 : at;
	}

	/** @returns ISO 8601 in the tenant's offset */
	format(at: number): string {
		const known = this.formatted.get(at);
		if (known !== undefined) return known;
		const local = new Date(at + this.offsetMs).toISOString();
		const text = local.slice(0, this.precision === 's' ? 19 : 23) + this.offset;
		if (this.formatted.size >= MOST_FORMATTED) this.formatted.clear();
		this.formatted.set(at, text);
		return text;
	}

	/** @returns the instant of a local time on the day that lies `days` and `months` after the day of `at` */
	localTime(at: number, move: { days?: number; months?: number; firstOfMonth?: boolean }, hour = 0) {
		const local = new Date(at + this.offsetMs);
		const year = local.getUTCFullYear();
		const month = local.getUTCMonth() + (move.months ?? 0);
		const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
		const day = move.firstOfMonth ? 1 : Math.min(local.getUTCDate(), lastDay);
		return Date.UTC(year, month, day + (move.days ?? 0), hour) - this.offsetMs;
	}

	/** @returns 0 (Sunday) to 6 of the local day */
	weekday(at: number): number {
		return new Date(at + this.offsetMs).getUTCDay();
	}

	/**
	 * The period that `date` and `within` of the ticket search select; the time of day of `date` is ignored.
	 * @param date ISO 8601 time with offset, or a plain date
	 * @param within `1days`..`99days` or `1months`..`99months`
	 * @returns first and last millisecond, or undefined when `date` is no date
	 */
	period(date: string, within: string): { since: number; until: number } | undefined {
		const at = DATE_ONLY.test(date)
			? Date.parse(`${date}T00:00:00Z`) - this.offsetMs
			: parseTimestamp(date);
		const length = /^(\d+)(days|months)$/.exec(within);
		if (at === undefined || Number.isNaN(at) || !length) return undefined;
		const count = -Number(length[1]);
		return {
			since: this.localTime(at, length[2] === 'days' ? { days: count } : { months: count }),
			until: this.localTime(at, {}) + DAY - 1,
		};
	}
}
