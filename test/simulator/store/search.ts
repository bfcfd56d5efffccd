import { SCHEMAS } from '../../contract/contract';
import type { Readings } from '../readings';
import { NEWEST_FIRST, type TicketIndex } from './ticketIndex';
import type { Message, Ticket } from './types';

/** The ticket search, its body already validated (section "Ticket search"). Times in milliseconds, both ends included. */
export interface TicketCriteria {
	ticket_ids?: number[];
	has_attachments?: boolean;
	since?: number;
	until?: number;
	/** those that compare one field of a ticket or message: `status_cds`, `assignee`, `message_ids` */
	[name: string]: unknown;
}

type Test<Thing> = (thing: Thing) => boolean;

/** `status_cds` is about `status_cd`. */
const fieldOf = (criterion: string) => criterion.replace(/s$/, '');

/** What a list that contains nothing else selects: records without a value. */
const WITHOUT: unknown[] = ['', -1];

/**
 * @param wanted one value, or several of which a field must have one; of a field with a list of ids, such as a ticket's labels, all are needed
 * @returns whether the criterion's field fits
 */
function fits(record: object, criterion: string, wanted: unknown): boolean {
	const values = [wanted].flat();
	const { [criterion]: ids, [fieldOf(criterion)]: value = null } = record as Record<string, unknown>;
	const isWithout = values.length === 1 && WITHOUT.includes(values[0]);
	if (Array.isArray(ids)) return isWithout ? ids.length === 0 : values.every((id) => ids.includes(id));
	return value === null ? isWithout : values.includes(value);
}

/** @returns the tests by the fields of a message, or of a ticket */
function fieldTests(criteria: object, ofMessage: boolean): Array<Test<object>> {
	const own = Object.entries(criteria).filter(([name, wanted]) => wanted !== undefined && fieldOf(name) in SCHEMAS.Message.properties! === ofMessage);
	return own.map(([name, wanted]) => (record) => fits(record, name, wanted));
}

/** @returns the conditions on messages. The period is one condition, as in the document: "messages whose send time lies between them" */
function messageTests({ since = -Infinity, until = Infinity, ...criteria }: TicketCriteria): Array<Test<Message>> {
	const hasPeriod = since > -Infinity || until < Infinity;
	return [...fieldTests(criteria, true), ...(hasPeriod ? [({ sent_at }: Message) => sent_at >= since && sent_at <= until] : [])];
}

function ticketTests({ ticket_ids: _ids, since: _since, until: _until, has_attachments, ...criteria }: TicketCriteria): Array<Test<Ticket>> {
	const hasFile: Test<Ticket> = ({ messages }) => messages.some(({ attachments }) => attachments.length > 0);
	return [...fieldTests(criteria, false), ...(has_attachments ? [hasFile] : [])];
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
