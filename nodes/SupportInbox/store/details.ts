import { commentsIn, type TicketDetails } from './tickets';

/** Most details that are kept for a token, and most characters of their texts; the details read the longest ago are dropped first. */
const MAX_DETAILS = 2_000;
const MAX_CHARACTERS = 16_000_000;

/** The newest details of the tickets of a token, as many as there is room for. */
export class Details {
	private readonly entries = new Map<string, TicketDetails & { characters: number }>();
	private characters = 0;

	get(messageBoxId: number, ticketId: number): TicketDetails | undefined {
		return this.entries.get(keyOf(messageBoxId, ticketId));
	}

	set(messageBoxId: number, details: TicketDetails): void {
		const key = keyOf(messageBoxId, details.ticket.ticket_id);
		this.delete(key);
		const texts = details.ticket.messages.flatMap((message) => [message.body, ...commentsIn(message).map(({ comment }) => comment)]);
		const characters = texts.reduce<number>((sum, text) => sum + (typeof text === 'string' ? text.length : 0), 0);
		this.entries.set(key, { ...details, characters });
		this.characters += characters;
		for (const oldest of this.entries.keys()) {
			if (this.entries.size <= MAX_DETAILS && this.characters <= MAX_CHARACTERS) break;
			this.delete(oldest);
		}
	}

	/** Throws away what was read of an inbox after a time (ms of the service's clock). */
	drop(messageBoxId: number, after = -Infinity): void {
		for (const [key, { asOf }] of this.entries) if (asOf > after && key.startsWith(`${messageBoxId} `)) this.delete(key);
	}

	private delete(key: string): void {
		this.characters -= this.entries.get(key)?.characters ?? 0;
		this.entries.delete(key);
	}
}

const keyOf = (messageBoxId: number, ticketId: number) => `${messageBoxId} ${ticketId}`;
