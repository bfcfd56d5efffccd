import type { Purpose } from '../order/caller';

/** Requests of one window of the rate limit, by the purpose they are for. */
type Counts = Readonly<Record<Purpose, number>>;

const NONE: Counts = { person: 0, trigger: 0, details: 0, bulk: 0, sweep: 0 };

/**
 * What this process has asked for, window by window. A value, never changed in place.
 * - `window`: the window that `asked` and `admitted` are about, see {@link Quota.window}.
 * - `asked`: requests that came to the rate limiter, `admitted`: those of them that left.
 * - `before`: what was asked for in the window before, which this one is expected to be like.
 */
export interface Demand {
	readonly window: number;
	readonly asked: Counts;
	readonly admitted: Counts;
	readonly before: Counts;
}

export const noDemand: Demand = { window: 0, asked: NONE, admitted: NONE, before: NONE };

/** @returns the demand as it stands in `window`: what was this window's is the past's by then */
export function inWindow(demand: Demand, window: number): Demand {
	if (window <= demand.window) return demand;
	return { window, asked: NONE, admitted: NONE, before: window === demand.window + 1 ? demand.asked : NONE };
}

/** Counts a request that asks to leave. */
export function afterAsking(demand: Demand, purpose: Purpose): Demand {
	return { ...demand, asked: oneMore(demand.asked, purpose) };
}

/** Counts a request that has left. */
export function afterAdmission(demand: Demand, purpose: Purpose): Demand {
	return { ...demand, admitted: oneMore(demand.admitted, purpose) };
}

/** @returns whether someone with this purpose has come, in this window or in the one before */
export function hasCome({ asked, before }: Demand, purpose: Purpose): boolean {
	return asked[purpose] > 0 || before[purpose] > 0;
}

/**
 * @param headroom factor on what was asked for before
 * @returns how many more requests of this purpose are to be expected in this window
 */
export function stillExpected({ asked, before }: Demand, purpose: Purpose, headroom = 1): number {
	return Math.max(0, before[purpose] * headroom - asked[purpose]);
}

function oneMore(counts: Counts, purpose: Purpose): Counts {
	return { ...counts, [purpose]: counts[purpose] + 1 };
}
