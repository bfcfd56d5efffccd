import { commentsIn, type TicketDetails } from './tickets';
import type { ServiceTime } from './time';

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
		this.delete(key);
		this.entries.set(key, details);
		const texts = details.ticket.messages.flatMap((message) => [message.body, ...commentsIn(message).map(({ comment }) => comment)]);
		const characters = texts.reduce<number>((sum, text) => sum + (typeof text === 'string' ? text.length : 0), 0);
		const bytes = 2 * characters + BESIDE_TEXTS * (1 + texts.length);
		kept.set(details, { bytes, drop: () => this.delete(key) });
		bytesKept += bytes;
		for (const { drop } of kept.values()) {
			if (bytesKept <= MAX_BYTES) break;
			drop();
		}
	}

	/** Throws away what was read of an inbox after a time. */
	drop(messageBoxId: number, after: ServiceTime = -Infinity): void {
		for (const [key, { asOf }] of this.entries) if (asOf > after && key.startsWith(`${messageBoxId} `)) this.delete(key);
	}

	private delete(key: string): void {
		const details = this.entries.get(key);
		if (details === undefined) return;
		bytesKept -= kept.get(details)?.bytes ?? 0;
		kept.delete(details);
		this.entries.delete(key);
	}
}

const keyOf = (messageBoxId: number, ticketId: number) => `${messageBoxId} ${ticketId}`;
