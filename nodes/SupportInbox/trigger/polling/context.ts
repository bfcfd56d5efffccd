import { NodeOperationError } from 'n8n-workflow';

import type { Meaning } from '../../transport/errors/entry';
import { ServiceFailure } from '../../transport/errors/failure';
import { entryOf } from '../../transport/errors/table';
import type { Session } from '../../transport/session';
import type { TicketEvent } from '../detect/events';
import type { Settings } from '../properties/settings';
import type { Readers } from '../reader/readers';
import type { Requests } from '../service/requests';
import { BudgetExhausted } from '../service/requests';

/**
 * What the parts of one poll share.
 * - `key`: the trigger's; `workflowId`: of the workflow that it starts.
 * - `startedAt`: ms of the steady clock; `interval`: how long after the last poll (ms).
 * - `events`: what was found so far.
 */
export interface PollContext {
	key: string;
	workflowId?: string;
	session: Session;
	settings: Settings;
	readers: Readers;
	requests: Requests;
	course: Course;
	startedAt: number;
	interval: number;
	events: TicketEvent[];
}

/** Stands for the inbox of a failure where the list of all inboxes could not be read. */
export const LIST_OF_INBOXES = 0;

/** A failure of a poll: which inbox it concerns and what it means. */
export interface PollFailure {
	messageBoxId: number;
	meaning: Meaning;
	error: unknown;
}

/** How far a poll has come, and what failed in it. */
export class Course {
	/** By inbox. */
	readonly failures: PollFailure[] = [];
	/** On single tickets, which do not stop the reading. */
	readonly unreadable: PollFailure[] = [];
	/** The inboxes that were asked for new activity. */
	readonly asked = new Set<number>();
	/** Set when nothing more can be asked for in this poll. */
	isOver = false;

	/** Notes that a ticket cannot be shown. */
	noteUnreadable(messageBoxId: number, error: unknown): void {
		this.unreadable.push({ messageBoxId, meaning: 'trouble', error });
	}

	/**
	 * Runs a part of the poll and notes how it fails.
	 *
	 * @param isSweep at the rate limit others go before sweeps: that is no failure
	 * @returns whether the requests were not enough
	 */
	async attempt(messageBoxId: number, work: () => Promise<void>, isSweep: boolean): Promise<boolean> {
		return await work().then(
			() => false,
			(error) => this.noteFailure(messageBoxId, error, isSweep),
		);
	}

	/** Notes how a part of the poll has failed. @returns whether the requests were not enough */
	noteFailure(messageBoxId: number, error: unknown, isSweep = false): boolean {
		if (error instanceof BudgetExhausted) {
			if (error.reason === 'limit') this.failures.push({ messageBoxId, meaning: 'limit', error: error.cause });
			this.isOver ||= error.reason !== 'requests';
			return true;
		}
		const found = meaningOf(error);
		// Whether more than the list fails is said by the inboxes that are known.
		const meaning = messageBoxId === LIST_OF_INBOXES && found === 'down' ? 'trouble' : found;
		this.isOver ||= meaning === 'limit' || meaning === 'fatal' || meaning === 'down';
		if (meaning !== 'limit' || !isSweep) this.failures.push({ messageBoxId, meaning, error });
		return false;
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
