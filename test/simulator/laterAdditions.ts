/** What a service shows that is newer than the API document: channels, states and fields that nobody knows yet. */
import type { Channel, MessageState } from './enums';
import type { Answer } from './messages';
import type { Store } from './store/Store';
import { isObject } from '../contract/contract';

export const LATER_CHANNEL = 'hologram';
export const LATER_STATE = 'foreseen';

/** Puts a ticket with a message of an unknown channel and state into the inbox. */
export function seedLaterAdditions(store: Store, inboxId: number): void {
	const message = { method_cd: LATER_CHANNEL as Channel, action_cd: LATER_STATE as MessageState, from: 'anna@mail.example' };
	store.createTicket({ message_box_id: inboxId, title: 'From a new channel', messages: [message] });
}

/** @returns the answer with a field more in each of its objects, if it is JSON */
export function withLaterFields(answer: Answer): Answer {
	const isJson = answer.headers['Content-Type']?.startsWith('application/json') && !('Content-Disposition' in answer.headers);
	if (!isJson || answer.status !== 200) return answer;
	return { ...answer, body: Buffer.from(JSON.stringify(withMore(JSON.parse(answer.body.toString())))) };
}

function withMore(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withMore);
	if (!isObject(value)) return value;
	const fields = Object.entries(value).map(([name, field]) => [name, withMore(field)]);
	return { ...Object.fromEntries(fields), added_later: { note: 'new', since: null } };
}
