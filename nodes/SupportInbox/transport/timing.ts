/**
 * All time constants of the transport, in ms, with their reasons. Two of them come from the service
 * (API document, Limits); we have chosen the others.
 */

// The service's rate limit

/** Length of a rate limit window (API document, Limits). */
export const WINDOW_MS = 60_000;
/** The reset time comes in whole seconds (API document, Limits). */
export const RESET_RESOLUTION_MS = 1_000;
/** The Date header is cut to the second (RFC 9110). */
export const DATE_RESOLUTION_MS = 1_000;
/** The least time without requests after a refusal: the service's windows may end a little later than it says. */
export const WINDOW_END_MARGIN_MS = 3_000;
/** In a new window requests are sent one at a time until an answer shows the counters, but for no longer than this. */
export const PROBE_MS = 2_000;

// Waiting for the rate limit

/** A wait that is longer than this is logged, so that a paused workflow can be explained. */
export const NOTICEABLE_WAIT_MS = 5_000;
/** When the waits of an item take longer than this together, its output shows them, so that a slow workflow can be explained. */
export const SHOWN_WAIT_MS = 10_000;
/** A wait this short is never rejected, because the clock offset is known to a second only. */
export const SHORT_WAIT_MS = 1_500;
/** After its deadline a caller still waits this long for answers under way, because they may show that requests are left. */
export const DEADLINE_GRACE_MS = 3_000;
/** A wait is slept in slices, so that a cancelled one leaves no long timer behind. */
export const SLEEP_SLICE_MS = 1_000;
/** A dropdown waits for the rate limit until the next window at most; then it shows when the rate limit opens. */
export const DROPDOWN_WAIT_MS = WINDOW_MS + 5_000;

// Attempts of one request

/** Time-out of a single attempt when the user set none. */
export const ATTEMPT_TIMEOUT_MS = 14_000;
/**
 * The attempts of one request take no longer than this together, and the next request after a time-out gets a single
 * try (retry/circuitBreaker.ts), so a dead service is noticed within a minute, however many items there are.
 */
export const REQUEST_TIMEOUT_MS = 45_000;
/** The pause before the second attempt; it doubles with each further one. */
export const FIRST_BACKOFF_MS = 500;
/** How long the circuit stays open: requests fail at once, before one is sent to probe the service again. */
export const CIRCUIT_OPEN_MS = 5_000;

// Reconciliation of a write whose outcome is unknown

/** The attempts of its reads take no longer than this together, because the user waits for the result. */
export const RECONCILIATION_TIMEOUT_MS = 20_000;
/** The service may still be working on the write at the time-out, so reconciliation looks for it again after this pause. */
export const SECOND_RECONCILIATION_MS = 2_000;
/** The service may keep the times of tickets and messages in whole seconds. */
export const STORED_TIME_RESOLUTION_MS = 1_000;

// Reading before writing

/**
 * The precondition of a write is at most two seconds old when the write is sent; this is a little less, as sending takes time.
 * So a write can replace only those changes of others that were made within these two seconds.
 */
export const READ_VALID_MS = 1_900;
/** A reading that took longer than a second is dated this long before its answer. Otherwise it might be too old to be used. */
export const SLOW_READ_VALID_MS = 1_000;
/**
 * The pause between a change and its check: another program that read the ticket before the change and writes two seconds
 * later has written by then.
 */
export const CHECK_AFTER_MS = 2_600;

// What is remembered

/** A list for a dropdown or for the lookup of names is read again after this. */
export const LIST_FRESH_MS = 60_000;
/** Names that are shown beside ids change seldom: their lists are read again after this, or when they lack an id. */
export const NAMES_FRESH_MS = 60 * 60_000;
