import type { Meaning } from '../../transport/errors/failure';
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

/** Maintenance and broken connections are not reported until they have lasted for more polls than this. */
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
	const { events, inboxes, begun, answered, status } = outcome;
	const { unreadable, lasting, hasNews } = status;
	// Where news could be read, it is not the service that is down.
	const failures = status.failures.map((failure) => (failure.meaning === 'down' && hasNews ? { ...failure, meaning: 'trouble' as const } : failure));
	count(outcome, failures, troubles, now);
	const isDue = ({ messageBoxId, meaning }: PollFailure): boolean => {
		if (meaning === 'fatal' || meaning === 'refused' || !begun.has(messageBoxId)) return true;
		if (meaning === 'limit') return answered === 0 && now - (troubles.limitedSince ?? now) >= TOLERATED_LIMIT;
		return meaning === 'down' ? troubles.silentPolls > TOLERATED_POLLS : (troubles.failing.get(messageBoxId)?.polls ?? 0) > TOLERATED_POLLS;
	};
	const due = failures.filter(isDue);
	const allFail = !hasNews && inboxes.every((id) => failures.some(({ messageBoxId }) => messageBoxId === id));
	// Where an inbox cannot be begun with, the first poll fails: at the activation somebody sees it.
	const isBorne = (failure: PollFailure) => isOfOneInbox(failure) && (begun.has(failure.messageBoxId) || pollsOf(failure, troubles) > 1);
	const thrown = events.length > 0 ? null : (due.find((failure) => allFail || !isBorne(failure)) ?? null);
	const newlyLasting = [...lasting.values()].filter(({ messageBoxId }) => now - (troubles.unreadable.get(messageBoxId) ?? -Infinity) > TRIED_WITHIN);
	for (const id of lasting.keys()) troubles.unreadable.set(id, now);
	const reported = [...due.filter((failure) => failure !== thrown && isTimely(failure, troubles)), ...newlyLasting];
	const tolerated = failures.filter((failure) => failure !== thrown && !reported.includes(failure));
	return { thrown, reported, tolerated: [...tolerated, ...unreadable] };
}

function count({ status: { asked }, answered }: Outcome, failures: readonly PollFailure[], troubles: Troubles, now: number): void {
	const isSilent = (meaning: Meaning) => answered === 0 && failures.some((failure) => failure.meaning === meaning);
	troubles.silentPolls = isSilent('down') ? troubles.silentPolls + 1 : 0;
	// A poll needs no answer of its own if other triggers have read everything for it.
	if (answered > 0 || failures.length === 0) troubles.limitedSince = undefined;
	else if (isSilent('limit')) troubles.limitedSince ??= now;
	for (const id of asked) {
		const failure = failures.find(({ messageBoxId }) => messageBoxId === id);
		if (failure === undefined) troubles.failing.delete(id);
		else if (isOfOneInbox(failure)) {
			const { meaning } = failure;
			const before = troubles.failing.get(id);
			troubles.failing.set(id, { meaning, polls: before?.meaning === meaning ? before.polls + 1 : 1 });
		}
	}
}

/** An inbox that fails beside others is reported when that begins, not at every poll. */
function isTimely(failure: PollFailure, troubles: Troubles): boolean {
	return isOfOneInbox(failure) && pollsOf(failure, troubles) === (failure.meaning === 'trouble' ? TOLERATED_POLLS + 1 : 1);
}

/** @returns for how many polls an inbox has failed */
function pollsOf({ messageBoxId }: PollFailure, { failing }: Troubles): number {
	return failing.get(messageBoxId)?.polls ?? 1;
}
