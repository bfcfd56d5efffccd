/** Enumerations of the API document, section "Enumerations", for the whole simulator. */

export const TICKET_STATUSES = ['open', 'ongoing', 'closed', 'unwanted', 'trash', 'spam'] as const;
export const TICKET_COLORS = ['red', 'orange', 'yellow', 'blue', 'pink'] as const;
export const CHANNELS = ['mail', 'social_post', 'social_dm', 'record', 'chatapp', 'webchat', 'mallmsg', 'mallshop', 'sms', 'call'] as const;
export const MESSAGE_STATES = ['received', 'sent', 'draft', 'requested', 'approved', 'rejected', 'sending', 'scheduled', 'send_error', 'conversation', 'end_conversation'] as const;
export const HANDLING_TYPES = ['received_phone', 'called_phone', 'meeting', 'sales', 'postal', 'note'] as const;
export const COMMENT_TYPES = ['comment', 'request', 'approve', 'reject', 'pullback', 'assign', 'snooze', 'canceled_snooze'] as const;
export const SNOOZE_TERMS = ['no_term', 'today', 'tomorrow', 'weekend', 'next_monday', 'next_week', 'next_month', 'after_month'] as const;
export const USER_STATES = ['available', 'confirming', 'locked', 'deleted'] as const;
export const INBOX_COLORS = ['red', 'orange', 'green', 'blue', 'purple', 'brown'] as const;
export const LABEL_COLORS = ['gray', 'brown', 'red', 'orange', 'green', 'blue', 'purple'].flatMap(
	(base) => ['01', '02', '03', '04'].map((shade) => `${base}_${shade}`),
);

export type TicketStatus = (typeof TICKET_STATUSES)[number];
export type TicketColor = (typeof TICKET_COLORS)[number];
export type Channel = (typeof CHANNELS)[number];
export type MessageState = (typeof MESSAGE_STATES)[number];
export type HandlingType = (typeof HANDLING_TYPES)[number];
export type CommentType = (typeof COMMENT_TYPES)[number];
export type SnoozeTerm = (typeof SNOOZE_TERMS)[number];
export type UserState = (typeof USER_STATES)[number];
export type InboxColor = (typeof INBOX_COLORS)[number];
