import type { IDataObject } from 'n8n-workflow';
import type { Outline } from '../../fields/shared/simplify';
import { TICKET_FIELDS } from '../../ledger/ticketFields';
import { omit } from '../../output/pick';
import { formed } from '../../output/simplify';
import type { ItemRequest } from '../../transport/engine/requestPolicy';

/** With Simplify a record has at most ten fields, as n8n's guidelines ask. */
const MAX_SHORT = 10;
const NAMES = ['ticket_id', 'message_box_id', ...Object.keys(TICKET_FIELDS).filter((name) => name !== 'ticket_id')];

export const SUMMARY: Outline = { ids: ['ticket_id', 'message_box_id'], short: NAMES.slice(0, MAX_SHORT), others: NAMES.slice(MAX_SHORT) };

/**
 * A ticket without its messages (API document, Ticket: summary). With Simplify the useful fields come first, and the
 * inbox is added, because both ids are needed to find the ticket again.
 *
 * @param ticket as the service sent it, with all details or as a row of the search
 */
export function summaryOf(item: ItemRequest, ticket: IDataObject): IDataObject {
	return formed(item, omit(ticket, 'messages'), SUMMARY, { message_box_id: Number(item.values.messageBoxId) });
}
