/** Inputs of tests, the seed and the admin API for tickets and their messages. */
import type { TimeInput } from '../time';
import type { Comment, Conversation, Message, TicketAttributes } from './types';

/** The input for a message; all fields are optional. */
export type MessageInput = Partial<
	Pick<Message, 'from' | 'to' | 'cc' | 'bcc' | 'reply_to' | 'title' | 'body' | 'method_cd' | 'action_cd' | 'is_html' | 'transcript'>
> & {
	id?: number;
	/** may be in the past or the future; default now */
	sent_at?: TimeInput;
	created_at?: TimeInput;
	attachments?: AttachmentInput[];
	conversations?: ConversationInput[];
};

export interface AttachmentInput {
	file_name: string;
	content_type?: string;
	content?: Buffer | string;
	id?: number;
}

export type CommentInput = Pick<Comment, 'comment'> & Partial<Pick<Comment, 'commenter' | 'comment_type'>> & { commented_at?: TimeInput };

export type ConversationInput = Partial<Omit<Conversation, 'sent_at'>> & { sent_at?: TimeInput };

/** The attributes of a ticket that a user can change. */
export type TicketPatch = Partial<TicketAttributes>;

export type TicketInput = TicketPatch & {
	/** default: the first inbox */
	message_box_id?: number;
	id?: number;
	created_at?: TimeInput;
	/** default: one received mail */
	messages?: MessageInput[];
};
