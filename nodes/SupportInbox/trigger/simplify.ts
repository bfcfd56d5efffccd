import type { IDataObject } from 'n8n-workflow';

import { htmlToText } from '../output/htmlToText';
import { shorten } from '../output/shorten';
import { pick } from '../output/simplify';
import type { TicketMessage } from './api';
import type { TicketEvent } from './detect/events';
import { millisOf } from './time';

/** A message's text is cut after so many characters; the cut is marked at its end. */
export const MAX_TEXT = 1_000;

/**
 * The short form of an event, for Simplify: what most workflows use, flat, and what is nested at the end.
 *
 * @param event as it is without Simplify, with or without names
 * @returns `from` and `text` are those of the newest message that the event carries, null when it carries none
 */
export function simplified(event: TicketEvent): IDataObject {
	const message = event.message ?? newestOf(event.messages ?? []);
	const record = event as unknown as IDataObject;
	return {
		...pick(record, ['event', 'ticket_id', 'title', 'status_cd', 'message_box_id', 'message_box_name']),
		message_id: message?.message_id ?? null,
		from: (message?.from as string | null | undefined) ?? null,
		text: message === undefined ? null : textOf(message),
		...pick(record, ['assignee', 'assignee_name', 'label_ids', 'label_names', 'changes']),
	};
}

/** The document does not say in which order a ticket's messages come (API document, Ticket get). */
function newestOf(messages: readonly TicketMessage[]): TicketMessage | undefined {
	const latestFirst = [...messages].sort((a, b) => millisOf(b.created_at, 0) - millisOf(a.created_at, 0) || b.message_id - a.message_id);
	return latestFirst[0];
}

function textOf({ body, is_html }: TicketMessage): string {
	const text = String(body ?? '');
	return shorten(is_html === true ? htmlToText(text) : text, MAX_TEXT);
}
