import type { Fault } from '../simulator';

/** Whether the faulty request took effect, whether the gate sends it again, and whether its end is uncertain. */
export interface TableFault {
	name: string;
	fault: () => Omit<Fault, 'when'>;
	/** The request took effect although its answer does not say so. */
	took: boolean;
	/** For reads and repeatable writes: `again` and then done, `error` at once, or taken as `done`. */
	repeated: 'again' | 'error';
	/** For what is sent once: nothing happened and it is sent again, or nobody knows. */
	once: 'again' | 'uncertain';
	/** What the user reads where there is an error. */
	says: RegExp;
	/** It looks like a success: a write that it answers is not confirmed, and says so. */
	unconfirmed?: boolean;
}

const limitHeaders = { 'X-RateLimit-Remaining': '0' };

/** The faults of the table (issue: one budget, no double writes). Each hits the operation's own request once. */
export const FAULTS: TableFault[] = [
	{ name: 'rate limit with headers', fault: () => ({ kind: 'status', status: 403, headers: limitHeaders }), took: false, repeated: 'again', once: 'again', says: /rate limit/ },
	{ name: 'rate limit without headers', fault: () => ({ kind: 'status', status: 403, withRateLimitHeaders: false }), took: false, repeated: 'again', once: 'again', says: /rate limit/ },
	{ name: '500', fault: () => ({ kind: 'status', status: 500 }), took: false, repeated: 'again', once: 'uncertain', says: /service failed \(500\)/ },
	{ name: '503', fault: () => ({ kind: 'status', status: 503 }), took: false, repeated: 'again', once: 'uncertain', says: /maintenance \(503\)/ },
	{ name: 'reset before it took effect', fault: () => ({ kind: 'resetBefore' }), took: false, repeated: 'again', once: 'uncertain', says: /The connection broke before the answer came/ },
	{ name: 'reset after it took effect', fault: () => ({ kind: 'resetAfter' }), took: true, repeated: 'again', once: 'uncertain', says: /The connection broke before the answer came/ },
	{ name: 'time-out before it took effect', fault: () => ({ kind: 'noAnswer' }), took: false, repeated: 'again', once: 'uncertain', says: /did not answer in time/ },
	{ name: 'time-out after it took effect', fault: () => ({ kind: 'noAnswerAfter' }), took: true, repeated: 'again', once: 'uncertain', says: /did not answer in time/ },
	{ name: 'HTML', fault: () => ({ kind: 'html' }), took: false, repeated: 'error', once: 'uncertain', says: /something else than/, unconfirmed: true },
	{ name: 'cut-off JSON', fault: () => ({ kind: 'cutJson' }), took: true, repeated: 'again', once: 'uncertain', says: /something else than/, unconfirmed: true },
	{ name: 'empty body', fault: () => ({ kind: 'emptyBody' }), took: true, repeated: 'again', once: 'uncertain', says: /something else than/, unconfirmed: true },
];
