import type { IDataObject } from 'n8n-workflow';
import type { Outline } from '../../../fields/shared/simplify';
import { omit } from '../../../output/pick';
import { formed } from '../../../output/simplify';
import { TICKET_FIELDS } from '../../../store/ticketFields';
import type { Item } from '../../../transport/engine/item';
import { hidesFor } from './hidePersonalData';

const IDS = ['ticket_id', 'message_box_id'];
const FIELDS = Object.entries(TICKET_FIELDS).filter(([name]) => !IDS.includes(name));
const namesOf = (areDetails: boolean) => FIELDS.filter(([, field]) => 'isDetail' in field === areDetails).map(([name]) => name);

export const SUMMARY: Outline = { ids: IDS, short: [...IDS, ...namesOf(false)], others: namesOf(true) };

/**
 * A ticket without its messages (API document, Ticket: summary). With Simplify the useful fields come first, and the
 * inbox is added, because both ids are needed to find the ticket again.
 *
 * @param ticket as the service sent it, with all details or as a row of the search
 */
export function summaryOf(item: Item, ticket: IDataObject): IDataObject {
	const summary = formed(item, omit(ticket, 'messages'), SUMMARY, { message_box_id: Number(item.values.messageBoxId) });
	return hidesFor(item, {})?.record(summary) ?? summary;
}
