import { tryToParseDateTime } from 'n8n-workflow';

import type { TicketSummary } from '../../fields/ticketFields';
import { greatest, smallest } from '../../transport/client/extremes';
import type { TicketMessage } from '../service/service';
import type { MessageMemory, WaitMemory } from '../memory/memory';
import type { BusinessHours, Settings, Unanswered } from '../properties/settings';
import { wants } from '../properties/settings';
import type { TicketDetails } from '../reader/tickets';
import { millisOf } from '../time';

import { passesByFields } from './filters';
import { isMemo } from './messages';

/** Only these wait for an answer; the others are done. */
export const WAITING_STATUSES = ['open', 'ongoing'];

/** Whether somebody may be waiting for an answer to the ticket. */
export function isWaiting({ status_cd }: TicketSummary): boolean {
	return WAITING_STATUSES.includes(status_cd);
}

/**
 * Whether the messages of a ticket are followed: for Ticket Unanswered also while the ticket does not fit the filters, which
 * are judged when the time is up. A ticket often gets its assignee and its labels after it came.
 */
export function isFollowed(ticket: TicketSummary, settings: Settings): boolean {
	return passesByFields(settings.filters, ticket) || (wants(settings, 'ticketUnanswered') && isWaiting(ticket));
}

/** @returns whether a wait has lasted so long by `now` (ms of the service's clock) that it is to be given, for the first time or again */
export function isDue({ since, given }: WaitMemory, now: number, { first, again, hours }: Unanswered): boolean {
	const [from, amount] = given === undefined ? [since, first] : [given, again];
	// Most waits are too short by any hours.
	return amount !== undefined && from + amount <= now && after(from, amount, hours) <= now;
}

/**
 * What is remembered of a ticket's wait.
 * - `wait`: the wait itself; undefined: none.
 * - `before`: which messages were handled before; undefined: no event is made of messages.
 * - `watchedSince`: only messages that came since then count (ms); null like `before`.
 */
interface KnownWait {
	wait?: WaitMemory;
	before?: MessageMemory;
	watchedSince: number | null;
}

/**
 * Whether the customer waits for an answer, and since when: since the first message after our last one. A memo, a comment and
 * a mail that was not sent are no answer.
 *
 * @param row the ticket as it looks, as of then (ms of the service's clock), and whether it fits the filters
 * @param details what is known of the messages; null: nothing new
 * @param known what is remembered, see {@link KnownWait}
 * @returns what to remember, and whether it is to be given; outside the filters a wait is over when its time is up
 */
export function waitOf(
	row: { ticket: TicketSummary; asOf: number; passes: boolean },
	details: TicketDetails | null,
	known: KnownWait,
	settings: Settings,
): { wait?: WaitMemory; isGiven: boolean } {
	if (!wants(settings, 'ticketUnanswered') || !isWaiting(row.ticket)) return { isGiven: false };
	const wait = details === null ? known.wait : nextWait(details, known);
	const asOf = details?.asOf ?? row.asOf;
	const mayHaveBeenAnswered = row.passes && details === null;
	if (wait === undefined || mayHaveBeenAnswered || !isDue(wait, asOf, settings.unanswered)) return { wait, isGiven: false };
	return { wait: { since: wait.since, given: asOf }, isGiven: row.passes };
}

/** @returns the wait that the messages show; undefined: none. A wait that is known lasts until a mail of ours came after its begin. */
function nextWait({ ticket: { messages }, asOf }: TicketDetails, { wait: known, before, watchedSince }: KnownWait): WaitMemory | undefined {
	if (before === undefined || watchedSince === null) return known;
	const done = new Set(before.done);
	const isNew = ({ message_id, created_at }: TicketMessage) => !done.has(message_id) && millisOf(created_at, 0) >= before.from;
	// One that is dated ahead began to wait when it was first seen.
	const now: Now = { asOf, aheadOf: (message) => (known === undefined || isNew(message) ? asOf : known.since) };
	const isOf = ({ since }: WaitMemory, message: TicketMessage) => {
		const at = sentAt(message, now);
		return at === since || (at > since && millisOf(message.created_at, 0) >= watchedSince);
	};
	const since = waitingSince(messages, now, (message) => (known === undefined ? isNew(message) : isOf(known, message)));
	if (since === undefined) return undefined;
	return known !== undefined && answeredAt(messages, asOf) < known.since ? known : { since };
}

/** When messages were read, and what counts as the send time of one that is dated ahead: a wait does not move on with the clock. */
interface Now {
	asOf: number;
	aheadOf: (message: TicketMessage) => number;
}

/**
 * @param counts the messages of the customer that may begin the wait
 * @returns when the first message of the customer was sent that no message of ours came after (ms)
 */
export function waitingSince(messages: readonly TicketMessage[], now: Now, counts: (message: TicketMessage) => boolean): number | undefined {
	const answered = answeredAt(messages, now.asOf);
	const waiting = messages.filter((message) => message.action_cd === 'received' && !isMemo(message) && counts(message));
	const since = waiting.map((message) => sentAt(message, now)).filter((at) => at > answered);
	return since.length === 0 ? undefined : smallest(since);
}

/** @returns when our last mail was sent (ms); -Infinity: none */
function answeredAt(messages: readonly TicketMessage[], asOf: number): number {
	const ours = messages.filter((message) => message.action_cd === 'sent' && !isMemo(message));
	return greatest(ours.map((message) => sentAt(message, { asOf, aheadOf: () => asOf })));
}

/** A send time in the future is a clock that is wrong. */
function sentAt(message: TicketMessage, { asOf, aheadOf }: Now): number {
	const at = millisOf(message.sent_at, millisOf(message.created_at, asOf));
	return at > asOf ? aheadOf(message) : at;
}

/**
 * @param from ms
 * @param amount how much time must pass (ms)
 * @param hours the hours that count; undefined: all
 * @returns when it has passed (ms)
 */
export function after(from: number, amount: number, hours: BusinessHours | undefined): number {
	if (hours === undefined) return from + amount;
	let left = amount;
	for (let day = tryToParseDateTime(new Date(from).toISOString()).setZone(hours.zone).startOf('day'); ; day = day.plus({ days: 1 })) {
		if (!hours.days.includes(day.weekday)) continue;
		const [opens, closes] = [hours.from, hours.to].map((minutes) => day.set({ hour: Math.floor(minutes / 60), minute: minutes % 60 }).toMillis());
		const begins = Math.max(from, opens);
		if (closes - begins >= left) return begins + left;
		left -= Math.max(0, closes - begins);
	}
}
