import { NodeOperationError } from 'n8n-workflow';

import type { Meaning } from '../../transport/errors/failure';
import { ServiceFailure } from '../../transport/errors/failure';
import { entryOf } from '../../transport/errors/table';
import { BudgetExhausted } from '../service/requests';

/** Stands for the inbox of a failure where the list of all inboxes could not be read. */
export const LIST_OF_INBOXES = 0;

/** A failure of a poll: which inbox it concerns and what it means. */
export interface PollFailure {
	messageBoxId: number;
	meaning: Meaning;
	error: unknown;
}

/**
 * How much of a poll an error ends.
 * - `line`: there are no requests left for this line of work; another one may need none.
 * - `inbox`: nothing more can be done in this inbox.
 * - `purpose`: the rate limit leaves nothing for requests of this purpose, or of one that yields to it.
 * - `time`: no further request may begin; an inbox can begin without one.
 * - `poll`: nothing can be asked for.
 */
export type Ends = 'line' | 'inbox' | 'purpose' | 'time' | 'poll';

/** What happened in a poll so far. */
export class PollStatus {
	/** By inbox. */
	readonly failures: PollFailure[] = [];
	/** Failures of single tickets, which end nothing. */
	readonly unreadable: PollFailure[] = [];
	/** The inboxes that were asked for news. */
	readonly asked = new Set<number>();
	/** Whether a search for news has succeeded: before, a ticket that cannot be read may mean that nothing can. */
	hasNews = false;

	/** Notes that a ticket cannot be shown. */
	noteUnreadable(messageBoxId: number, error: unknown): void {
		this.unreadable.push({ messageBoxId, meaning: 'trouble', error });
	}

	/**
	 * Notes an error.
	 *
	 * @param isSweep at the rate limit others go before sweeps: that is no failure
	 * @returns what ends with it
	 */
	noteError(messageBoxId: number, error: unknown, isSweep = false): Ends {
		if (error instanceof BudgetExhausted) return error.reason === 'time' ? 'time' : 'line';
		const found = meaningOf(error);
		// Whether more than the list fails is said by the inboxes that are known.
		const meaning = messageBoxId === LIST_OF_INBOXES && found === 'down' ? 'trouble' : found;
		if (meaning !== 'limit' || !isSweep) this.failures.push({ messageBoxId, meaning, error });
		if (meaning === 'limit') return 'purpose';
		return meaning === 'fatal' || meaning === 'down' ? 'poll' : 'inbox';
	}
}

/** Whether an error is a fault of this package: what was read of the inbox may be half taken in. */
export function isFault(error: unknown): boolean {
	return !(error instanceof BudgetExhausted || error instanceof ServiceFailure || error instanceof NodeOperationError);
}

/** @returns what the failure means; a name that stands for nothing or for several things, and a fault of ours, are of one inbox */
function meaningOf(error: unknown): Meaning {
	return error instanceof ServiceFailure ? entryOf(error.failure).meaning : 'refused';
}
