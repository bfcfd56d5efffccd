import { NodeOperationError } from 'n8n-workflow';
import { type Meaning, ServiceFailure } from '../../transport/errors/failure';
import { entryOf } from '../../transport/errors/table';
import { BudgetExhausted } from '../service/requests';

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
 * - `line`: there are no requests left for this line of work; another one may need none.
 * - `inbox`: nothing more can be done in this inbox.
 * - `purpose`: the rate limit leaves nothing for requests of this purpose, or of a purpose that yields to it.
 * - `time`: no further request may begin; an inbox can begin without one.
 * - `poll`: nothing can be asked for.
 */
export type Ends = 'line' | 'inbox' | 'purpose' | 'time' | 'poll';

/** What happened in a poll so far. */
export class PollStatus {
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
	 * @param isSweep sweeps come last at the rate limit, so a sweep that reaches it does not fail
	 * @returns how much of the poll the error ends
	 */
	noteError(messageBoxId: number, error: unknown, isSweep = false): Ends {
		if (error instanceof BudgetExhausted) return error.reason === 'time' ? 'time' : 'line';
		const found = meaningOf(error);
		// The known inboxes will show whether more than the list fails.
		const meaning = messageBoxId === LIST_OF_INBOXES && found === 'down' ? 'trouble' : found;
		if (meaning !== 'limit' || !isSweep) this.failures.push({ messageBoxId, meaning, error });
		if (meaning === 'limit') return 'purpose';
		// One inbox may be down while the others are not; a second one shows that the service is.
		const isServiceDown = meaning === 'down' && this.failures.some((other) => other.meaning === 'down' && other.messageBoxId !== messageBoxId);
		return meaning === 'fatal' || isServiceDown ? 'poll' : 'inbox';
	}
}

/** Whether a failure concerns one inbox, or the list of inboxes, and not all that is asked for. */
export function isOfOneInbox({ meaning }: Pick<PollFailure, 'meaning'>): boolean {
	return meaning === 'refused' || meaning === 'trouble';
}

/** Whether an error is a fault of this package: then the ledger may have taken in only a part of what was read. */
export function isFault(error: unknown): boolean {
	return !(error instanceof BudgetExhausted || error instanceof ServiceFailure || error instanceof NodeOperationError);
}

/** @returns what the failure means; an unknown or ambiguous name and a fault of this package concern one inbox: `refused` */
function meaningOf(error: unknown): Meaning {
	return error instanceof ServiceFailure ? entryOf(error.failure).meaning : 'refused';
}
