import type { WatchedField } from '../../contract/ticketFields';
import type { Comment, Ticket } from '../../simulator';
import { SECOND } from './units';

export type Watched = Record<WatchedField, unknown>;

export interface EventMessage {
	message_id: number;
	action_cd: string;
	sent_at: string | number;
}

export type EventComment = Omit<Comment, 'commented_at'> & { commented_at: string };

/** An item of a workflow, as far as the ledger looks at it. */
export type TriggerEvent = Watched & {
	event: string;
	message_box_id?: number;
	ticket_id: number;
	messages?: EventMessage[];
	message?: EventMessage;
	comment?: EventComment;
	waiting_since?: string;
	other_tickets?: Array<{ ticket_id: number }> | null;
	changes?: Partial<Record<WatchedField, { from: unknown; to: unknown }>>;
};

/** States of a message that is not out yet. */
export const UNSENT = ['draft', 'requested', 'approved', 'rejected', 'scheduled', 'sending'];

/** A value as text; lists of ids are sets. */
export function textOf(value: unknown): string {
	return JSON.stringify(Array.isArray(value) ? [...(value as unknown[])].sort() : value);
}

export function describeEvent({ event, ticket_id, message, comment, changes, waiting_since }: TriggerEvent): string {
	return [event, ticket_id, message?.message_id, comment && textOf(comment), changes && textOf(changes), waiting_since].filter((part) => part !== undefined).join(' ');
}

export const ticketKey = (id: number) => `ticket ${id}`;
export const messageKey = (id: number) => `message ${id}`;

/** Comments have no id. @param place of those that are alike in one second, from 1 */
export function commentKey(messageId: number, { commenter, comment_type, comment, commented_at }: Comment | EventComment, place: number): string {
	const second = Math.floor(new Date(commented_at).getTime() / SECOND);
	return `comment ${textOf([messageId, second, commenter, comment_type, comment].map(String))} ${place}`;
}

/** Whether a message, as an item shows it, was out before a comment on it. */
export function isSentBefore({ action_cd, sent_at }: EventMessage, { commented_at }: EventComment): boolean {
	return !UNSENT.includes(action_cd) && Date.parse(commented_at) >= new Date(sent_at).getTime();
}

/** @returns the comments of a ticket with their keys */
export function commentsOf({ messages }: Pick<Ticket, 'messages'>): Array<{ key: string; comment: Comment }> {
	return messages.flatMap(({ message_id, comments }) => comments.map((comment, index) => {
		const first = commentKey(message_id, comment, 1);
		const place = 1 + comments.slice(0, index).filter((other) => commentKey(message_id, other, 1) === first).length;
		return { key: commentKey(message_id, comment, place), comment };
	}));
}

/** @returns the keys of what may be given of a ticket, once each */
export function keysOf(ticket: Pick<Ticket, 'ticket_id' | 'messages'>): string[] {
	return [ticketKey(ticket.ticket_id), ...ticket.messages.map(({ message_id }) => messageKey(message_id)), ...commentsOf(ticket).map(({ key }) => key)];
}
