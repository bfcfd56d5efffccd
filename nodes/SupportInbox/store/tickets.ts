import { setBounded } from './bounded';
import type { TicketSummary } from './ticketFields';
import { millisOf } from './time';

/**
 * When something was read (ms).
 * - `asOf`: when the request was sent, on the service's clock, never too late; `readAt`: the same on this process's steady clock.
 * - `answeredAt`: when its answer had come, on the steady clock: what was written until then may show in it.
 */
export interface Moment {
	asOf: number;
	readAt: number;
	answeredAt: number;
}

/** A message of a ticket. Fields that the code does not use are passed on unchanged (API document, Ticket). */
export interface TicketMessage {
	message_id: number;
	sent_at: string | null;
	created_at: string;
	method_cd: string;
	action_cd: string;
	attachments?: Array<{ attachment_id: number; file_name: string }>;
	comments?: unknown;
	[field: string]: unknown;
}

/** @returns the messages, those created first at the beginning; the document does not say in which order a ticket's messages come */
export function byCreation<M extends { message_id?: unknown; created_at?: unknown; sent_at?: unknown }>(messages: readonly M[]): M[] {
	const createdAt = ({ created_at, sent_at }: M) => millisOf(created_at ?? sent_at, 0);
	return [...messages].sort((a, b) => createdAt(a) - createdAt(b) || Number(a.message_id) - Number(b.message_id));
}

/** A comment of a message. Fields that the code does not use are passed on unchanged (API document, Comment object). */
export interface TicketComment {
	commenter?: string | null;
	comment_type: string;
	comment: string | null;
	commented_at?: string | null;
	[field: string]: unknown;
}

/** @returns the comments of a message; an entry that is not an object is left out, and the message is still emitted */
export function commentsIn({ comments }: Pick<TicketMessage, 'comments'>): TicketComment[] {
	const isComment = (value: unknown): value is TicketComment => typeof value === 'object' && value !== null && !Array.isArray(value);
	return Array.isArray(comments) ? comments.filter(isComment) : [];
}

/** A ticket as "Ticket get" returns it. */
export interface TicketDetail extends TicketSummary {
	messages: TicketMessage[];
}

/**
 * The newest row of a ticket. Times are ms of the service's clock, except `readAt`, see Moment.
 * - `created`, `updated`: the ticket's own times.
 * - `foundAt`: as of when a search for new activity found the ticket; details of this time or later show why.
 * - `movedAt`: as of when `last_updated_at` had moved; details of this time or later show why.
 * - `explained`: earlier values of `last_updated_at`; since then, only writes of this process have moved it.
 * - `sentUntil`: the ticket has a message that was sent shortly before this.
 */
export interface Row extends Moment {
	ticket: TicketSummary;
	created: number;
	updated: number;
	foundAt: number;
	movedAt: number;
	explained: readonly number[];
	sentUntil: number;
}

/** How a search found a row, see Row. */
export type HowFound = Partial<Pick<Row, 'foundAt' | 'sentUntil'>>;

/** Most details that are kept for one inbox, and most characters of their texts; the details read the longest ago are dropped first. */
const MAX_DETAILS = 200;
const MAX_CHARACTERS = 4_000_000;
/** Most tickets of one inbox for which it is remembered when their details were read. */
const MAX_READ = 6_000;

/** A ticket with its messages, as of when it was asked for. */
export interface TicketDetails extends Moment {
	ticket: TicketDetail;
}

/** The newest details of each ticket, as many as there is room for. */
export class Details {
	private readonly entries = new Map<number, TicketDetails & { characters: number }>();
	private characters = 0;
	/** As of when each ticket was read last, also where there is no room for its details. */
	private readonly readAsOf = new Map<number, number>();

	get(ticketId: number): TicketDetails | undefined {
		return this.entries.get(ticketId);
	}

	/** @returns as of when a ticket was read last (ms of the service's clock); -Infinity: not by this process */
	lastAsOf(ticketId: number): number {
		return this.readAsOf.get(ticketId) ?? -Infinity;
	}

	set(details: TicketDetails): void {
		const { ticket } = details;
		setBounded(this.readAsOf, ticket.ticket_id, details.asOf, MAX_READ);
		this.delete(ticket.ticket_id);
		const texts = ticket.messages.flatMap((message) => [message.body, ...commentsIn(message).map(({ comment }) => comment)]);
		const characters = texts.reduce<number>((sum, text) => sum + (typeof text === 'string' ? text.length : 0), 0);
		this.entries.set(ticket.ticket_id, { ...details, characters });
		this.characters += characters;
		for (const id of this.entries.keys()) {
			if (this.entries.size <= MAX_DETAILS && this.characters <= MAX_CHARACTERS) break;
			this.delete(id);
		}
	}

	private delete(ticketId: number): void {
		this.characters -= this.entries.get(ticketId)?.characters ?? 0;
		this.entries.delete(ticketId);
	}
}
