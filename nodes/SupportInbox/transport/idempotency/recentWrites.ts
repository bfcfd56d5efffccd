import { setBounded } from '../../ledger/bounded';
import type { SentWrite } from '../../ledger/ledgers';

/** Most records that are remembered; a reading of a ticket is used for seconds only, in which far fewer are written. */
const MAX_WRITTEN = 1_000;

/** When this process last wrote each record, by its path (ms of the gate's clock). A write on an older reading would undo that. */
export class RecentWrites {
	private readonly endedAt = new Map<string, number>();

	/** Notes a write that has ended, also one whose outcome is unknown. @param ticketId that of its answer */
	note({ method, path, values, body }: SentWrite, endedAt: number, ticketId: unknown): void {
		// A memo or mail is a write to its ticket.
		const ticket = body.ticket_id ?? ticketId;
		if (method === 'PUT') setBounded(this.endedAt, path, endedAt, MAX_WRITTEN);
		else if (ticket !== undefined) setBounded(this.endedAt, `/api/v2/${values.messageBoxId}/tickets/${String(ticket)}`, endedAt, MAX_WRITTEN);
	}

	/** Whether this process has written a record at `since` or later (ms of the gate's clock). */
	hasWritten(record: string, since: number): boolean {
		return (this.endedAt.get(record) ?? -Infinity) >= since;
	}
}
