import type { LocalTime } from '../adapter/clock';
import type { TicketSummary } from './ticketFields';
import { type ServiceTime, millisOf } from './time';

/**
 * When something was read.
 * - `asOf`, `readAt`: when the request was sent; `asOf` is never too late.
 * - `answeredAt`: when its answer had come: what was written until then may show in it.
 */
export interface Moment {
	asOf: ServiceTime;
	readAt: LocalTime;
	answeredAt: LocalTime;
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
 * The newest version of a ticket.
 * - `created`, `updated`: the ticket's own times.
 * - `movedAt`: as of when `last_updated_at` had moved; details of this time or later show why.
 * - `explained`: earlier values of `last_updated_at`; since then, only writes of this process have moved it.
 * - `sentUntil`: the ticket has a message that was sent shortly before this.
 */
export interface Row extends Moment {
	ticket: TicketSummary;
	created: ServiceTime;
	updated: ServiceTime;
	movedAt: ServiceTime;
	explained: readonly ServiceTime[];
	sentUntil: ServiceTime;
}

/**
 * @param before the version before
 * @returns the version of a ticket that one answer shows; a time that it lacks is that of the version before, otherwise of the answer
 */
export function rowOf(ticket: TicketSummary, { asOf, readAt, answeredAt }: Moment, before?: Row): Row {
	const created = millisOf(ticket.created_at, before?.created ?? asOf);
	const updated = millisOf(ticket.last_updated_at, before?.updated ?? created);
	return { ticket, asOf, readAt, answeredAt, created, updated, movedAt: asOf, explained: [], sentUntil: -Infinity };
}

/** A ticket with its messages, as of when it was asked for. */
export interface TicketDetails extends Moment {
	ticket: TicketDetail;
}

/** Most bytes of all details that this process keeps, of all tokens and inboxes; those read the longest ago are dropped first. */
const MAX_BYTES = 64_000_000;
/** What a ticket and each message take beside their texts, about (bytes). */
const BESIDE_TEXTS = 1_500;

/** The details that this process keeps, those read the longest ago first, and what they take (bytes). */
const kept = new Map<object, { bytes: number; drop: () => void }>();
let bytesKept = 0;

/** The newest details of the tickets of a token, as many as there is room for. */
export class Details {
	private readonly entries = new Map<string, TicketDetails>();

	get(messageBoxId: number, ticketId: number): TicketDetails | undefined {
		return this.entries.get(keyOf(messageBoxId, ticketId));
	}

	set(messageBoxId: number, details: TicketDetails): void {
		const key = keyOf(messageBoxId, details.ticket.ticket_id);
		this.remove(key);
		this.entries.set(key, details);
		const texts = details.ticket.messages.flatMap((message) => [message.body, ...commentsIn(message).map(({ comment }) => comment)]);
		const characters = texts.reduce<number>((sum, text) => sum + (typeof text === 'string' ? text.length : 0), 0);
		const bytes = 2 * characters + BESIDE_TEXTS * (1 + texts.length);
		kept.set(details, { bytes, drop: () => this.remove(key) });
		bytesKept += bytes;
		for (const { drop } of kept.values()) {
			if (bytesKept <= MAX_BYTES) break;
			drop();
		}
	}

	/** Throws away what was read of an inbox after a time. */
	drop(messageBoxId: number, after: ServiceTime = -Infinity): void {
		for (const [key, { asOf }] of this.entries) if (asOf > after && key.startsWith(`${messageBoxId} `)) this.remove(key);
	}

	/** Throws away what was read of a ticket. */
	delete(messageBoxId: number, ticketId: number): void {
		this.remove(keyOf(messageBoxId, ticketId));
	}

	private remove(key: string): void {
		const details = this.entries.get(key);
		if (details === undefined) return;
		bytesKept -= kept.get(details)?.bytes ?? 0;
		kept.delete(details);
		this.entries.delete(key);
	}
}

const keyOf = (messageBoxId: number, ticketId: number) => `${messageBoxId} ${ticketId}`;
