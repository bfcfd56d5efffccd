/** Answers of a service that is newer than the API document, with unknown channels, states and fields. */
import { isObject } from '../contract/contract';
import type { Channel, MessageState } from './enums';
import type { Store } from './store/Store';

/** Puts a ticket with a message of an unknown channel and state into the inbox. */
export function seedLaterAdditions(store: Store, inboxId: number): void {
	const message = { method_cd: 'hologram' as Channel, action_cd: 'foreseen' as MessageState, from: 'anna@mail.example' };
	store.createTicket({ message_box_id: inboxId, title: 'From a new channel', messages: [message] });
}

/** @returns the answer with one more field in each of its objects */
export function withLaterFields(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withLaterFields);
	if (!isObject(value)) return value;
	const fields = Object.entries(value).map(([name, field]) => [name, withLaterFields(field)]);
	return { ...Object.fromEntries(fields), added_later: { note: 'new', since: null } };
}
