/** The number of past windows that show whether somebody else holds the token, and how much they need. */
const REMEMBERED_WINDOWS = 3;
/** Each answer of ours lowers the weight of older observations in the estimate of the others' pace by this factor. */
const PACE_FADES = 0.85;

/**
 * What other programs and processes that hold the token have spent, as far as the service's counters show: always too
 * low, never too high. A value, never changed in place.
 * - `window`: the window that `own` and `spent` are about, see {@link Quota.window}.
 * - `own`: requests of this process that the service has counted in it, or may have.
 * - `spent`: requests of others in it.
 * - `before`: what they spent in the windows before, the latest first.
 * - `pace`: how many of theirs come between two answers of ours, fading.
 */
export interface OthersUse {
	readonly window: number;
	readonly own: number;
	readonly spent: number;
	readonly before: readonly number[];
	readonly pace: number;
}

export const nobodyElse: OthersUse = { window: 0, own: 0, spent: 0, before: [], pace: 0 };

/** @returns the use as it stands in `window`: what was this window's is the past's by then */
export function usedInWindow(use: OthersUse, window: number): OthersUse {
	const passed = window - use.window;
	if (passed <= 0) return use;
	const unseen = Array.from({ length: Math.min(passed - 1, REMEMBERED_WINDOWS) }, () => 0);
	const before = [...unseen, use.spent, ...use.before].slice(0, REMEMBERED_WINDOWS);
	return { window, own: 0, spent: 0, before, pace: use.pace };
}

/** Counts a request of this process that the service has counted, or may have. */
export function afterOwnRequest(use: OthersUse): OthersUse {
	return { ...use, own: use.own + 1 };
}

/**
 * Updates the estimate with what the service says is spent in this window.
 *
 * @param spent requests of everybody
 * @param inFlight requests of this process that it may or may not have counted already
 */
export function afterCounters(use: OthersUse, spent: number, inFlight: number): OthersUse {
	const others = Math.max(use.spent, spent - use.own - inFlight);
	return { ...use, spent: others, pace: Math.max(others - use.spent, use.pace * PACE_FADES) };
}

/** @returns whether somebody else has spent from the token lately */
export function isShared({ spent, before }: OthersUse): boolean {
	return spent > 0 || before.some((count) => count > 0);
}

/**
 * The part of each window that bulk work leaves to the others: a quarter as soon as they are seen, and twice what they
 * were able to spend, up to a half; who is refused shows less than they need.
 *
 * @param limit requests in a window
 * @returns what they have not spent of it yet
 */
export function leftToOthers(use: OthersUse, limit: number): number {
	if (!isShared(use)) return 0;
	const seen = Math.max(use.spent, ...use.before);
	const fair = Math.min(limit / 2, Math.max(limit / 4, 2 * seen));
	return Math.max(0, Math.floor(fair) - use.spent);
}
