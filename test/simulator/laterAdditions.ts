/** What a service shows that is newer than the API document: channels, states and fields that nobody knows yet. */
import type { Channel, MessageState } from './enums';
import type { Store } from './store/Store';
import { isObject } from '../contract/contract';

/** Puts a ticket with a message of an unknown channel and state into the inbox. */
export function seedLaterAdditions(store: Store, inboxId: number): void {
	const message = { method_cd: 'hologram' as Channel, action_cd: 'foreseen' as MessageState, from: 'anna@mail.example' };
	store.createTicket({ message_box_id: inboxId, title: 'From a new channel', messages: [message] });
}

/** @returns what an answer shows, with a field more in each of its objects */
export function withLaterFields(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withLaterFields);
	if (!isObject(value)) return value;
	const fields = Object.entries(value).map(([name, field]) => [name, withLaterFields(field)]);
	return { ...Object.fromEntries(fields), added_later: { note: 'new', since: null } };
}
