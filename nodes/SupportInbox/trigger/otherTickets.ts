import { isAutomaticMail, plainSubjects } from '../output/metrics/automaticMail';
import { type AnyMessage, isAnswer, isOfCustomer, isWaiting } from '../output/metrics/waiting';
import { setBounded } from '../store/bounded';
import { Store } from '../store/store';
import { type TicketDetails, type TicketMessage, byCreation } from '../store/tickets';
import { type ServiceTime, HOUR } from '../store/time';
import type { Connection } from '../transport/connection';
import { mailboxesIn } from '../transport/mailHeaders/addresses';
import { isRobot } from '../transport/mailHeaders/robots';
import type { OtherTicket, TicketEvent } from './detect/events';
import type { Settings } from './properties/settings';
import type { TriggerState } from './state/state';

/** Most tickets that an event shows. */
const MAX_SHOWN = 20;
/** Most addresses of accounts and forms that are remembered. */
const MAX_SHARED = 150;
/** The characters of a hash, 36 bits: 2,000 tickets take 28 KB, and an event shows a wrong one by chance once in 30 million. */
const HASH_LENGTH = 6;

/** Hashes of the addresses in a ticket: its one sender, and those that are no one person's: our accounts, and who writes for others. */
interface Senders {
	sender?: string;
	shared: string[];
}

/** The senders of details, which many polls find in the store. */
const sendersOf = new WeakMap<TicketDetails, Senders>();

/** Records the sender of each watched ticket whose messages this process has read; none without the option. @param state is changed */
export function recordSenders(
	state: TriggerState,
	{ session, settings, hashOf }: Pick<Connection, 'session' | 'hashOf'> & { settings: Settings },
): void {
	const isOn = settings.includeOtherTickets === true;
	if (!isOn && state.shared === undefined) return;
	const shared = new Map(state.shared?.map((hash) => [hash, true]));
	for (const [inbox, { tickets }] of Object.entries(state.inboxes)) {
		for (const [id, ticket] of Object.entries(tickets)) {
			const details = session.of(Store).of(Number(inbox)).detailsSince(Number(id), -Infinity);
			if (!isOn || details !== undefined) delete ticket.by;
			if (!isOn || details === undefined) continue;
			const senders = sendersOf.get(details) ?? sendersIn(details.ticket.messages, hashOf);
			sendersOf.set(details, senders);
			for (const hash of senders.shared) setBounded(shared, hash, true, MAX_SHARED);
			if (senders.sender !== undefined) ticket.by = senders.sender;
		}
	}
	state.shared = isOn ? [...shared.keys()] : undefined;
}

/**
 * @returns the events with the other watched tickets of the same sender: those that wait for an answer first, then the newest;
 *   null: the sender is not known, or is no one person
 */
export function withOtherTickets(events: TicketEvent[], { inboxes, shared = [] }: TriggerState, now: ServiceTime): TicketEvent[] {
	const bySender = new Map<string | undefined, OtherTicket[]>();
	for (const [inbox, { tickets }] of Object.entries(inboxes)) {
		for (const [id, { by, created, snapshot }] of Object.entries(tickets)) {
			if (!bySender.has(by)) bySender.set(by, []);
			const age_hours = Math.max(0, Math.floor((now - created) / HOUR));
			bySender.get(by)!.push({ ticket_id: Number(id), message_box_id: Number(inbox), status_cd: snapshot?.status_cd ?? '', age_hours });
		}
	}
	const order = (one: OtherTicket, other: OtherTicket) =>
		Number(isWaiting(other)) - Number(isWaiting(one)) || one.age_hours - other.age_hours || other.ticket_id - one.ticket_id;
	return events.map((event) => {
		const by = inboxes[event.message_box_id]?.tickets[event.ticket_id]?.by;
		if (by === undefined || shared.includes(by)) return { ...event, other_tickets: null };
		const isOther = (ticket: OtherTicket) => ticket.ticket_id !== event.ticket_id || ticket.message_box_id !== event.message_box_id;
		return { ...event, other_tickets: bySender.get(by)!.filter(isOther).sort(order).slice(0, MAX_SHOWN) };
	});
}

/** The sender is the one address of Reply-To, else of From, in the first message that a person outside has written. */
function sendersIn(messages: ReadonlyArray<TicketMessage & AnyMessage>, hashOf: Connection['hashOf']): Senders {
	const hashed = (key: string) => Buffer.from(hashOf(`sender ${key}`), 'hex').toString('base64url').slice(0, HASH_LENGTH);
	const [ours, theirs] = [messages.filter(isAnswer), messages.filter(isOfCustomer)];
	const subjects = plainSubjects(ours);
	const first = byCreation(theirs).find((message) => !isAutomaticMail(message, subjects));
	const answered = mailboxesIn(first?.reply_to);
	const [sender, ...others] = answered.length > 0 ? answered : mailboxesIn(first?.from);
	const isPerson = sender?.key !== undefined && others.length === 0 && !isRobot(sender.key);
	const writeForOthers = theirs.filter(({ from, reply_to }) => keysIn(reply_to).some((key) => !keysIn(from).includes(key)));
	// Whoever a mail from outside was sent to, alone, is an account of ours, or a list.
	const recipients = theirs.map(({ to, cc }) => [...keysIn(to), ...keysIn(cc)]).filter(({ length }) => length === 1);
	const shared = new Set([...recipients, ...[...ours, ...writeForOthers].map(({ from }) => keysIn(from))].flat());
	return { shared: [...shared].map(hashed), ...(isPerson && { sender: hashed(sender.key!) }) };
}

function keysIn(header: unknown): string[] {
	return mailboxesIn(header).flatMap(({ key }) => key ?? []);
}
