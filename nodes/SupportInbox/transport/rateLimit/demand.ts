import type { Purpose } from '../order/caller';

/** Requests of one window of the rate limit, by the purpose they are for. */
type Counts = Readonly<Record<Purpose, number>>;

const NONE: Counts = { person: 0, trigger: 0, details: 0, bulk: 0, sweep: 0 };

/** The number of past windows that show what this one will be asked for: triggers poll every minute, people come and go. */
const REMEMBERED_WINDOWS = 3;

/**
 * What this process has asked for, window by window. A value, never changed in place.
 * - `window`: the window that `asked` and `admitted` are about, see {@link Quota.window}.
 * - `asked`: requests that came to the rate limiter, `admitted`: those of them that left.
 * - `before`: what was asked for in the windows before, the latest first.
 */
export interface Demand {
	readonly window: number;
	readonly asked: Counts;
	readonly admitted: Counts;
	readonly before: readonly Counts[];
}

export const noDemand: Demand = { window: 0, asked: NONE, admitted: NONE, before: [] };

/** @returns the demand as it stands in `window`: what was this window's is the past's by then */
export function inWindow(demand: Demand, window: number): Demand {
	const passed = window - demand.window;
	if (passed <= 0) return demand;
	const idle = Array.from({ length: Math.min(passed - 1, REMEMBERED_WINDOWS) }, () => NONE);
	const before = [...idle, demand.asked, ...demand.before].slice(0, REMEMBERED_WINDOWS);
	return { window, asked: NONE, admitted: NONE, before };
}

/** Counts a request that asks to leave. */
export function afterAsking(demand: Demand, purpose: Purpose): Demand {
	return { ...demand, asked: oneMore(demand.asked, purpose) };
}

/** Counts a request that has left. */
export function afterAdmission(demand: Demand, purpose: Purpose): Demand {
	return { ...demand, admitted: oneMore(demand.admitted, purpose) };
}

/** @returns whether someone with this purpose has come, in this window or in one that is remembered */
export function hasCome({ asked, before }: Demand, purpose: Purpose): boolean {
	return [asked, ...before].some((counts) => counts[purpose] > 0);
}

/**
 * @param headroom factor on what was asked for before
 * @returns how many more requests of this purpose are to be expected in this window, by the busiest one before it
 */
export function stillExpected({ asked, before }: Demand, purpose: Purpose, headroom = 1): number {
	const busiest = Math.max(0, ...before.map((counts) => counts[purpose]));
	return Math.max(0, busiest * headroom - asked[purpose]);
}

/** @returns the same by the window before alone: a run of items that has ended does not come again every minute */
export function leftOfWindowBefore({ asked, before }: Demand, purpose: Purpose): number {
	return Math.max(0, (before[0]?.[purpose] ?? 0) - asked[purpose]);
}

function oneMore(counts: Counts, purpose: Purpose): Counts {
	return { ...counts, [purpose]: counts[purpose] + 1 };
}
