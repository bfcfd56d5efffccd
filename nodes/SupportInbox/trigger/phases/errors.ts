import { NodeOperationError } from 'n8n-workflow';
import type { LocalTime } from '../../adapter/clock';
import { HOUR, MINUTE } from '../../store/time';
import { type Meaning, ServiceFailure } from '../../transport/errors/failure';
import { entryOf } from '../../transport/errors/table';
import { BudgetExhausted } from '../service';

/** Stands for the inbox of a failure where the list of all inboxes could not be read. */
export const LIST_OF_INBOXES = 0;

/** A failure of a poll: which inbox it concerns, or which ticket of it, and what it means. */
export interface PollFailure {
	messageBoxId: number;
	ticketId?: number;
	meaning: Meaning;
	error: unknown;
}

/**
 * How much of a poll an error ends.
 * - `step`: there are no requests left for this phase; what needs none goes on.
 * - `inbox`: nothing more can be done in this inbox.
 * - `priority`: the rate limit leaves nothing for requests of this priority, or of one that yields to it.
 * - `time`: no further request may begin; an inbox can begin without one.
 * - `poll`: nothing can be asked for.
 */
export type Ends = 'step' | 'inbox' | 'priority' | 'time' | 'poll';

/** What went wrong in a poll so far. */
export class PollErrors {
	/** Failures of an inbox, or of the list of inboxes. */
	readonly failures: PollFailure[] = [];
	/** Failures of single tickets, which end nothing. */
	readonly unreadable: PollFailure[] = [];
	/** By inbox: the first ticket that could not be read in all its quick tries. */
	readonly lasting = new Map<number, PollFailure>();
	/** The inboxes that were asked for news. */
	readonly asked = new Set<number>();
	/** Whether a search for news has succeeded: until then, a ticket that cannot be read may mean that nothing can be read. */
	hasNews = false;

	/** Notes that a ticket cannot be shown. @param isLasting it was tried often enough */
	noteUnreadable(messageBoxId: number, ticketId: number, error: unknown, isLasting: boolean): void {
		const failure: PollFailure = { messageBoxId, ticketId, meaning: 'trouble', error };
		if (!isLasting) this.unreadable.push(failure);
		else if (!this.lasting.has(messageBoxId)) this.lasting.set(messageBoxId, failure);
	}

	/**
	 * Notes an error.
	 *
	 * @param isResync a resync yields to everything at the rate limit, so one that reaches it does not fail
	 * @returns how much of the poll the error ends
	 */
	note(messageBoxId: number, error: unknown, isResync = false): Ends {
		if (error instanceof BudgetExhausted) return error.reason === 'time' ? 'time' : 'step';
		const found = meaningOf(error);
		// The known inboxes will show whether more than the list fails.
		const meaning = messageBoxId === LIST_OF_INBOXES && found === 'down' ? 'trouble' : found;
		if (meaning !== 'limit' || !isResync) this.failures.push({ messageBoxId, meaning, error });
		if (meaning === 'limit') return 'priority';
		// One inbox may be down while others are not. Two in which nothing could be read before show that the service is.
		const isServiceDown =
			meaning === 'down' && !this.hasNews && this.failures.some((other) => other.meaning === 'down' && other.messageBoxId !== messageBoxId);
		return meaning === 'fatal' || isServiceDown ? 'poll' : 'inbox';
	}
}

/** Whether a failure concerns one inbox, or the list of inboxes, and not all that is asked for. */
export function isOfOneInbox({ meaning }: Pick<PollFailure, 'meaning'>): boolean {
	return meaning === 'refused' || meaning === 'trouble';
}

/** Whether an error is a fault of this package: then the store may have taken in only a part of what was read. */
export function isFault(error: unknown): boolean {
	return !(error instanceof BudgetExhausted || error instanceof ServiceFailure || error instanceof NodeOperationError);
}

/** @returns what the failure means; an unknown or ambiguous name and a fault of this package concern one inbox: `refused` */
function meaningOf(error: unknown): Meaning {
	return error instanceof ServiceFailure ? entryOf(error.failure).meaning : 'refused';
}

/**
 * How long the failures of one trigger have lasted.
 * - `silentPolls`: polls in a row that got no answer; `limitedSince`: since when the rate limit has prevented all reading.
 * - `failing`: inboxes that cannot be read: for how many polls, when last, and whether that was reported.
 * - `unreadable`: inboxes with tickets that could not be read in all their quick tries, and when the last try was.
 */
export interface FailureState {
	silentPolls: number;
	limitedSince?: LocalTime;
	failing: Map<number, { polls: number; at: LocalTime; isReported: boolean }>;
	unreadable: Map<number, LocalTime>;
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

/**
 * What a report is made of. `begun`: the inboxes that the trigger watches, or should watch soon; `answered`: how many requests were
 * answered.
 */
interface Reported {
	inboxes: readonly number[];
	hasEvents: boolean;
	errors: PollErrors;
	begun: ReadonlySet<number>;
	answered: number;
}

/** Failures that may pass are not reported until they have lasted for more polls than this. */
const TOLERATED_POLLS = 3;
/** Polls that could read nothing at the rate limit fail when that has lasted for this long (ms). */
const TOLERATED_LIMIT = 5 * MINUTE;
/** While tickets of an inbox cannot be read, one of them is tried at least this often (ms), so that the others are not reported as well. */
const TRIED_WITHIN = 2 * HOUR;

/**
 * Decides which failures are reported, and how: at once where somebody has to change something, else in the fourth poll in a row,
 * whatever the failures are.
 *
 * @param state is changed
 */
export function reportOn({ inboxes, hasEvents, errors, begun, answered }: Reported, state: FailureState, now: LocalTime): Report {
	const { unreadable, lasting, hasNews } = errors;
	// Where news could be read, it is not the service that is down.
	const failures = errors.failures.map((failure) =>
		failure.meaning === 'down' && hasNews ? { ...failure, meaning: 'trouble' as const } : failure,
	);
	count(errors, answered, state, now);
	const of = ({ messageBoxId }: PollFailure) => state.failing.get(messageBoxId);
	const hasLasted = (failure: PollFailure): boolean => {
		const { meaning } = failure;
		if (meaning === 'limit') return answered === 0 && now - (state.limitedSince ?? now) >= TOLERATED_LIMIT;
		return meaning === 'fatal' || meaning === 'refused' || Math.max(state.silentPolls, of(failure)?.polls ?? 1) > TOLERATED_POLLS;
	};
	const due = failures.filter((failure) => hasLasted(failure) || !begun.has(failure.messageBoxId));
	const allFail = !hasNews && inboxes.every((id) => failures.some(({ messageBoxId }) => messageBoxId === id));
	// Where an inbox cannot be begun with, the first poll fails: at the activation somebody sees it.
	const isBorne = (failure: PollFailure) => isOfOneInbox(failure) && (begun.has(failure.messageBoxId) || (of(failure)?.polls ?? 1) > 1);
	const thrown = hasEvents ? null : (due.find((failure) => allFail || !isBorne(failure)) ?? null);
	// An inbox that fails beside others is reported when that begins, not at every poll.
	const newlyFailing = failures.filter(
		(failure) => failure !== thrown && isOfOneInbox(failure) && hasLasted(failure) && of(failure)?.isReported !== true,
	);
	for (const failure of failures) if (hasLasted(failure)) Object.assign(of(failure) ?? {}, { isReported: true });
	const newlyLasting = [...lasting.values()].filter(
		({ messageBoxId }) => now - (state.unreadable.get(messageBoxId) ?? -Infinity) > TRIED_WITHIN,
	);
	for (const id of lasting.keys()) state.unreadable.set(id, now);
	const reported = [...newlyFailing, ...newlyLasting];
	return {
		thrown,
		reported,
		tolerated: [...failures.filter((failure) => failure !== thrown && !reported.includes(failure)), ...unreadable],
	};
}

function count({ failures, asked }: PollErrors, answered: number, state: FailureState, now: LocalTime): void {
	const isSilent = answered === 0 && failures.length > 0;
	state.silentPolls = isSilent ? state.silentPolls + 1 : 0;
	// A poll needs no answer of its own if other triggers have read everything for it.
	if (!isSilent) state.limitedSince = undefined;
	else if (failures.some(({ meaning }) => meaning === 'limit')) state.limitedSince ??= now;
	for (const id of asked) {
		const failure = failures.find(({ messageBoxId }) => messageBoxId === id);
		if (failure === undefined) state.failing.delete(id);
		else if (failure.meaning !== 'limit') {
			const { polls, isReported } = state.failing.get(id) ?? { polls: 0, isReported: false };
			state.failing.set(id, { polls: polls + 1, at: now, isReported });
		}
	}
}
