/** The stored records. Field names are the document's (section "Resources and their fields"); times are milliseconds. */
import { emptyRow } from '../../contract/lists';
import { ATTRIBUTES } from '../../contract/ticketFields';
import type { Channel, CommentType, MessageState, TicketColor, TicketStatus } from '../enums';

export interface Comment {
	commenter: string;
	comment_type: CommentType;
	comment: string;
	commented_at: number;
}

export interface Attachment {
	attachment_id: number;
	file_name: string;
	content_type: string;
	content: Buffer;
}

export interface Conversation {
	id: number;
	action_cd: MessageState;
	speaker_name: string;
	sent_by: string | null;
	auto_send: boolean;
	sent_at: number;
	conversation_type: string;
	note: string | null;
	file_name: string | null;
}

export interface Message {
	message_id: number;
	ticket: Ticket;
	from: string | null;
	to: string | null;
	cc: string | null;
	bcc: string | null;
	reply_to: string | null;
	sent_at: number;
	title: string;
	body: string;
	method_cd: Channel;
	action_cd: MessageState;
	is_html: boolean;
	created_at: number;
	last_updated_at: number;
	comments: Comment[];
	attachments: Attachment[];
	/** top-level fields of the chat transcript; only for chat channels */
	transcript: Record<string, string | null>;
	conversations: Conversation[];
}

/** `notify`: the user who is notified when the ticket returns; it is in no answer. */
export interface Snooze {
	returnsAt: number | null;
	comment: string;
	notify: string | null;
}

/** The fields of a ticket that a user can change, as far as the simulator makes something of them; a ticket has the others of the contract as well. */
export interface TicketAttributes {
	assignee: string | null;
	status_cd: TicketStatus;
	title: string;
	color_cd: TicketColor | null;
	case_category_ids: number[];
	label_ids: number[];
	pending_reason_id: number | null;
	snooze: Snooze | null;
	approvalRequired: boolean;
}

/** @returns those of a new ticket: empty as far as the contract allows, for a code that is never empty its first one */
export const newAttributes = () =>
	({ ...emptyRow({ properties: ATTRIBUTES }), title: 'A question', snooze: null, approvalRequired: false }) as unknown as TicketAttributes;

export interface Ticket extends TicketAttributes {
	ticket_id: number;
	message_box_id: number;
	created_at: number;
	last_updated_at: number;
	/** in order of creation */
	messages: Message[];
}

/** The texts of an address-book record that are plain strings. */
export const CONTACT_TEXTS = [
	'last_name', 'first_name', 'last_name_kana', 'first_name_kana', 'company_name', 'department', 'title', 'postal_code', 'region', 'city',
	'address1', 'address2', 'url', 'note', 'system_id1', 'default_assignee',
] as const;

type ContactTexts = Record<(typeof CONTACT_TEXTS)[number], string | null>;

export type Contact = ContactTexts & {
	customer_id: number;
	gender_cd: number;
	emails: Array<{ email: string }>;
	archived_emails: Array<{ email: string }>;
	tels: Array<{ tel: string }>;
	archived_tels: Array<{ tel: string }>;
	badge_ids: number[];
	/** value by number of the custom item, 1 to 10 */
	customFields: Record<number, string>;
};
