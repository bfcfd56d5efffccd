import type { Purpose } from '../order/caller';
import { WINDOW_MS } from '../timing';
import { type Window, isShared } from './window';

/** A request of an item queue: when it began to wait, and when it left; in ms of this machine's clock. */
export interface TimedRequest {
	readonly purpose: Purpose;
	readonly queue: string;
	readonly at: number;
	leftAt?: number;
}

/** How long requests are remembered: for this window and the one before. */
export const RECENT_MS = 2 * WINDOW_MS;

/** The order of purposes: each one leaves requests to the purposes before it. */
export const ORDER: readonly Purpose[] = ['trigger', 'person', 'details', 'bulk', 'sweep'];

/** The part of a window that is always left to a purpose: a poll may begin, or somebody may open a dropdown. */
const FIXED: Record<Purpose, number> = { trigger: 1 / 30, person: 1 / 15, details: 0, bulk: 1 / 6, sweep: 0 };
/** The same for people beside work that does not fit into the window, and so waits in any case: who opens a node opens several dropdowns. */
const FOR_PEOPLE = 1 / 6;
/** How many requests people may send, as a multiple of their requests in the window before. */
const PEOPLE_HEADROOM = 1.25;
/** Until a purpose has used this part of a window, it leaves only the fixed parts of triggers and people, so that it never starves. */
const ASSURED: Record<Purpose, number> = { trigger: 1, person: 1, details: 1 / 6, bulk: 1 / 6, sweep: 1 / 20 };
/** At most this part of a window is left unused for requests of others that the counters may not show yet. */
const MOST_UNSEEN = 1 / 3;
/** A poll that comes once a minute may come a little later than in the window before. */
const LATE_MS = 2_000;
/** In this last part of a window only one request is kept for a poll, besides those of others that no counter shows yet. */
const RELEASED = 1 / 15;

/**
 * How many requests of this window a purpose leaves to others (API document, Limits).
 *
 * - To each purpose before it ({@link ORDER}): its fixed part, or the number of requests that it asked for between this second
 *   of the window before and its end, if that was more.
 * - Bulk work and sweeps leave their share to other holders of the token. Bulk work leaves to sweeps the part assured to them.
 *
 * @param recent the requests of the last {@link RECENT_MS}
 * @param taken how many requests are under way or have a place; `wanted`: how many more this purpose asks for
 */
export function reserved(purpose: Purpose, window: Window, recent: readonly TimedRequest[], now: number, { taken, wanted }: { taken: number; wanted: number }): number {
	if (purpose === 'trigger') return 0;
	const isBackground = purpose === 'bulk' || purpose === 'sweep';
	const unseen = isBackground ? unseenUse(window, taken) : 0;
	if (now >= releasedAt(window)) return Math.max(recent.some(({ purpose: by }) => by === 'trigger') ? 1 : 0, unseen);
	const part = (share: number) => Math.floor(window.limit * share);
	const sameTimeBefore = now - WINDOW_MS - LATE_MS;
	const endBefore = window.endsAt === null ? now : window.endsAt - WINDOW_MS;
	const came = (of: Purpose) => recent.filter(({ purpose: by, at }) => by === of && at > sameTimeBefore && at <= endBefore).length;
	const left = (of: Purpose) => recent.filter(({ purpose: by, leftAt = -Infinity }) => by === of && leftAt >= window.openedAt).length;
	const assured = (of: Purpose) => Math.max(0, part(ASSURED[of]) - left(of));
	if (assured(purpose) > 0) return Math.max(unseen, part(FIXED.trigger) + (purpose === 'person' ? 0 : part(FIXED.person)));
	const expected = (of: Purpose) => Math.max(part(FIXED[of]), of === 'person' ? Math.ceil(came(of) * PEOPLE_HEADROOM) : came(of));
	const before = ORDER.slice(0, ORDER.indexOf(purpose)).reduce((sum, of) => sum + expected(of), 0);
	const forOthers = isBackground ? Math.max(unseen, shareOfOthers(window)) : 0;
	const all = before + forOthers + (purpose === 'bulk' ? Math.min(came('sweep'), assured('sweep')) : 0);
	return window.remaining - taken - wanted >= all ? all : all + Math.max(0, part(FOR_PEOPLE) - expected('person'));
}

/**
 * How many requests others may have sent that the counters do not show. The counters are as old as the last answer, and the
 * others go on at their pace: for each place that is taken, for the request that is asked for, and for the way back of the last
 * answer.
 */
function unseenUse({ limit, others, own }: Window, taken: number): number {
	return own === 0 ? 0 : Math.min(Math.ceil((others / own) * (taken + 2)), Math.floor(limit * MOST_UNSEEN));
}

/**
 * How many requests other holders of the token may still send in this window. Once they are seen, their share is a quarter of
 * it, or twice what they have sent but at most half of it: a refused program needs more than the counters show.
 */
function shareOfOthers(window: Window): number {
	if (!isShared(window)) return 0;
	const { limit, others, othersBefore } = window;
	return Math.max(0, Math.floor(Math.min(limit / 2, Math.max(limit / 4, 2 * Math.max(others, othersBefore)))) - others);
}

/**
 * Whether requests that nobody waits for may be spent: in the last third of a window, or where people, items and other programs have
 * used less than a quarter of this window and of the last one.
 */
export function isIdle(window: Window, recent: readonly TimedRequest[], now: number): boolean {
	const { endsAt, openedAt, limit, others, othersBefore } = window;
	if (endsAt !== null && now >= endsAt - WINDOW_MS / 3) return true;
	const used = recent.filter(({ purpose, leftAt }) => leftAt !== undefined && (purpose === 'person' || purpose === 'bulk'));
	const inThis = used.filter(({ leftAt = 0 }) => leftAt >= openedAt).length;
	return Math.max(inThis + others, used.length - inThis + othersBefore) < limit / 4;
}

/** @returns when the last part of the window begins, in ms of this machine's clock */
export function releasedAt({ endsAt }: Window): number {
	return (endsAt ?? Infinity) - WINDOW_MS * RELEASED;
}
