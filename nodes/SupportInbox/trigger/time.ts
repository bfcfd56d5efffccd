/** Times inside the trigger are milliseconds since 1970, those of search windows whole seconds. */
import { MINUTE, SECOND } from '../ledger/time';

export { DAY, HOUR, millisOf, MINUTE, SECOND } from '../ledger/time';

/** The end of an open search window, in which no message is dated too late. */
export const OPEN_END = Infinity;

/** A message may become visible some moments after the time it was sent (s); later ones are found by the sweeps. */
export const OVERLAP_S = 4;

/** Messages may become visible in another order than the one they were created in, but never later than this. */
export const LATE_BY = 60 * MINUTE;

/** An edit in the same moment as the last one may not move `last_updated_at` (ms). */
export const SAME_MOMENT = 2 * SECOND;

/** @returns ISO 8601 in whole seconds, which every reading of "ISO 8601" takes */
function isoOfSeconds(seconds: number): string {
	return `${new Date(seconds * SECOND).toISOString().slice(0, 19)}Z`;
}

/** @returns the criteria of a search for a period (s); an open one has no end: the service may refuse a far one */
export function windowOf(since: number, until: number): { since: string; until?: string } {
	return { since: isoOfSeconds(since), ...(until !== OPEN_END && { until: isoOfSeconds(until) }) };
}
