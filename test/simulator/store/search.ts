import type { Readings } from '../readings';
import { NEWEST_FIRST, type TicketIndex } from './ticketIndex';
import type { Message, Ticket } from './types';

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

type Test<Thing> = (thing: Thing) => boolean;

/** @returns the tests whose criterion is set */
function given<Thing>(...tests: Array<Test<Thing> | false | undefined>): Array<Test<Thing>> {
	return tests.filter((test) => typeof test === 'function');
}

/** Whether a value is in a list; a list with `without` only selects records without a value. */
function isOneOf<T>(wanted: T[], without: T, value: T | null): boolean {
	return value === null ? wanted.length === 1 && wanted[0] === without : wanted.includes(value);
}

function ticketTests(criteria: TicketCriteria): Array<Test<Ticket>> {
	const { label_ids, status_cds, color_cds, assignee, has_attachments, pending_reason_ids } = criteria;
	const isWithoutLabel = label_ids?.length === 1 && label_ids[0] === -1;
	return given<Ticket>(
		label_ids && ((ticket) => (isWithoutLabel ? ticket.label_ids.length === 0 : label_ids.every((id) => ticket.label_ids.includes(id)))),
		status_cds && ((ticket) => status_cds.includes(ticket.status_cd)),
		color_cds && ((ticket) => isOneOf<string>(color_cds, '', ticket.color_cd)),
		assignee !== undefined && ((ticket) => isOneOf([assignee], '', ticket.assignee)),
		has_attachments && (({ messages }) => messages.some(({ attachments }) => attachments.length > 0)),
		pending_reason_ids && ((ticket) => isOneOf(pending_reason_ids, -1, ticket.pending_reason_id)),
	);
}

/** @returns the conditions on messages. The period is one condition, as in the document: "messages whose send time lies between them" */
function messageTests({ message_ids, method_cds, action_cds, since = -Infinity, until = Infinity }: TicketCriteria): Array<Test<Message>> {
	const hasPeriod = since > -Infinity || until < Infinity;
	return given<Message>(
		message_ids && ((message) => message_ids.includes(message.message_id)),
		method_cds && ((message) => method_cds.includes(message.method_cd)),
		action_cds && ((message) => action_cds.includes(message.action_cd)),
		hasPeriod && (({ sent_at }) => sent_at >= since && sent_at <= until),
	);
}

/** @returns sets of conditions; for each set, one message must fulfil all of its conditions */
function messageConditions(criteria: TicketCriteria, { messageCriteria }: Readings): Array<Array<Test<Message>>> {
	const tests = messageTests(criteria);
	return messageCriteria === 'anyMessage' ? tests.map((test) => [test]) : [tests];
}

/** @returns one page of tickets, newest first */
export function searchTickets(index: TicketIndex, criteria: TicketCriteria, page: { perPage: number; page: number }, readings: Readings): Ticket[] {
	const perMessage = messageConditions(criteria, readings).filter((tests) => tests.length > 0);
	const haveMessage: Array<Test<Ticket>> = perMessage.map((tests) => ({ messages }) => messages.some((message) => tests.every((test) => test(message))));
	const tests = [...ticketTests(criteria), ...haveMessage];
	const candidates = criteria.ticket_ids ? index.withIds(criteria.ticket_ids) : index.newestFirst();
	const begin = (page.page - 1) * page.perPage;
	const end = begin + page.perPage;
	const found: Ticket[] = [];
	for (const ticket of candidates) {
		// The tickets are sorted by creation, so the first ones are enough.
		if (readings.searchOrder === 'created' && found.length === end) break;
		if (tests.every((test) => test(ticket))) found.push(ticket);
	}
	return found.sort(NEWEST_FIRST[readings.searchOrder]).slice(begin, end);
}
