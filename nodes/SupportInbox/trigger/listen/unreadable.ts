import { ServiceFailure } from '../../transport/retry/failure';
import type { InboxState, Unreadable } from '../memory/model';
import { HOUR, MINUTE } from '../time';
import { readRows } from '../view/readSlice';
import { BudgetExhausted } from '../view/requestBudget';

import type { InboxReading } from './reading';

/** So many polls in a row try a ticket without a pause; after that a new ticket is given without its messages. */
const QUICK_POLLS = 3;
/** The pause between two tries grows up to this. */
const MAX_PAUSE = HOUR;
/** With more of them the trigger stops reading, because it could not remember which tickets it has not read. */
const MAX_UNREADABLE = 200;

/**
 * Whether the service failed on one ticket that it lists, and not as a whole. 503 stands for maintenance (API document,
 * Errors): when it lists the ticket all the same, only this ticket cannot be shown.
 *
 * @throws BudgetExhausted, ServiceFailure when the service does not answer at all
 */
export async function isOfTicket(reading: InboxReading, ticketId: number, error: unknown): Promise<boolean> {
	if (!(error instanceof ServiceFailure) || error.failure.kind !== 'status') return false;
	const { status } = error.failure;
	if (status === 503) await readRows(reading, [ticketId]);
	return status === 404 || status === 500 || status === 503;
}

/** Whether to try a ticket now: once in a poll, and not before `nextTryAt`. */
export function isDue({ state, tried, budget }: InboxReading, ticketId: number): boolean {
	const entry = entryOf(state, ticketId);
	return !tried.has(ticketId) && (entry === undefined || entry.nextTryAt <= budget.serverNow());
}

/**
 * @returns the inbox as a ticket that could not be read must be judged: evictions since then may have raised the watermark
 *   over messages of it that nobody has been given
 */
export function asFirstMet(state: InboxState, ticketId: number): InboxState {
	const own = entryOf(state, ticketId)?.messageWatermark ?? null;
	return state.messageWatermark === null || own === null ? state : { ...state, messageWatermark: own };
}

/** Whether a ticket is among those that could not be read when they were last tried. */
export function isUnreadable(state: InboxState, ticketId: number): boolean {
	return entryOf(state, ticketId) !== undefined;
}

/** Whether a ticket that cannot be read is still among those that are tried in every poll. */
export function waits(state: InboxState, ticketId: number): boolean {
	return (entryOf(state, ticketId)?.polls ?? 0) < QUICK_POLLS;
}

export function forgetUnreadable(state: InboxState, ticketId: number): void {
	state.unreadable = state.unreadable.filter((entry) => entry.ticketId !== ticketId);
}

/**
 * Remembers that a ticket could not be read, and when it is tried again.
 *
 * @throws BudgetExhausted when there are too many to be remembered
 */
export function noteUnreadable(reading: InboxReading, ticketId: number, isNew: boolean, error: unknown): void {
	const { state, tried, budget, onUnreadable } = reading;
	const { messageWatermark } = state;
	tried.add(ticketId);
	const before = entryOf(state, ticketId) ?? { ticketId, polls: 0, nextTryAt: 0, isNew, messageWatermark };
	const polls = before.polls + 1;
	if (polls === 1 && state.unreadable.length >= MAX_UNREADABLE) throw new BudgetExhausted('ticket');
	const nextTryAt = polls < QUICK_POLLS ? 0 : budget.serverNow() + Math.min(MAX_PAUSE, MINUTE * 2 ** (polls - QUICK_POLLS));
	forgetUnreadable(state, ticketId);
	state.unreadable.push({ ...before, polls, nextTryAt: Math.round(nextTryAt) });
	if (polls <= QUICK_POLLS && error !== undefined) onUnreadable(error);
}

function entryOf(state: InboxState, ticketId: number): Unreadable | undefined {
	return state.unreadable.find((entry) => entry.ticketId === ticketId);
}
