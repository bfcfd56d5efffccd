import type { IDataObject } from 'n8n-workflow';

import { htmlToText } from '../output/text/htmlToText';
import { MAX_TEXT, shorten } from '../output/text/shorten';
import { omit, pick } from '../output/pick';
import type { TicketMessage } from './service/api';
import type { TicketEvent } from './detect/events';

/**
 * The short form of an event, for Simplify: what most workflows use, flat, and what is nested at the end.
 *
 * @param event as it is without Simplify, with or without names
 * @returns with the message that the event shows; null where none is known
 */
export function simplified(event: TicketEvent): IDataObject {
	const { shown: message } = event;
	const record = event as unknown as IDataObject;
	return {
		...pick(record, ['event', 'ticket_id', 'title', 'status_cd', 'status_name', 'message_box_id', 'message_box_name']),
		message_id: message?.message_id ?? null,
		from: (message?.from as string | null | undefined) ?? null,
		text: message === undefined ? null : textOf(message),
		sent_at: message?.sent_at ?? null,
		method_cd: message?.method_cd ?? null,
		...('message_box_name' in record ? { method_name: (message?.method_name as string | undefined) ?? null } : {}),
		...pick(record, ['assignee', 'assignee_name', 'label_ids', 'label_names', 'waiting_since', 'changes']),
	};
}

/** @returns the event as it is without Simplify */
export function whole(event: TicketEvent): IDataObject {
	return omit(event, 'shown') as unknown as IDataObject;
}

function textOf({ body, is_html }: TicketMessage): string {
	const text = String(body ?? '');
	return shorten(is_html === true ? htmlToText(text) : text, MAX_TEXT);
}
