import type { IDataObject } from 'n8n-workflow';
import { type WatchedField, describedField, WATCHED } from '../../store/ticketFields';
import {
	type FieldCheck,
	type Fields,
	is,
	isDate,
	isId,
	isIds,
	isText,
	list,
	missingField,
	orNull,
	record,
	rowsWith,
} from '../../transport/client/answer';
import type { ServiceRequest } from '../../transport/client/request';

/** The number of tickets on one page of the search (API document, Ticket search). */
export const MAX_FOUND = 50;

/** Fields read before a write: to show the change, or because it would replace them (API document, Ticket update, Memo create). */
export type Precondition = WatchedField | 'messages';

/** A set that is null may just be missing in the answer, so null is not accepted as an empty set. */
const CHECK_OF = { id: isId, ids: isIds, idOrNone: orNull(isId), text: isText, textOrNone: orNull(isText), time: isDate };

const CHECKS: Record<string, FieldCheck> = {
	...Object.fromEntries(WATCHED.map((name) => [name, CHECK_OF[describedField(name).type]])),
	title: orNull(isText),
	messages: rowsWith({
		message_id: isId,
		method_cd: isText,
		action_cd: isText,
		created_at: isDate,
		title: orNull(isText),
		from: orNull(isText),
		to: orNull(isText),
		cc: orNull(isText),
		reply_to: orNull(isText),
	}),
};

/** @returns the request for the details of a ticket that have these fields (API document, Ticket get) */
export function ticketRequest({ messageBoxId, ticketId }: TicketKey, fields: readonly Precondition[] = []): ServiceRequest {
	const path = `/api/v2/${messageBoxId}/tickets/${ticketId}`;
	return { method: 'GET', path, expected: record({ ticket_id: is(ticketId), ...fieldChecksOf(fields) }) };
}

/** @returns the request for the summaries of up to MAX_FOUND tickets; the answer may have fewer (API document, Ticket search) */
export function ticketsRequest(messageBoxId: number, ticketIds: readonly number[]): ServiceRequest {
	return {
		method: 'POST',
		path: `/api/v2/${messageBoxId}/tickets/search`,
		body: { ticket_ids: [...ticketIds], per_page: MAX_FOUND, page: 1 },
		expected: list('ticket_id'),
	};
}

/** @returns whether the ticket has these fields in the document's form, so that they can be the precondition of a write */
export function hasFields(ticket: IDataObject, fields: readonly Precondition[]): boolean {
	return missingField(ticket, fieldChecksOf(fields)) === undefined;
}

function fieldChecksOf(fields: readonly Precondition[]): Fields {
	return Object.fromEntries(fields.map((field) => [field, CHECKS[field]]));
}

/** The two ids that identify a ticket within the tenant. */
export interface TicketKey {
	messageBoxId: number;
	ticketId: number;
}

/** @returns the ticket in the checked values of a path */
export function ticketKeyOf({ messageBoxId, ticketId }: Readonly<Record<string, string | number>>): TicketKey {
	return { messageBoxId: Number(messageBoxId), ticketId: Number(ticketId) };
}
