import { unknownWindow } from '../../../nodes/SupportInbox/transport/rateLimit/quotaWindow';
import { type TimedRequest, reservationOf } from '../../../nodes/SupportInbox/transport/rateLimit/reservation';

const MINUTE = 60_000;
/** A poll of 40 requests, one every 100 ms. */
const pollAt = (begun: number, count = 40): TimedRequest[] =>
	Array.from({ length: count }, (_, place) => ({ priority: 'poll', queue: 'poll', queuedAt: begun + place * 100, sentAt: begun + place * 100 }));

/** What is always left to people (1/15) and to items (1/6), of 60. */
const FIXED = 4 + 10;

/** How many requests a resync leaves to polls after 27 requests of this minute's poll, and three of its own; at least 1/30. */
it.each<[string, TimedRequest[], number]>([
	['what the same poll of the last minute sent is not reserved again', pollAt(20_000), 13],
	['what another poll of the last minute sent later still is', [...pollAt(20_000, 27), ...pollAt(45_000, 13)], 13],
	['nothing of a poll that sent no more than this one', pollAt(20_000, 27), 2],
])('%s', (_, before, reserved) => {
	const begun = MINUTE + 20_000;
	const own: TimedRequest[] = Array.from({ length: 3 }, (_one, place) => ({ priority: 'background', queue: 'poll', queuedAt: begun + 2_700 + place, sentAt: begun + 2_700 + place }));
	const recent = [...before, ...pollAt(begun, 27), ...own];
	const window = { ...unknownWindow, limit: 60, remaining: 30, openedAt: MINUTE, endsAt: 2 * MINUTE, own: 30 };
	expect(reservationOf('background', window, recent, begun + 3_000, { inUse: 0, requested: 1 })).toBe(FIXED + reserved);
});
