import type { IDataObject } from 'n8n-workflow';
import { isOfCustomer, isMemo } from '../../output/metrics/waiting';
import { byCreation } from '../../store/tickets';
import { isObject } from '../../transport/client/answer';
import type { Item } from '../../transport/engine/item';
import { reject } from '../../transport/errors/reject';
import { onlyIfUnchangedField, rejectOfOtherInbox } from '../ticket/write/onlyIfUnchanged';
import { skip } from '../ticket/write/skipped';
import { type AnsweredMessage, ANSWER_STATES } from './answered';

export const onlyIfUnansweredField = onlyIfUnchangedField('Whether to skip, with the reason, if somebody has written or sent something since the answered message, or since the message of the item');

/** @returns the ids of the messages that the workflow has seen, as text, as a sheet or a data table gives them */
function seenBy(item: Item): Set<string> {
	const { message_id, message, messages } = item.context.getInputData().json;
	const rows = [{ message_id }, message, ...(Array.isArray(messages) ? messages : [])].filter(isObject);
	const chosen = item.body.message_id;
	const ids = chosen === undefined ? rows.map((row) => row.message_id) : [chosen];
	return new Set(ids.filter((id) => id !== undefined && id !== null).map(String));
}

/**
 * Rejects an item that names no message, or is of another inbox: its reply would not be held back.
 *
 * @throws NodeOperationError
 */
export function rejectUnseen(item: Item): void {
	if (item.settings.onlyIfUnchanged !== true) return;
	rejectOfOtherInbox(item);
	if (seenBy(item).size === 0) rejectToCompare(item, 'names no message');
}

function rejectToCompare(item: Item, what: string): never {
	reject(item, `Only If Unchanged: the item ${what}`, 'Use it behind a trigger or a node that returns the ticket with its messages, or reply to a By ID. Behind a model, take the values of such a node, with Merge or Edit Fields.');
}

/**
 * Skips a reply if a customer has written, or somebody has sent something, after the newest message that the workflow has seen.
 *
 * @param ticket with its messages
 * @throws Skipped, NodeOperationError when the workflow has seen no message of this ticket
 */
export function skipIfChanged(item: Item, ticket: IDataObject): void {
	if (item.settings.onlyIfUnchanged !== true) return;
	const messages = byCreation(ticket.messages as AnsweredMessage[]);
	const seen = seenBy(item);
	const newest = messages.map(({ message_id }) => seen.has(String(message_id))).lastIndexOf(true);
	if (newest < 0) rejectToCompare(item, `has no message of ticket ${String(ticket.ticket_id)}`);
	const later = messages.slice(newest + 1);
	const received = later.find(isOfCustomer);
	if (received !== undefined) skip(`The customer has written again since: message ${received.message_id}`);
	const sent = later.find((message) => !isMemo(message) && ANSWER_STATES.includes(message.action_cd));
	if (sent !== undefined) skip(`Somebody has answered since: message ${sent.message_id}`);
}
