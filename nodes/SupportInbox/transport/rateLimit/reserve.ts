import type { Purpose } from '../order/caller';
import { DATE_RESOLUTION_MS, WINDOW_MS } from '../timing';
import type { Window } from './window';
import { isShared } from './window';

/** A request that was asked for, by the item queue it is of; times in ms of this machine's clock, `leftAt` once it has left. */
export interface Asked {
	readonly purpose: Purpose;
	readonly queue: string;
	readonly at: number;
	leftAt?: number;
}

/** How long it is remembered what was asked for: this window and the one before. */
export const ASKED_MS = 2 * WINDOW_MS;

/** Each purpose leaves requests to those before it. */
export const ORDER: readonly Purpose[] = ['trigger', 'person', 'details', 'bulk', 'sweep'];

/** The part of each window that is left to a purpose, even if nobody is expected: somebody opens a dropdown, a poll begins. */
const FIXED: Record<Purpose, number> = { trigger: 1 / 30, person: 1 / 15, details: 0, bulk: 1 / 6, sweep: 0 };
/** Where nobody came in the window before: somebody who opens a node opens one dropdown after the other. */
const FOR_FIRST_PERSON = 1 / 6;
/** What people may ask for beyond what they asked for in the window before. */
const PEOPLE_HEADROOM = 1.25;
/** The part of each window up to which a purpose leaves those before it no more than their fixed part: nobody starves. */
const ASSURED: Record<Purpose, number> = { trigger: 1, person: 1, details: 1 / 6, bulk: 1 / 6, sweep: 1 / 20 };
/** No more than this part of a window is left unused for what others may have spent unseen. */
const MOST_UNSEEN = 1 / 3;
/** The last part of a window, in which no more is left than one request for a poll, and what other holders need by their pace. */
const RELEASED = 1 / 15;

/**
 * How many requests of this window a purpose leaves to others (API document, Limits).
 *
 * - To each purpose before it ({@link ORDER}) the larger of a fixed part and of what came from it in the window before, from
 *   this time of the window on. Until a purpose has got its assured part, only the fixed parts of triggers and people.
 * - By bulk work and sweeps: to other holders of the token their share. By bulk work: to sweeps what is assured to them.
 * - In the last part of a window hardly anything: no request of the limit is wasted.
 *
 * @param asked what was asked for in the last {@link ASKED_MS}
 * @param inFlight requests whose answers have not come
 */
export function reserved(purpose: Purpose, window: Window, asked: readonly Asked[], now: number, inFlight: number): number {
	if (purpose === 'trigger') return 0;
	const unseen = purpose === 'bulk' || purpose === 'sweep' ? unseenUse(window, inFlight) : 0;
	const forOthers = purpose === 'bulk' || purpose === 'sweep' ? Math.max(unseen, leftToOthers(window, now)) : 0;
	if (now >= releasedAt(window)) return Math.max(asked.some(({ purpose: by }) => by === 'trigger') ? 1 : 0, forOthers);
	const part = (share: number) => Math.floor(window.limit * share);
	const until = (window.endsAt ?? now + window.ms) - window.ms;
	const came = (of: Purpose) => asked.filter(({ purpose: by, at }) => by === of && at > now - window.ms && at <= until).length;
	const left = (of: Purpose) => asked.filter(({ purpose: by, leftAt = -Infinity }) => by === of && leftAt >= window.openedAt).length;
	const assured = (of: Purpose) => Math.max(0, part(ASSURED[of]) - left(of));
	if (assured(purpose) > 0) return Math.max(unseen, part(FIXED.trigger) + (purpose === 'person' ? 0 : part(FIXED.person)));
	const isFirst = !asked.some(({ purpose: by, at }) => by === 'person' && at < window.openedAt);
	const forPeople = Math.max(part(isFirst ? FOR_FIRST_PERSON : FIXED.person), Math.ceil(came('person') * PEOPLE_HEADROOM));
	const expected = (of: Purpose) => (of === 'person' ? forPeople : Math.max(part(FIXED[of]), came(of)));
	const before = ORDER.slice(0, ORDER.indexOf(purpose)).reduce((sum, of) => sum + expected(of), 0);
	return before + forOthers + (purpose === 'bulk' ? Math.min(came('sweep'), assured('sweep')) : 0);
}

/**
 * What other holders may have spent unseen. The counters are as old as the last answer, and the others go on at their pace: for
 * each request under way, for the one that is asked for, and for the way back of the last answer.
 */
function unseenUse({ limit, others, own }: Window, inFlight: number): number {
	return own === 0 ? 0 : Math.min(Math.ceil((others / own) * (inFlight + 2)), Math.floor(limit * MOST_UNSEEN));
}

/** @returns when nothing is reserved any more; the service's window may have ended already, because its clock is known within bounds only */
export function releasedAt({ endsAt, offset, ms }: Window): number {
	const unknown = offset === null ? 0 : Math.min(offset.max - offset.min, DATE_RESOLUTION_MS);
	return (endsAt ?? Infinity) - ms * RELEASED - unknown;
}

/**
 * The part of each window that is left to other holders of the token: a quarter as soon as they are seen, and twice what
 * they were able to spend, up to a half, because a refused program needs more than the counters show. At the end of the
 * window as much as they spend in such a time: the counters are as old as the last answer.
 */
function leftToOthers(window: Window, now: number): number {
	if (!isShared(window)) return 0;
	const { limit, others, othersBefore, endsAt, ms } = window;
	const seen = Math.max(others, othersBefore);
	if (now >= releasedAt(window)) return Math.ceil((seen * ((endsAt ?? now) - now)) / ms);
	return Math.max(0, Math.floor(Math.min(limit / 2, Math.max(limit / 4, 2 * seen))) - others);
}
