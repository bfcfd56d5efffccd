/**
 * Codes that the simulator itself knows the meaning of (API document, Enumerations). Their lists are those of the contract, and whatever other
 * code the contract has needs no line here.
 */
import { codesOf, SCHEMAS } from '../contract/contract';

export type TicketStatus = 'open' | 'ongoing' | 'closed' | 'unwanted' | 'trash' | 'spam';
export type TicketColor = 'red' | 'orange' | 'yellow' | 'blue' | 'pink';
export type Channel = 'mail' | 'social_post' | 'social_dm' | 'record' | 'chatapp' | 'webchat' | 'mallmsg' | 'mallshop' | 'sms' | 'call';
export type MessageState =
	| 'received' | 'sent' | 'draft' | 'requested' | 'approved' | 'rejected' | 'sending' | 'scheduled' | 'send_error' | 'conversation' | 'end_conversation';
export type HandlingType = 'received_phone' | 'called_phone' | 'meeting' | 'sales' | 'postal' | 'note';
export type CommentType = 'comment' | 'request' | 'approve' | 'reject' | 'pullback' | 'assign' | 'snooze' | 'canceled_snooze';
export type SnoozeTerm = 'no_term' | 'today' | 'tomorrow' | 'weekend' | 'next_monday' | 'next_week' | 'next_month' | 'after_month';
export type UserState = 'available' | 'confirming' | 'locked' | 'deleted';
export type InboxColor = 'red' | 'orange' | 'green' | 'blue' | 'purple' | 'brown';

export const TICKET_STATUSES = codesOf<TicketStatus>(SCHEMAS.TicketStatus);
export const TICKET_COLORS = codesOf<TicketColor>(SCHEMAS.TicketColor);
export const CHANNELS = codesOf<Channel>(SCHEMAS.Channel);
export const MESSAGE_STATES = codesOf<MessageState>(SCHEMAS.MessageState);
export const LABEL_COLORS = ['gray', 'brown', 'red', 'orange', 'green', 'blue', 'purple'].flatMap(
	(base) => ['01', '02', '03', '04'].map((shade) => `${base}_${shade}`),
);
