/** What the trigger reads of the service (API document, Resources > Ticket; Endpoints > Ticket search, Ticket get). */

/** A ticket as the search gives it. Times are ISO 8601. */
export interface TicketSummary {
	ticket_id: number;
	assignee: string | null;
	status_cd: string;
	created_at: string;
	last_updated_at: string;
	title: string;
	color_cd: string | null;
	case_category_ids: number[];
	label_ids: number[];
	pending_reason_id: number | null;
}

/** A message of a ticket; the fields that the trigger looks at, the others are passed on as they came. */
export interface TicketMessage {
	message_id: number;
	sent_at: string | null;
	created_at: string;
	method_cd: string;
	action_cd: string;
	attachments?: Array<{ attachment_id: number; file_name: string }>;
	[field: string]: unknown;
}

/** A ticket as "Ticket get" gives it. */
export interface TicketDetail extends TicketSummary {
	messages: TicketMessage[];
}

/** The body of a ticket search, as far as the trigger uses it. */
export interface TicketSearchBody {
	ticket_ids?: number[];
	label_ids?: number[];
	status_cds?: string[];
	assignee?: string;
	has_attachments?: boolean;
	method_cds?: string[];
	action_cds?: string[];
	since?: string;
	until?: string;
	per_page: number;
	page: number;
}

/** Rows of a full page of the ticket search (API document, Limits). */
export const FULL_PAGE = 50;
