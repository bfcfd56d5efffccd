import type { LocalTime } from '../../adapter/clock';
import type { Priority } from '../queue/requestContext';
import { WINDOW_MS } from '../timing';
import { type QuotaWindow, isShared } from './quotaWindow';

/** A request of an item queue: when it began to wait, and when it was sent. */
export interface TimedRequest {
	readonly priority: Priority;
	readonly queue: string;
	readonly queuedAt: LocalTime;
	sentAt?: LocalTime;
}

/** How long requests are remembered: for this window and the one before. */
export const RECENT_MS = 2 * WINDOW_MS;

/** The priorities, the highest first: each one leaves a reservation to the higher ones. */
export const PRIORITIES: readonly Priority[] = ['poll', 'interactive', 'details', 'bulk', 'background'];

/** The part of a window that is always left to a priority: a poll may begin, or somebody may open a dropdown. */
const FIXED_SHARE: Record<Priority, number> = { poll: 1 / 30, interactive: 1 / 15, details: 0, bulk: 1 / 6, background: 0 };
/** The same for people while work waits that does not fit into the window: who opens a node opens several dropdowns. */
const INTERACTIVE_SHARE = 1 / 6;
/** How many requests people may send, as a multiple of their requests in the window before. */
const INTERACTIVE_HEADROOM = 1.25;
/** Until a priority has used this part of a window, it leaves only the fixed parts of triggers and people, so that it never starves. */
const GUARANTEED_SHARE: Record<Priority, number> = { poll: 1, interactive: 1, details: 1 / 6, bulk: 1 / 6, background: 1 / 20 };
/** At most this part of a window is left unused for requests of others that the counters may not show yet. */
const MAX_UNREPORTED_SHARE = 1 / 3;
/** A poll that runs once a minute may begin a little later than in the window before. */
const LATE_MS = 2_000;
/** In this last part of a window only one request is kept for a poll, besides those of others that no counter shows yet. */
const RELEASED_SHARE = 1 / 15;

/**
 * The reservation: how many requests of this window a priority leaves to others (API document, Limits).
 *
 * - To each higher priority ({@link PRIORITIES}): its fixed part, or the number of requests that it asked for between this second
 *   of the window before and its end, if that was more.
 * - `bulk` and `background` leave their share to other programs with the token. `bulk` leaves to `background` the part guaranteed to it.
 *
 * @param recent the requests of the last {@link RECENT_MS}
 * @param inUse how many requests are under way or have a permit; `requested`: how many more this priority asks for
 */
export function reservationOf(
	priority: Priority,
	window: QuotaWindow,
	recent: readonly TimedRequest[],
	now: LocalTime,
	{ inUse, requested }: { inUse: number; requested: number },
): number {
	if (priority === 'poll') return 0;
	const isBackground = priority === 'bulk' || priority === 'background';
	const unreported = isBackground ? unreportedUse(window, inUse) : 0;
	if (now >= releasedAt(window)) return Math.max(recent.some(({ priority: by }) => by === 'poll') ? 1 : 0, unreported);
	const part = (share: number) => Math.floor(window.limit * share);
	const sameTimeBefore = now - WINDOW_MS - LATE_MS;
	const endBefore = window.endsAt === null ? now : window.endsAt - WINDOW_MS;
	const requestedBefore = (of: Priority) =>
		recent.filter(({ priority: by, queuedAt }) => by === of && queuedAt > sameTimeBefore && queuedAt <= endBefore).length;
	const sentInWindow = (of: Priority) =>
		recent.filter(({ priority: by, sentAt = -Infinity }) => by === of && sentAt >= window.openedAt).length;
	const guaranteed = (of: Priority) => Math.max(0, part(GUARANTEED_SHARE[of]) - sentInWindow(of));
	const forInteractive = priority === 'interactive' ? 0 : part(FIXED_SHARE.interactive);
	if (guaranteed(priority) > 0) return Math.max(unreported, part(FIXED_SHARE.poll) + forInteractive);
	// A poll that has begun a little earlier than in the window before does not send again what it has sent.
	const unsentOfPolls = recent.filter(isPollIn(endBefore - WINDOW_MS, endBefore)).length - sentInWindow('poll');
	const stillRequested = (of: Priority) => (of === 'poll' ? Math.max(0, Math.min(requestedBefore(of), unsentOfPolls)) : requestedBefore(of));
	const expected = (of: Priority) =>
		Math.max(part(FIXED_SHARE[of]), Math.ceil(stillRequested(of) * (of === 'interactive' ? INTERACTIVE_HEADROOM : 1)));
	const before = PRIORITIES.slice(0, PRIORITIES.indexOf(priority)).reduce((sum, of) => sum + expected(of), 0);
	const forOthers = isBackground ? Math.max(unreported, shareOfOthers(window)) : 0;
	const all = before + forOthers + (priority === 'bulk' ? Math.min(requestedBefore('background'), guaranteed('background')) : 0);
	return window.remaining - inUse - requested >= all ? all : all + Math.max(0, part(INTERACTIVE_SHARE) - expected('interactive'));
}

function isPollIn(from: number, until: number) {
	return ({ priority, queuedAt }: TimedRequest) => priority === 'poll' && queuedAt > from && queuedAt <= until;
}

/**
 * How many requests others may have sent that the counters do not show. The counters are as old as the last answer, and the
 * others go on at their pace: for each permit in use, for the request that is asked for, and for the way back of the last
 * answer.
 */
function unreportedUse({ limit, others, own }: QuotaWindow, inUse: number): number {
	return own === 0 ? 0 : Math.min(Math.ceil((others / own) * (inUse + 2)), Math.floor(limit * MAX_UNREPORTED_SHARE));
}

/**
 * How many requests other holders of the token may still send in this window. Once they are seen, their share is a quarter of
 * it, or twice what they have sent but at most half of it: a rejected program needs more than the counters show.
 */
function shareOfOthers(window: QuotaWindow): number {
	if (!isShared(window)) return 0;
	const { limit, others, othersBefore } = window;
	return Math.max(0, Math.floor(Math.min(limit / 2, Math.max(limit / 4, 2 * Math.max(others, othersBefore)))) - others);
}

/**
 * Whether requests that nobody waits for may be spent: in the last third of a window, or where people, items and other programs have
 * used less than a quarter of this window and of the last one.
 */
export function isIdle(window: QuotaWindow, recent: readonly TimedRequest[], now: LocalTime): boolean {
	const { endsAt, openedAt, limit, others, othersBefore } = window;
	if (endsAt !== null && now >= endsAt - WINDOW_MS / 3) return true;
	const used = recent.filter(({ priority, sentAt }) => sentAt !== undefined && (priority === 'interactive' || priority === 'bulk'));
	const inThis = used.filter(({ sentAt = 0 }) => sentAt >= openedAt).length;
	return Math.max(inThis + others, used.length - inThis + othersBefore) < limit / 4;
}

/** @returns when the last part of the window begins */
export function releasedAt({ endsAt }: QuotaWindow): number {
	return (endsAt ?? Infinity) - WINDOW_MS * RELEASED_SHARE;
}
