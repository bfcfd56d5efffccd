/**
 * Time as the gate sees it, in ms since 1970; tests put a clock of their own here.
 * - `now`: a clock that never steps, also when this machine's clock is set: the limit opens when it opens.
 * - `wallTime`: what this machine's clock shows at the moment `at` of that clock, for people and n8n.
 */
export interface Clock {
	now(): number;
	wallTime(at: number): number;
	sleep(ms: number): Promise<void>;
	/** 0 to 1, spreads the retries of many clients. */
	random(): number;
}

/** The least Unix time in seconds that is believed, that of 2001: a time in ms is larger than that in seconds for 30,000 years. */
const FIRST_SECONDS = 1e9;

/** @returns a Unix time in ms, whether it came in s, ms, µs or ns: its size shows which. Undefined for what is none, such as seconds that are left. */
export function unixMillis(time: number | undefined): number | undefined {
	if (time === undefined || time < FIRST_SECONDS) return undefined;
	let seconds = time;
	while (seconds >= FIRST_SECONDS * 1_000) seconds /= 1_000;
	return seconds * 1_000;
}

/** @returns milliseconds of the service's text; `otherwise` when it is no time */
export function millisOf(text: unknown, otherwise: number): number {
	const at = typeof text === 'string' ? Date.parse(text) : NaN;
	return Number.isNaN(at) ? otherwise : at;
}
