import type { IDataObject } from 'n8n-workflow';
import { isOfCustomer, isMemo } from '../../output/figures/waiting';
import type { ItemRequest } from '../../transport/engine/requestPolicy';
import { isOnlyIfUnchanged, onlyIfUnchangedField } from '../ticket/write/onlyIfUnchanged';
import { skip } from '../ticket/write/skipped';
import { type AnsweredMessage, ANSWER_STATES, createdAt } from './answered';

export const onlyIfUnansweredField = onlyIfUnchangedField('Whether to skip, with the reason, if the customer has written or somebody has sent something since the message; behind the trigger, that of the item');

/**
 * Skips a reply to a message that is not the newest of the customer any more, or after which somebody has sent something.
 *
 * @param ticket with its messages
 * @param answered the message that would be answered
 * @throws Skipped
 */
export function skipIfAnswered(item: ItemRequest, ticket: IDataObject, answered: AnsweredMessage): void {
	if (!isOnlyIfUnchanged(item)) return;
	const messages = ticket.messages as AnsweredMessage[];
	const { message_id: chosen = item.context.getInputData().json.message_id } = item.body;
	// A sheet or a data table has the id as text.
	const meant = messages.find(({ message_id }) => String(message_id) === String(chosen)) ?? answered;
	const later = messages.filter((message) => createdAt(message) > createdAt(meant) || (createdAt(message) === createdAt(meant) && message.message_id > meant.message_id));
	const received = later.find(isOfCustomer);
	if (received !== undefined) skip(`The customer has written again since: message ${received.message_id}`);
	const sent = later.find((message) => !isMemo(message) && ANSWER_STATES.includes(message.action_cd));
	if (sent !== undefined) skip(`Somebody has answered since: message ${sent.message_id}`);
}
