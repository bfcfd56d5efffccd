import type { Message, Ticket } from './types';
import { compareNewestUpdated, type TicketIndex } from './ticketIndex';
import type { Readings } from '../readings';

/** The ticket search, its body already validated (section "Ticket search"). Times in milliseconds, both ends included. */
export interface TicketCriteria {
	ticket_ids?: number[];
	label_ids?: number[];
	status_cds?: string[];
	color_cds?: string[];
	assignee?: string;
	message_ids?: number[];
	has_attachments?: boolean;
	method_cds?: string[];
	action_cds?: string[];
	since?: number;
	until?: number;
	pending_reason_ids?: number[];
}

type SearchReadings = Pick<Readings, 'hasAttachmentsFalse' | 'messageCriteria' | 'periodEnds' | 'searchOrder'>;
type TicketTest = (ticket: Ticket) => boolean;
type MessageTest = (message: Message) => boolean;

function isOnly<T>(list: T[], value: T): boolean {
	return list.length === 1 && list[0] === value;
}

function ticketTests(criteria: TicketCriteria, { hasAttachmentsFalse }: SearchReadings): TicketTest[] {
	const tests: TicketTest[] = [];
	const { label_ids: labels, color_cds: colors, pending_reason_ids: reasons } = criteria;
	if (labels) {
		tests.push(
			isOnly(labels, -1)
				? (ticket) => ticket.label_ids.length === 0
				: (ticket) => labels.every((id) => ticket.label_ids.includes(id)),
		);
	}
	if (criteria.status_cds) {
		const statuses = criteria.status_cds;
		tests.push((ticket) => statuses.includes(ticket.status_cd));
	}
	if (colors) {
		tests.push(
			isOnly(colors, '')
				? (ticket) => ticket.color_cd === null
				: (ticket) => ticket.color_cd !== null && colors.includes(ticket.color_cd),
		);
	}
	if (criteria.assignee !== undefined) {
		const assignee = criteria.assignee === '' ? null : criteria.assignee;
		tests.push((ticket) => ticket.assignee === assignee);
	}
	const { has_attachments } = criteria;
	if (has_attachments || (has_attachments === false && hasAttachmentsFalse === 'without')) {
		tests.push(({ messages }) => messages.some(({ attachments }) => attachments.length > 0) === has_attachments);
	}
	if (reasons) {
		tests.push(
			isOnly(reasons, -1)
				? (ticket) => ticket.pending_reason_id === null
				: (ticket) =>
						ticket.pending_reason_id !== null && reasons.includes(ticket.pending_reason_id),
		);
	}
	return tests;
}

function messageTests(criteria: TicketCriteria, { periodEnds }: SearchReadings): MessageTest[] {
	const tests: MessageTest[] = [];
	const { method_cds: methods, action_cds: actions, since, until } = criteria;
	if (criteria.message_ids) {
		const ids = new Set(criteria.message_ids);
		tests.push((message) => ids.has(message.message_id));
	}
	if (methods) tests.push((message) => methods.includes(message.method_cd));
	if (actions) tests.push((message) => actions.includes(message.action_cd));
	if (periodEnds === 'oneMessage' && (since !== undefined || until !== undefined)) {
		// "Messages whose send time lies between them": one condition on one message, however the others combine.
		const [from, to] = [since ?? -Infinity, until ?? Infinity];
		tests.push(({ sent_at }) => sent_at >= from && sent_at <= to);
	}
	return tests;
}

/** Each end of the period, fulfilled by some message. */
function endTests({ since, until }: TicketCriteria): TicketTest[] {
	const tests: TicketTest[] = [];
	if (since !== undefined) tests.push(({ messages }) => messages.some(({ sent_at }) => sent_at >= since));
	if (until !== undefined) tests.push(({ messages }) => messages.some(({ sent_at }) => sent_at <= until));
	return tests;
}

/** Channel, state, id and period: one message fulfils all of them, or each is fulfilled by some message. */
function messagesFit(tests: MessageTest[], { messageCriteria }: SearchReadings): TicketTest {
	if (messageCriteria === 'sameMessage') {
		return (ticket) => ticket.messages.some((message) => tests.every((test) => test(message)));
	}
	return (ticket) => tests.every((test) => ticket.messages.some(test));
}

/**
 * The smallest set of tickets that is known to hold all results, newest first.
 * A short period is answered from the messages; one that covers much of the inbox by walking the tickets.
 */
function candidates(index: TicketIndex, criteria: TicketCriteria, { periodEnds }: SearchReadings): Iterable<Ticket> {
	const { since, until } = criteria;
	if (criteria.ticket_ids) return index.withIds(criteria.ticket_ids);
	if (periodEnds === 'anyMessage' || (since === undefined && until === undefined)) return index.newestFirst();
	const from = since ?? -Infinity;
	const to = until ?? Infinity;
	return index.countSentBetween(from, to) * 4 < index.messageCount
		? index.ticketsSentBetween(from, to)
		: index.newestFirst();
}

/** @returns one page of tickets, newest first */
export function searchTickets(
	index: TicketIndex,
	criteria: TicketCriteria,
	page: { perPage: number; page: number },
	readings: SearchReadings,
): Ticket[] {
	const tests = ticketTests(criteria, readings);
	if (readings.periodEnds === 'anyMessage') tests.push(...endTests(criteria));
	const perMessage = messageTests(criteria, readings);
	if (perMessage.length > 0) tests.push(messagesFit(perMessage, readings));
	const isFound = (ticket: Ticket) => tests.every((test) => test(ticket));
	const begin = (page.page - 1) * page.perPage;
	if (readings.searchOrder === 'updated') {
		const all = [...candidates(index, criteria, readings)].filter(isFound);
		return all.sort(compareNewestUpdated).slice(begin, begin + page.perPage);
	}
	const found: Ticket[] = [];
	let skip = begin;
	for (const ticket of candidates(index, criteria, readings)) {
		if (!isFound(ticket)) continue;
		if (skip-- > 0) continue;
		found.push(ticket);
		if (found.length === page.perPage) break;
	}
	return found;
}
