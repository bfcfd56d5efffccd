import { READ_VALID_MS } from '../../transport/timing';
import type { TicketKey } from './ticketKey';

/** When each ticket was last written, in ms of the gate's clock; only as long as an older reading could be used. */
export class LastWrites {
	private readonly writtenAt = new Map<string, number>();

	/** Notes that an update of the ticket has ended, whatever its outcome. */
	note(key: TicketKey, at: number): void {
		// A map keeps the order of insertion: the newest write is at the end.
		this.writtenAt.delete(nameOf(key));
		this.writtenAt.set(nameOf(key), at);
		for (const [name, before] of this.writtenAt) {
			if (at - before <= READ_VALID_MS) break;
			this.writtenAt.delete(name);
		}
	}

	/** @returns whether this process has written the ticket since */
	isWrittenSince(key: TicketKey, since: number): boolean {
		return (this.writtenAt.get(nameOf(key)) ?? -Infinity) >= since;
	}
}

function nameOf({ messageBoxId, ticketId }: TicketKey): string {
	return `${messageBoxId} ${ticketId}`;
}
