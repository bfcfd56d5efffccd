import type { TriggerState } from '../memory/model';

import type { Outcome, PollFailure } from './outcome';

/** Maintenance, bad lines and a crowd of tickets at the rate limit are not worth a message until they have lasted for more polls than this. */
const TOLERATED_POLLS = 3;
/** An inbox that stays unreadable is reported again after so many polls. */
const REMIND_EVERY = 60;

/**
 * What becomes of a poll's failures.
 * - `thrown`: the poll fails with it; only when there is nothing to give.
 * - `reported`: told without failing the poll, since other inboxes work.
 * - `tolerated`: only logged.
 */
export interface Report {
	thrown: PollFailure | null;
	reported: PollFailure[];
	tolerated: PollFailure[];
}

/**
 * Decides which failures are told, and how; counts in `state` how long they have lasted.
 *
 * @param inboxes the inboxes of the trigger
 */
export function reportOn({ events, failures, unreadable, asked, answered }: Outcome, state: TriggerState, inboxes: number[]): Report {
	const isSilent = answered === 0 && failures.some(({ meaning }) => meaning === 'down');
	const isStuck = events.length === 0 && failures.some(({ meaning }) => meaning === 'pause');
	state.silentPolls = isSilent || isStuck ? state.silentPolls + 1 : 0;
	count(failures, asked, state);
	const due = failures.filter((failure) => isDue(failure, state, answered));
	const allFail = inboxes.every((id) => failures.some(({ messageBoxId }) => messageBoxId === id));
	const isOfOneInbox = ({ messageBoxId, meaning }: PollFailure) =>
		(meaning === 'refused' || meaning === 'trouble') && state.inboxes.has(messageBoxId);
	const failsPoll = (failure: PollFailure) => allFail || !isOfOneInbox(failure);
	const thrown = events.length > 0 ? null : (due.find(failsPoll) ?? null);
	const reported = due.filter((failure) => failure !== thrown && isTimely(failure, state));
	const told = [thrown, ...reported];
	return { thrown, reported, tolerated: [...failures.filter((failure) => !told.includes(failure)), ...unreadable] };
}

function count(failures: PollFailure[], asked: number[], state: TriggerState): void {
	for (const id of asked) {
		const inbox = state.inboxes.get(id);
		const failure = failures.find(({ messageBoxId }) => messageBoxId === id);
		if (inbox === undefined) continue;
		if (failure === undefined) inbox.failing = null;
		else if (failure.meaning === 'refused' || failure.meaning === 'trouble') {
			const polls = inbox.failing?.kind === failure.meaning ? inbox.failing.polls + 1 : 1;
			inbox.failing = { kind: failure.meaning, polls };
		}
	}
}

/** Whether a failure has lasted long enough, or is of a kind that does not go away by itself. */
function isDue({ messageBoxId, meaning }: PollFailure, state: TriggerState, answered: number): boolean {
	const inbox = state.inboxes.get(messageBoxId);
	switch (meaning) {
		case 'fatal':
		case 'refused':
			return true;
		case 'wait':
			// What was read before the limit was used up is kept, and the next poll goes on.
			return answered === 0 || inbox === undefined;
		case 'down':
		case 'pause':
			return state.silentPolls > TOLERATED_POLLS || inbox === undefined;
		case 'trouble':
			return inbox === undefined || (inbox.failing?.polls ?? 0) > TOLERATED_POLLS;
	}
}

/** An inbox that fails beside others is told of when it begins and from time to time, not at every poll. */
function isTimely({ messageBoxId, meaning }: PollFailure, state: TriggerState): boolean {
	if (meaning !== 'refused' && meaning !== 'trouble') return false;
	const polls = state.inboxes.get(messageBoxId)?.failing?.polls;
	if (polls === undefined) return true;
	const since = polls - (meaning === 'trouble' ? TOLERATED_POLLS + 1 : 1);
	return since >= 0 && since % REMIND_EVERY === 0;
}
