import { type ServiceTime, MINUTE, SECOND } from '../store/time';

export { type ServiceTime, DAY, HOUR, millisOf, MINUTE, SAME_MOMENT, SECOND } from '../store/time';

/** The end of an open search window, which includes messages of any later date. */
export const OPEN_END = Infinity;

/** A message may become visible this long after its send time (s), also where a page has little room; sweeps find later ones. */
export const OVERLAP_S = 4;
/** The same where a page has room: a mail may have been sent some time before it arrives (s). */
export const LONG_OVERLAP_S = 60;

/** Messages may become visible in another order than they were created in, but at most this late (ms). */
export const LATE_BY = 60 * MINUTE;

/** @returns up to when a row surely shows what was done, if it was read at `asOf`: the service may cut its times to the second */
export function shownUntil(asOf: ServiceTime): ServiceTime {
	return Math.floor(asOf / SECOND) * SECOND;
}

/** @returns ISO 8601 in whole seconds, the form that every reading of "ISO 8601" accepts */
function isoOfSeconds(seconds: number): string {
	return `${new Date(seconds * SECOND).toISOString().slice(0, 19)}Z`;
}

/**
 * @returns the search criteria for a period (s); an open period has no `until`, as the service may refuse one far in the future
 */
export function windowOf(since: number, until: number): { since: string; until?: string } {
	return { since: isoOfSeconds(since), ...(until !== OPEN_END && { until: isoOfSeconds(until) }) };
}
