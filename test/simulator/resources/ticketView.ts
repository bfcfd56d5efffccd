import type { Calendar } from '../time';
import type { Message, Ticket } from '../store/types';

/** @returns a ticket as an item of the search result */
export function ticketSummary(ticket: Ticket, calendar: Calendar) {
	return {
		ticket_id: ticket.ticket_id,
		assignee: ticket.assignee,
		status_cd: ticket.status_cd,
		created_at: calendar.format(ticket.created_at),
		last_updated_at: calendar.format(ticket.last_updated_at),
		title: ticket.title,
		color_cd: ticket.color_cd,
		case_category_ids: ticket.case_category_ids,
		label_ids: ticket.label_ids,
		pending_reason_id: ticket.pending_reason_id,
	};
}

/** @returns a ticket with its messages, comments and attachments */
export function ticketDetail(ticket: Ticket, calendar: Calendar) {
	return {
		...ticketSummary(ticket, calendar),
		messages: ticket.messages.map((message) => messageView(message, calendar)),
	};
}

function messageView(message: Message, calendar: Calendar) {
	return {
		message_id: message.message_id,
		from: message.from,
		to: message.to,
		cc: message.cc,
		bcc: message.bcc,
		sent_at: calendar.format(message.sent_at),
		title: message.title,
		body: message.body,
		method_cd: message.method_cd,
		action_cd: message.action_cd,
		is_html: message.is_html,
		created_at: calendar.format(message.created_at),
		last_updated_at: calendar.format(message.last_updated_at),
		comments: message.comments.map((comment) => ({
			...comment,
			commented_at: calendar.format(comment.commented_at),
		})),
		attachments: message.attachments.map(({ attachment_id, file_name }) => ({
			attachment_id,
			file_name,
		})),
		reply_to: message.reply_to,
	};
}
