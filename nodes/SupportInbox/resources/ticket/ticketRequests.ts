import type { IDataObject } from 'n8n-workflow';

import type { FieldCheck, Fields } from '../../transport/client/answer';
import { is, isDate, isId, isIds, isText, list, missingField, orNull, record, rowsWith } from '../../transport/client/answer';
import type { ServiceRequest } from '../../transport/client/request';

/** The number of tickets on one page of the search (API document, Ticket search). */
export const MAX_FOUND = 50;

/** What is read before a write: what it would show as changed, and what it replaces when it does not mention it, or as a whole (API document, Ticket update and Handling memo create), so that it is read before. */
export type Precondition = 'label_ids' | 'case_category_ids' | 'pending_reason_id' | 'status_cd' | 'assignee' | 'color_cd' | 'title' | 'messages';

/** A set that is null might be one that was left out: it is not taken for an empty one. */
const CHECKS: Record<Precondition, FieldCheck> = {
	label_ids: isIds,
	case_category_ids: isIds,
	pending_reason_id: orNull(isId),
	status_cd: isText,
	assignee: orNull(isText),
	color_cd: orNull(isText),
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

/** @returns the request for the summaries of up to MAX_FOUND tickets; it may show fewer of them (API document, Ticket search) */
export function ticketsRequest(messageBoxId: number, ticketIds: readonly number[]): ServiceRequest {
	return {
		method: 'POST',
		path: `/api/v2/${messageBoxId}/tickets/search`,
		body: { ticket_ids: [...ticketIds], per_page: MAX_FOUND, page: 1 },
		expected: list('ticket_id'),
	};
}

/** @returns whether the ticket shows these fields as the document has them; a write must not rest on what is not there */
export function hasFields(ticket: IDataObject, fields: readonly Precondition[]): boolean {
	return missingField(ticket, fieldChecksOf(fields)) === undefined;
}

function fieldChecksOf(fields: readonly Precondition[]): Fields {
	return Object.fromEntries(fields.map((field) => [field, CHECKS[field]]));
}

/** What identifies a ticket among all of a tenant. */
export interface TicketKey {
	messageBoxId: number;
	ticketId: number;
}

/** @returns the ticket that the checked values of a path name */
export function ticketKeyOf({ messageBoxId, ticketId }: Readonly<Record<string, string | number>>): TicketKey {
	return { messageBoxId: Number(messageBoxId), ticketId: Number(ticketId) };
}
