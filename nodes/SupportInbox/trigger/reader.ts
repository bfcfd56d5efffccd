import { ServiceFailure } from '../transport/retry/failure';

import type { TicketSummary } from './api';
import { FULL_PAGE } from './api';
import type { TicketEvent } from './events';
import type { Meter } from './meter';
import { Pause } from './meter';
import type { Settings } from './settings';
import type { Detail, Sight } from './sight';
import { needsDetail, take } from './sight';
import type { InboxState } from './state/model';
import { isoOfSeconds, millisOf, SECOND } from './time';
import type { Reach } from './window';
import { afterAnswer, fixed, nextAsk } from './window';

/** After so many polls in which the service failed on one ticket, it is given as the search shows it. */
const MAX_STUCK_POLLS = 3;

/** What the parts of a poll share about one inbox: `state`, `events` and the ids `seen` are added to as they go. */
export interface Visit {
	messageBoxId: number;
	state: InboxState;
	meter: Meter;
	settings: Settings;
	events: TicketEvent[];
	seen: Set<number>;
}

/** What one step of a reading has done. */
export interface Progress {
	reach: Reach;
	complete: boolean;
	rows: number;
	asOf: number;
}

/** What being found in a slice says about a ticket; `sentUntil` is the end of the slice (ms). */
export type KindOf = (slice: { sentUntil: number }) => Partial<Sight>;

/**
 * Reads one answer of a period and deals with its tickets.
 *
 * @param end last second of the period, or OPEN_END
 * @param hold is told the same reading with its slice fixed, before the tickets are dealt with: when that pauses,
 *   the next poll must meet the same slice, or it would begin with the same tickets for ever
 * @returns how far the reading has come
 * @throws Pause, ServiceFailure
 */
export async function readOn(
	visit: Visit,
	reach: Reach,
	end: number,
	kind: KindOf,
	hold: (reach: Reach) => void,
): Promise<Progress> {
	const { meter, messageBoxId } = visit;
	const ask = nextAsk(reach, end, Math.floor(meter.serverNow() / SECOND));
	const { tickets, asOf } = await meter.search(messageBoxId, {
		since: isoOfSeconds(ask.since),
		until: isoOfSeconds(ask.until),
		per_page: ask.per_page,
		page: ask.page,
	});
	const ids = tickets.map(({ ticket_id }) => ticket_id);
	const step = afterAnswer(reach, ask, end, ids, asOf / SECOND);
	if (step.accepted) {
		const slice = fixed(reach, ask, asOf / SECOND);
		hold(slice.reach);
		await dealWith(visit, tickets, asOf, kind({ sentUntil: slice.until * SECOND }));
	}
	return { reach: step.reach, complete: step.complete, rows: tickets.length, asOf };
}

/**
 * Asks for known tickets and deals with them.
 *
 * @param ids at most a page of them
 * @throws Pause, ServiceFailure
 */
export async function readKnown(visit: Visit, ids: number[], kind: Partial<Sight> = {}): Promise<void> {
	const body = { ticket_ids: ids, per_page: FULL_PAGE, page: 1 };
	const { tickets, asOf } = await visit.meter.search(visit.messageBoxId, body);
	await dealWith(visit, tickets, asOf, kind);
}

/**
 * Deals with the tickets of an answer one by one, the oldest first, so that a pause loses nothing.
 *
 * @throws Pause, ServiceFailure
 */
export async function dealWith(
	visit: Visit,
	tickets: readonly TicketSummary[],
	asOf: number,
	kind: Partial<Sight>,
): Promise<void> {
	const { state, messageBoxId, settings, events } = visit;
	const oldestFirst = [...tickets].sort(
		(a, b) => millisOf(a.created_at, 0) - millisOf(b.created_at, 0) || a.ticket_id - b.ticket_id,
	);
	for (const ticket of oldestFirst) {
		const sight: Sight = { ...kind, ticket, asOf };
		const detail = needsDetail(sight, state, settings) ? await readWhole(visit, ticket.ticket_id) : null;
		events.push(...take(sight, detail, state, messageBoxId, settings));
		visit.seen.add(ticket.ticket_id);
	}
}

/**
 * A ticket that the service lists but cannot show must not hold up for good all that come after it. A ticket that has
 * just been deleted is no longer listed the next time.
 */
async function readWhole({ meter, messageBoxId, state }: Visit, ticketId: number): Promise<Detail> {
	const polls = state.stuck?.ticketId === ticketId ? state.stuck.polls : 0;
	if (polls >= MAX_STUCK_POLLS) {
		state.stuck = null;
		return 'unreadable';
	}
	return await meter.get(messageBoxId, ticketId).then(
		(detail) => {
			if (state.stuck?.ticketId === ticketId) state.stuck = null;
			return detail;
		},
		(error) => {
			const isMissing = isFailureOfTicket(error, 404);
			if (isMissing || isFailureOfTicket(error, 500)) state.stuck = { ticketId, polls: polls + 1 };
			throw isMissing ? new Pause('ticket') : error;
		},
	);
}

function isFailureOfTicket(error: unknown, status: number): boolean {
	return error instanceof ServiceFailure && error.failure.kind === 'status' && error.failure.status === status;
}
