import type { Failure } from '../transport/retry/failure';
import { ServiceFailure } from '../transport/retry/failure';

import type { TicketEvent } from './detect/events';
import type { Troubles } from './reader/readers';
import { MINUTE } from './time';

/**
 * What a failed request means for a poll.
 * - `limit`: the rate limit is used up; nothing more can be asked for now.
 * - `fatal`: the token or the address is wrong: no inbox can be read until someone changes it.
 * - `refused`: this inbox cannot be read, others may.
 * - `down`: the service cannot be reached; it may be back soon.
 * - `trouble`: the service failed on this request; others may work.
 */
export type FailureClass = 'limit' | 'fatal' | 'refused' | 'down' | 'trouble';

/** A failure of a poll: which inbox it concerns and what it means. */
export interface PollFailure {
	messageBoxId: number;
	meaning: FailureClass;
	error: unknown;
}

/**
 * How a poll went.
 * - `failures`: by inbox; `unreadable`: failures on single tickets, which do not stop the reading.
 * - `asked`: the inboxes that were asked for new activity; `begun`: those that the trigger remembers.
 * - `answered`: how many requests were answered.
 */
export interface Outcome {
	events: TicketEvent[];
	failures: PollFailure[];
	unreadable: PollFailure[];
	asked: ReadonlySet<number>;
	begun: ReadonlySet<number>;
	answered: number;
}

/**
 * What becomes of a poll's failures.
 * - `thrown`: the poll fails with it; only when there is nothing to give.
 * - `reported`: reported without failing the poll, since other inboxes work.
 * - `tolerated`: only logged.
 */
export interface Report {
	thrown: PollFailure | null;
	reported: PollFailure[];
	tolerated: PollFailure[];
}

/** Maintenance and bad lines are not reported until they have lasted for more polls than this. */
const TOLERATED_POLLS = 3;
/** Polls that could read nothing at the rate limit fail when that has lasted so long (ms). */
const TOLERATED_LIMIT = 5 * MINUTE;
/** An inbox that stays unreadable is reported again after so many polls. */
const REMIND_EVERY = 60;

/** Names that cannot be resolved and certificates that do not fit: a wrong address, not a bad line. */
const WRONG_ADDRESS = /^(ENOTFOUND|ERR_INVALID_URL|ERR_TLS_CERT_ALTNAME_INVALID|CERT_|SELF_SIGNED_|DEPTH_ZERO_)/;

/** @returns what the failure means, or undefined when `error` is none of the service */
export function meaningOf(error: unknown): FailureClass | undefined {
	return error instanceof ServiceFailure ? meaningOfFailure(error.failure) : undefined;
}

function meaningOfFailure(failure: Failure): FailureClass {
	switch (failure.kind) {
		case 'rateLimit':
			return 'limit';
		case 'circuitOpen':
			return 'down';
		case 'network':
			return WRONG_ADDRESS.test(failure.code) ? 'fatal' : 'down';
		case 'unexpectedResponse':
			// A web page in the place of an answer is another address.
			return failure.content === 'foreign' ? 'fatal' : 'trouble';
		case 'status':
			if (failure.status === 401 || failure.status < 400) return 'fatal';
			if (failure.status === 503) return 'down';
			return failure.status >= 500 ? 'trouble' : 'refused';
	}
}

/**
 * Decides which failures are reported, and how.
 *
 * @param troubles how long the troubles of this trigger have lasted; counted on here
 * @param now ms of the steady clock
 */
export function reportOn(outcome: Outcome, inboxes: readonly number[], troubles: Troubles, now: number): Report {
	const { events, failures, unreadable, begun, answered } = outcome;
	count(outcome, troubles, now);
	const isDue = ({ messageBoxId, meaning }: PollFailure): boolean => {
		if (meaning === 'fatal' || meaning === 'refused' || !begun.has(messageBoxId)) return true;
		if (meaning === 'limit') return answered === 0 && now - (troubles.limitedSince ?? now) >= TOLERATED_LIMIT;
		return meaning === 'down' ? troubles.silentPolls > TOLERATED_POLLS : (troubles.failing.get(messageBoxId)?.polls ?? 0) > TOLERATED_POLLS;
	};
	const due = failures.filter(isDue);
	const allFail = inboxes.every((id) => failures.some(({ messageBoxId }) => messageBoxId === id));
	const isOfOneInbox = ({ messageBoxId, meaning }: PollFailure) => (meaning === 'refused' || meaning === 'trouble') && begun.has(messageBoxId);
	const thrown = events.length > 0 ? null : (due.find((failure) => allFail || !isOfOneInbox(failure)) ?? null);
	const reported = due.filter((failure) => failure !== thrown && isTimely(failure, troubles));
	const tolerated = failures.filter((failure) => failure !== thrown && !reported.includes(failure));
	return { thrown, reported, tolerated: [...tolerated, ...unreadable] };
}

function count({ failures, asked, answered }: Outcome, troubles: Troubles, now: number): void {
	const isSilent = (meaning: FailureClass) => answered === 0 && failures.some((failure) => failure.meaning === meaning);
	troubles.silentPolls = isSilent('down') ? troubles.silentPolls + 1 : 0;
	if (answered > 0) troubles.limitedSince = undefined;
	else if (isSilent('limit')) troubles.limitedSince ??= now;
	for (const id of asked) {
		const meaning = failures.find(({ messageBoxId }) => messageBoxId === id)?.meaning;
		if (meaning === undefined) troubles.failing.delete(id);
		else if (meaning === 'refused' || meaning === 'trouble') {
			const before = troubles.failing.get(id);
			troubles.failing.set(id, { meaning, polls: before?.meaning === meaning ? before.polls + 1 : 1 });
		}
	}
}

/** An inbox that fails beside others is reported when it begins and from time to time, not at every poll. */
function isTimely({ messageBoxId, meaning }: PollFailure, { failing }: Troubles): boolean {
	if (meaning !== 'refused' && meaning !== 'trouble') return false;
	const since = (failing.get(messageBoxId)?.polls ?? 1) - (meaning === 'trouble' ? TOLERATED_POLLS + 1 : 1);
	return since >= 0 && since % REMIND_EVERY === 0;
}
