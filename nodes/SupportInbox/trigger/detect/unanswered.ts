import { after } from '../../fields/shared/businessHours';
import type { Stamps } from '../../ledger/stamps';
import type { TicketSummary } from '../../ledger/ticketFields';
import type { TicketMessage, TicketDetails } from '../../ledger/tickets';
import { greatest, smallest } from '../../ledger/time';
import { answeredAt, isOfCustomer, isWaiting, sentAt, unanswered, withoutAutomaticAnswers } from '../../output/figures/waiting';
import type { Reason } from '../memory/decisions';
import type { MessageMemory, WaitMemory } from '../memory/memory';
import { type Settings, type Unanswered, wants } from '../properties/settings';
import { passesByFields } from './filters';
import { createdAt } from './messages';

/**
 * Whether the messages of a ticket are followed: for Ticket Unanswered also while the ticket does not fit the filters, which
 * are judged when the time is up. A ticket often gets its assignee and its labels after it came.
 */
export function isFollowed(ticket: TicketSummary, settings: Settings): boolean {
	return passesByFields(settings.filters, ticket) || (wants(settings, 'ticketUnanswered') && isWaiting(ticket));
}

/**
 * @param now ms of the service's clock
 * @param utcOf a time of a ticket in UTC, see Stamps
 * @returns whether a wait has lasted so long that it is to be emitted, for the first time or again
 */
export function isDue({ since, emittedAt }: WaitMemory, now: number, { first, again, hours }: Unanswered, utcOf: Stamps['utcOf']): boolean {
	const [from, amount] = emittedAt === undefined ? [since, first] : [emittedAt, again];
	// The first comparison is cheap: most waits are too short even if all hours count.
	return amount !== undefined && from + amount <= now && after(utcOf(from).getTime(), amount, hours) <= utcOf(now).getTime();
}

/**
 * What is remembered of a ticket's wait.
 * - `wait`: the wait itself; undefined: none.
 * - `before`: which messages were handled before; undefined: no event is made of messages.
 * - `watchedSince`: only messages that came since then count (ms); null like `before`.
 */
interface Remembered {
	wait?: WaitMemory;
	before?: MessageMemory;
	watchedSince: number | null;
}

/**
 * Whether the customer waits for an answer, and since when: since the first message without an answer. A memo, a comment or
 * a mail that was not sent does not answer.
 *
 * @param row the ticket, the time as of which it looks so (ms of the service's clock), the filter that it does not fit, and its times in UTC
 * @param details what is known of the messages; null: nothing new
 * @param remembered see {@link Remembered}
 * @returns what to remember, and why the wait is not emitted; null: it is. A wait outside the filters is noted as emitted when its time is up
 */
export function waitOf(
	row: { ticket: TicketSummary; asOf: number; held: Reason | null; utcOf: Stamps['utcOf'] },
	details: TicketDetails | null,
	remembered: Remembered,
	settings: Settings,
): { wait?: WaitMemory; reason: Reason | null } {
	if (!wants(settings, 'ticketUnanswered') || !isWaiting(row.ticket)) return { reason: { rule: 'notWaiting', is: row.ticket.status_cd } };
	const wait = details === null ? remembered.wait : nextWait(details, remembered, settings.unanswered);
	const asOf = details?.asOf ?? row.asOf;
	if (wait === undefined) return { reason: { rule: 'nobodyWaits', ...(details !== null && lastTimes(details, settings.unanswered)) } };
	if (row.held === null && details === null) return { wait, reason: { rule: 'notRead' } };
	const isOver = isDue(wait, asOf, settings.unanswered, row.utcOf);
	if (!isOver) return { wait, reason: { rule: wait.emittedAt === undefined ? 'waitNotOver' : 'waitHandled', is: wait.since, chosen: settings.unanswered.first } };
	return { wait: { since: wait.since, emittedAt: asOf }, reason: row.held };
}

/** @returns when the customer wrote last, and when we answered last (ms); -Infinity: never */
function lastTimes({ ticket, asOf }: TicketDetails, { automatic }: Unanswered): Pick<Reason, 'is' | 'chosen'> {
	const messages = withoutAutomaticAnswers(ticket.messages, automatic);
	const writtenAt = messages.filter(isOfCustomer).map((message) => sentAt(message, asOf));
	return { is: greatest(writtenAt), chosen: answeredAt(messages, asOf) };
}

/** @returns the wait that the messages show; undefined: none. A known wait lasts until all that it waits for is answered. */
function nextWait({ ticket, asOf }: TicketDetails, { wait: last, before, watchedSince }: Remembered, { automatic }: Unanswered): WaitMemory | undefined {
	if (before === undefined || watchedSince === null) return last;
	const messages = withoutAutomaticAnswers(ticket.messages, automatic);
	const done = new Set(before.done);
	const isNew = (message: TicketMessage) => !done.has(message.message_id) && createdAt(message, asOf) >= (before.unreadFrom ?? before.newFrom);
	const isOf = ({ since }: WaitMemory, message: TicketMessage) => {
		const at = sentAt(message, asOf);
		return at === since || isNew(message) || (at > since && createdAt(message, asOf) >= watchedSince);
	};
	const waiting = unanswered(messages, asOf, (message) => (last === undefined ? isNew(message) : isOf(last, message)));
	if (waiting.length === 0) return undefined;
	const goesOn = last !== undefined && (waiting.includes(last.since) || answeredAt(messages, asOf) < last.since);
	return goesOn ? last : { since: smallest(waiting) };
}
