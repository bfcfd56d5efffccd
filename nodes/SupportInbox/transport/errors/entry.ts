import type { Failure } from './failure';

/**
 * What a failed request means beyond itself.
 * - `limit`: the rate limit is used up; nothing more can be asked for now.
 * - `fatal`: the token or the address is wrong: nothing can be read until someone changes it.
 * - `refused`: this cannot be done; other requests may work.
 * - `down`: the service cannot be reached; it may be back soon.
 * - `trouble`: the service failed on this request; others may work.
 */
export type Meaning = 'limit' | 'fatal' | 'refused' | 'down' | 'trouble';

/** What a text can say about the request that failed: the fields as the user sees them. */
export interface Asked {
	/** Fields whose values are in the address, e.g. `Ticket 5`. */
	about: string[];
	/** Fields whose ids were sent in the body, e.g. `Badges 7, 8`. */
	ids?: string[];
	/** Fields whose values were sent, e.g. `Status`. */
	sent: string[];
	itemIndex?: number;
}

/** What the user reads: what happened, and what to do next. */
export interface Text {
	message: string;
	description: string;
}

/**
 * A line of the table of errors.
 * - `is`: which failures it is about; the first line that fits counts.
 * - `isTransient`: another try may do better.
 * - `mayHaveHappened`: the service may have carried the request out although nobody said so.
 * - `text`: none holds what the service keeps about customers.
 */
export interface Entry<F extends Failure = Failure> {
	is: (failure: F) => boolean;
	meaning: Meaning;
	isTransient: boolean;
	mayHaveHappened: boolean;
	text: (failure: F, asked: Asked, outcomeUnknown: boolean) => Text;
}

/** The failures of one kind. */
export type Of<K extends Failure['kind']> = Extract<Failure, { kind: K }>;
