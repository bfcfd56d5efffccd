import type { Purpose } from '../order/caller';

/** Requests of one window of the rate limit, by the purpose they are for. */
type Counts = Readonly<Record<Purpose, number>>;

const NONE: Counts = { person: 0, trigger: 0, details: 0, bulk: 0, sweep: 0 };
const PURPOSES = Object.keys(NONE) as Purpose[];

/** The number of past windows that show what this one will be asked for: triggers poll every minute, people come and go. */
const REMEMBERED_WINDOWS = 3;
/** Who came late in a window is expected to go on as they began, but at most this many times what they asked for. */
const MAX_PROJECTION = 6;

/**
 * What this process has asked for, window by window. A value, never changed in place.
 * - `window`: the window that `asked` and `admitted` are about, see {@link Quota.window}.
 * - `asked`: requests that came to the rate limiter, `admitted`: those of them that left.
 * - `firstAt`: when the first request of a purpose came in this window, in ms.
 * - `before`: what was asked for in the windows before, the latest first.
 */
export interface Demand {
	readonly window: number;
	readonly asked: Counts;
	readonly admitted: Counts;
	readonly firstAt: Readonly<Partial<Record<Purpose, number>>>;
	readonly before: readonly Counts[];
}

export const noDemand: Demand = { window: 0, asked: NONE, admitted: NONE, firstAt: {}, before: [] };

/**
 * @param now ms of the gate's clock, at the latest when the window begins to be used
 * @param windowMs length of a window
 * @returns the demand as it stands in `window`: what was this window's is the past's by then
 */
export function inWindow(demand: Demand, window: number, now: number, windowMs: number): Demand {
	const passed = window - demand.window;
	if (passed <= 0) return demand;
	const idle = Array.from({ length: Math.min(passed - 1, REMEMBERED_WINDOWS) }, () => NONE);
	const before = [...idle, ofWholeWindow(demand, now, windowMs), ...demand.before].slice(0, REMEMBERED_WINDOWS);
	return { window, asked: NONE, admitted: NONE, firstAt: {}, before };
}

/** Counts a request that asks to leave. @param now ms of the gate's clock */
export function afterAsking(demand: Demand, purpose: Purpose, now: number): Demand {
	return { ...demand, asked: oneMore(demand.asked, purpose), firstAt: { [purpose]: now, ...demand.firstAt } };
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

/** What a whole window would have been asked for: who was not there before may have come in the middle of it. */
function ofWholeWindow({ asked, firstAt, before }: Demand, now: number, windowMs: number): Counts {
	const whole = (purpose: Purpose) => {
		if ((before[0]?.[purpose] ?? 0) > 0 || asked[purpose] === 0) return asked[purpose];
		const seenMs = now - (firstAt[purpose] ?? now);
		return Math.round(asked[purpose] * Math.min(MAX_PROJECTION, Math.max(1, windowMs / Math.max(1, seenMs))));
	};
	return Object.fromEntries(PURPOSES.map((purpose) => [purpose, whole(purpose)])) as Counts;
}

function oneMore(counts: Counts, purpose: Purpose): Counts {
	return { ...counts, [purpose]: counts[purpose] + 1 };
}
