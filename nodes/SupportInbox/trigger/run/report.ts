import type { TicketEvent } from '../detect/events';
import type { Troubles } from '../reader/tokenReaders';
import { HOUR, MINUTE } from '../time';
import { type PollFailure, type PollStatus, isOfOneInbox } from './status';

/**
 * How a poll went.
 * - `inboxes`: the inboxes to watch; `begun`: the inboxes that the trigger remembers, or should remember soon.
 * - `notes`: lines for the log; `trace`: the requests that were sent, see workOff.
 * - `answered`: how many requests were answered.
 */
export interface Outcome {
	inboxes: readonly number[];
	notes: string[];
	events: TicketEvent[];
	status: PollStatus;
	begun: ReadonlySet<number>;
	answered: number;
	trace: string;
}

/**
 * What becomes of a poll's failures.
 * - `thrown`: the poll fails with it; only when there is nothing to emit.
 * - `reported`: reported without failing the poll, since other inboxes work.
 * - `tolerated`: only logged.
 */
export interface Report {
	thrown: PollFailure | null;
	reported: PollFailure[];
	tolerated: PollFailure[];
}

/** Failures that may pass by themselves are not reported until they have lasted for more polls than this. */
const TOLERATED_POLLS = 3;
/** Polls that could read nothing at the rate limit fail when that has lasted for this long (ms). */
const TOLERATED_LIMIT = 5 * MINUTE;
/** While tickets of an inbox cannot be read, one of them is tried at least this often (ms), so that the others are not reported as well. */
const TRIED_WITHIN = 2 * HOUR;

/**
 * Decides which failures are reported, and how.
 *
 * @param troubles how long the troubles of this trigger have lasted; is changed
 * @param now ms of the steady clock
 */
export function reportOn(outcome: Outcome, troubles: Troubles, now: number): Report {
	const { events, inboxes, begun, status } = outcome;
	const { unreadable, lasting, hasNews } = status;
	// Where news could be read, it is not the service that is down.
	const failures = status.failures.map((failure) => (failure.meaning === 'down' && hasNews ? { ...failure, meaning: 'trouble' as const } : failure));
	count(outcome, failures, troubles, now);
	const isDue = ({ messageBoxId, meaning }: PollFailure): boolean => {
		if (meaning === 'fatal' || meaning === 'refused' || !begun.has(messageBoxId)) return true;
		if (meaning === 'limit') return now - (troubles.silentSince ?? now) >= TOLERATED_LIMIT;
		return Math.max(troubles.silentPolls, troubles.failing.get(messageBoxId)?.polls ?? 0) > TOLERATED_POLLS;
	};
	const due = failures.filter(isDue);
	const allFail = !hasNews && inboxes.every((id) => failures.some(({ messageBoxId }) => messageBoxId === id));
	// Where an inbox cannot be begun with, the first poll fails: at the activation somebody sees it.
	const isBorne = (failure: PollFailure) => isOfOneInbox(failure) && (begun.has(failure.messageBoxId) || pollsOf(failure, troubles) > 1);
	const thrown = events.length > 0 ? null : (due.find((failure) => allFail || !isBorne(failure)) ?? null);
	const newlyLasting = [...lasting.values()].filter(({ messageBoxId }) => now - (troubles.unreadable.get(messageBoxId) ?? -Infinity) > TRIED_WITHIN);
	for (const id of lasting.keys()) troubles.unreadable.set(id, now);
	const timely = due.filter((failure) => failure !== thrown && isTimely(failure, troubles));
	const isKnown = (failure: PollFailure) => timely.includes(failure) || (failure === thrown && failure.meaning === 'refused');
	for (const { messageBoxId, meaning } of failures.filter(isKnown)) troubles.failing.get(messageBoxId)?.reported.add(meaning);
	const reported = [...timely, ...newlyLasting];
	const tolerated = failures.filter((failure) => failure !== thrown && !reported.includes(failure));
	return { thrown, reported, tolerated: [...tolerated, ...unreadable] };
}

/** Polls without any answer are counted, whatever has failed in them; and so is an inbox that fails beside others. */
function count({ status: { asked }, answered }: Outcome, failures: readonly PollFailure[], troubles: Troubles, now: number): void {
	// A poll needs no answer of its own if other triggers have read everything for it.
	const isSilent = answered === 0 && failures.length > 0;
	troubles.silentPolls = isSilent ? troubles.silentPolls + 1 : 0;
	troubles.silentSince = isSilent ? (troubles.silentSince ?? now) : undefined;
	for (const id of asked) {
		const failure = failures.find(({ messageBoxId }) => messageBoxId === id);
		if (failure === undefined) troubles.failing.delete(id);
		else if (isOfOneInbox(failure)) {
			const { polls, reported } = troubles.failing.get(id) ?? { polls: 0, reported: new Set<string>() };
			troubles.failing.set(id, { polls: polls + 1, reported });
		}
	}
}

/** An inbox that fails beside others is reported when that begins, not at every poll, also where its failures change their kind. */
function isTimely(failure: PollFailure, { failing }: Troubles): boolean {
	const { messageBoxId, meaning } = failure;
	const { polls = 0, reported } = failing.get(messageBoxId) ?? {};
	if (!isOfOneInbox(failure) || reported?.has(meaning) === true) return false;
	return meaning === 'refused' || polls > TOLERATED_POLLS;
}

/** @returns for how many polls an inbox has failed */
function pollsOf({ messageBoxId }: PollFailure, { failing }: Troubles): number {
	return failing.get(messageBoxId)?.polls ?? 1;
}
