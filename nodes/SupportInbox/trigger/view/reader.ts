import { ServiceFailure } from '../../transport/retry/failure';
import type { TicketSummary } from '../api';
import { FULL_PAGE } from '../api';
import type { Detail, Observation } from '../detect/detect';
import { detect, needsWholeTicket } from '../detect/detect';
import type { TicketEvent } from '../detect/events';
import type { InboxState } from '../memory/model';
import type { Settings } from '../settings';
import { isoOfSeconds, millisOf, SECOND } from '../time';

import type { Cursor } from './cursor';
import { afterAnswer, fixed, nextAsk } from './cursor';
import type { RequestBudget } from './requestBudget';
import { BudgetExhausted } from './requestBudget';

/** After so many polls in which the service failed on one ticket, it is given as the search shows it. */
const MAX_UNREADABLE_POLLS = 3;

/** What the parts of a poll share about one inbox: `state`, `events` and the ids `seen` are added to as they go. */
export interface InboxReading {
	messageBoxId: number;
	state: InboxState;
	budget: RequestBudget;
	settings: Settings;
	events: TicketEvent[];
	seen: Set<number>;
}

/** What one step of a reading has done. */
export interface Progress {
	cursor: Cursor;
	complete: boolean;
	rows: number;
	asOf: number;
}

/** What being found in a slice says about a ticket; `sentUntil` is the end of the slice (ms). */
export type KindOf = (slice: { sentUntil: number }) => Partial<Observation>;

/**
 * Reads one answer of a period and deals with its tickets.
 *
 * @param end last second of the period, or OPEN_END
 * @param hold is told the same reading with its slice fixed, before the tickets are dealt with: when that pauses,
 *   the next poll must meet the same slice, or it would begin with the same tickets for ever
 * @returns how far the reading has come
 * @throws BudgetExhausted, ServiceFailure
 */
export async function readOn(
	reading: InboxReading,
	cursor: Cursor,
	end: number,
	kind: KindOf,
	hold: (cursor: Cursor) => void,
): Promise<Progress> {
	const { budget, messageBoxId } = reading;
	const ask = nextAsk(cursor, end, Math.floor(budget.serverNow() / SECOND));
	const { tickets, asOf } = await budget.search(messageBoxId, {
		since: isoOfSeconds(ask.since),
		until: isoOfSeconds(ask.until),
		per_page: ask.per_page,
		page: ask.page,
	});
	const ids = tickets.map(({ ticket_id }) => ticket_id);
	const step = afterAnswer(cursor, ask, end, ids, asOf / SECOND);
	if (step.accepted) {
		const slice = fixed(cursor, ask, asOf / SECOND);
		hold(slice.cursor);
		await dealWith(reading, tickets, asOf, kind({ sentUntil: slice.until * SECOND }));
	}
	return { cursor: step.cursor, complete: step.complete, rows: tickets.length, asOf };
}

/**
 * Asks for known tickets and deals with them.
 *
 * @param ids at most a page of them
 * @throws BudgetExhausted, ServiceFailure
 */
export async function readKnown(reading: InboxReading, ids: number[], kind: Partial<Observation> = {}): Promise<void> {
	const body = { ticket_ids: ids, per_page: FULL_PAGE, page: 1 };
	const { tickets, asOf } = await reading.budget.search(reading.messageBoxId, body);
	await dealWith(reading, tickets, asOf, kind);
}

/**
 * Deals with the tickets of an answer one by one, the oldest first, so that a pause loses nothing.
 *
 * @throws BudgetExhausted, ServiceFailure
 */
export async function dealWith(
	reading: InboxReading,
	tickets: readonly TicketSummary[],
	asOf: number,
	kind: Partial<Observation>,
): Promise<void> {
	const { state, messageBoxId, settings, events } = reading;
	const oldestFirst = [...tickets].sort(
		(a, b) => millisOf(a.created_at, 0) - millisOf(b.created_at, 0) || a.ticket_id - b.ticket_id,
	);
	for (const ticket of oldestFirst) {
		const observation: Observation = { ...kind, ticket, asOf };
		const detail = needsWholeTicket(observation, state, settings) ? await readWhole(reading, ticket.ticket_id) : null;
		events.push(...detect(observation, detail, state, messageBoxId, settings));
		reading.seen.add(ticket.ticket_id);
	}
}

/**
 * A ticket that the service lists but cannot show must not hold up for good all that come after it. A ticket that has
 * just been deleted is no longer listed the next time.
 */
async function readWhole({ budget, messageBoxId, state }: InboxReading, ticketId: number): Promise<Detail> {
	const polls = state.unreadable?.ticketId === ticketId ? state.unreadable.polls : 0;
	if (polls >= MAX_UNREADABLE_POLLS) {
		state.unreadable = null;
		return 'unreadable';
	}
	return await budget.get(messageBoxId, ticketId).then(
		(detail) => {
			if (state.unreadable?.ticketId === ticketId) state.unreadable = null;
			return detail;
		},
		(error) => {
			const isMissing = isFailureOfTicket(error, 404);
			if (isMissing || isFailureOfTicket(error, 500)) state.unreadable = { ticketId, polls: polls + 1 };
			throw isMissing ? new BudgetExhausted('ticket') : error;
		},
	);
}

function isFailureOfTicket(error: unknown, status: number): boolean {
	return error instanceof ServiceFailure && error.failure.kind === 'status' && error.failure.status === status;
}
