import type { Purpose } from '../order/caller';
import type { Headers } from '../errors/failure';
import { DATE_RESOLUTION_MS, PROBE_MS } from '../timing';
import type { Demand } from './demand';
import { hasCome, stillExpected } from './demand';
import { leftToOthers } from './othersUse';
import type { Quota } from './quota';
import { localEnd, opened, opensAt } from './quota';

/** One request that was admitted. Exactly one of the two is to be called when it has ended. */
export interface Admission {
	sentAt: number;
	/** An answer with these headers has come. */
	answered(headers: Headers): void;
	/** No answer will come; `left` is false when it was never sent. */
	unanswered(left: boolean): void;
}

/**
 * Whether a request may go now; if not, when to ask again (this machine's ms) and why: the limit is used up,
 * or answers under way have to say first what is left.
 */
export type Decision = { admitted: true } | { admitted: false; until: number; why: 'limit' | 'answers' };

/**
 * Where the rate limiter stands when it decides.
 * - `now`: ms of this machine's clock.
 * - `inFlight`: requests whose answers have not come; each may or may not be in the quota already.
 * - `oldest`: when the first of them left.
 * - `bulkIsActive`: whether items of a workflow are waiting or under way.
 */
export interface Situation {
	quota: Quota;
	demand: Demand;
	now: number;
	inFlight: number;
	oldest: number;
	bulkIsActive: boolean;
}

/** Shares of each window that are always kept for someone who was not there before: one who opens a dropdown, a poll. */
const FOR_PEOPLE = 1 / 15;
const FOR_TRIGGERS = 1 / 30;
/** Where nobody came in the window before, bulk work reserves more for people: the first one may go on to open dropdown after dropdown. */
const FOR_FIRST_PERSON = 1 / 6;
/**
 * What stays for triggers to the very end of a window, where there are any: n8n polls at any second, and a poll does not
 * wait. What one of them reads serves the others of its inbox.
 */
const FOR_LAST_POLL = 1 / 60;
/** What people may ask for beyond what they asked for in the window before. */
const PEOPLE_HEADROOM = 1.25;
/** Shares of each window that these get, whatever is expected of others: nobody starves. */
const MIN_SHARE: Record<'details' | 'bulk' | 'sweep', number> = { details: 1 / 6, bulk: 1 / 6, sweep: 1 / 20 };
/** Beyond their least, sweeps leave this much of a window to people and to bulk work that may come. */
const NOT_FOR_SWEEPS = 1 / 3;
/** The length of the last part of a window in which nothing is kept for others, so that no request of the limit is wasted. */
const RELEASED_SHARE = 1 / 15;
/** Others may have spent more than the last counters show. No more than this part of a window is left unused for that. */
const MAX_PACE_SHARE = 1 / 3;

/**
 * Decides whether one more request may be sent (API document, Limits). As many of the window's requests are reserved for
 * those before it in the order of {@link Purpose} as they are expected to need.
 *
 * @param purpose whom the request is for
 */
export function admit(purpose: Purpose, situation: Situation): Decision {
	const { now, inFlight, oldest } = situation;
	const quota = opened(situation.quota, now);
	if (quota.ends === null && inFlight > 0 && now < oldest + PROBE_MS) {
		return { admitted: false, until: oldest + PROBE_MS, why: 'answers' };
	}
	const releasedAt = releaseTime(quota);
	const reserved = reservedFrom(purpose, { ...situation, quota }, now >= releasedAt);
	const left = quota.remaining;
	if (left - inFlight > reserved) return { admitted: true };
	const opens = opensAt(quota, now);
	if (left > reserved) return { admitted: false, until: opens, why: 'answers' };
	return { admitted: false, until: left > 0 && now < releasedAt ? Math.min(releasedAt, opens) : opens, why: 'limit' };
}

/** @returns how many requests of this window are reserved from someone with this purpose */
function reservedFrom(purpose: Purpose, situation: Situation, isReleased: boolean): number {
	const { quota, demand } = situation;
	const part = (share: number) => Math.floor(quota.limit * share);
	const forLastPoll = hasCome(demand, 'trigger') ? part(FOR_LAST_POLL) : 0;
	const forTriggers = isReleased ? forLastPoll : part(FOR_TRIGGERS);
	switch (purpose) {
		case 'trigger':
			return 0;
		case 'person':
			return forTriggers;
		case 'details': {
			if (isReleased) return forLastPoll;
			// A burst of tickets would use the window up, and the next polls would fail. What is not read now, the next poll reads.
			const polls = demand.admitted.details < part(MIN_SHARE.details) ? 0 : stillExpected(demand, 'trigger');
			return part(FOR_PEOPLE) + Math.max(forTriggers, polls);
		}
		case 'bulk':
		case 'sweep': {
			const unforeseen = (isReleased ? 0 : part(FOR_PEOPLE)) + forTriggers;
			// The counters are as old as our last answer: meanwhile the others have gone on at their pace.
			const pace = Math.min(Math.ceil(quota.others.pace * (situation.inFlight + 1)), part(MAX_PACE_SHARE));
			if (demand.admitted[purpose] < part(MIN_SHARE[purpose])) return Math.max(pace, unforeseen);
			const forBulk = purpose === 'bulk' ? 0 : situation.bulkIsActive ? Infinity : stillExpected(demand, 'bulk');
			const forSweeps = purpose === 'sweep' ? 0 : Math.min(stillExpected(demand, 'sweep'), part(MIN_SHARE.sweep) - demand.admitted.sweep);
			const others = (isReleased ? forLastPoll : foreseenUse(situation) + Math.max(0, forSweeps)) + forBulk;
			return Math.max(pace, others, purpose === 'sweep' ? part(NOT_FOR_SWEEPS) : 0);
		}
	}
}

/**
 * What people, triggers and other holders of the token are expected to need in what remains of this window: what they needed
 * in the window before, and no less than is kept for one who was not there before.
 */
function foreseenUse({ quota, demand }: Situation): number {
	const part = (share: number) => Math.floor(quota.limit * share);
	const people = Math.ceil(stillExpected(demand, 'person', PEOPLE_HEADROOM));
	const triggers = stillExpected(demand, 'trigger') + stillExpected(demand, 'details');
	const isFirst = demand.before.person === 0;
	return Math.max(part(isFirst ? FOR_FIRST_PERSON : FOR_PEOPLE), people) + Math.max(part(FOR_TRIGGERS), triggers) + leftToOthers(quota.others, quota.limit);
}

/** The service's window may have ended already, because the difference of the clocks is known within bounds only. */
function releaseTime(quota: Quota): number {
	const unknown = quota.offset === null ? 0 : Math.min(quota.offset.max - quota.offset.min, DATE_RESOLUTION_MS);
	return (localEnd(quota) ?? Infinity) - quota.windowMs * RELEASED_SHARE - unknown;
}
