import type { IDataObject } from 'n8n-workflow';
import type { SentWrite } from '../../ledger/ledgers';
import { millisOf } from '../../ledger/time';
import { BELIEVED_AFTER_MS } from '../timing';

/**
 * A write of this process that has ended; times are ms of the gate's clock.
 * - `record`: the path of the record that it wrote.
 * - `answer`: the first row of its answer; undefined while its outcome is unknown.
 */
interface EndedWrite extends Pick<SentWrite, 'body' | 'precondition'> {
	record: string;
	endedAt: number;
	answer?: IDataObject;
}

/**
 * What this process has written in the last seconds: a search or a copy of the service's data may not show it yet. A write that
 * rests on such a reading would undo what was just written.
 */
export class RecentWrites {
	private writes: readonly EndedWrite[] = [];

	/** Notes a write that has ended. @param answer the first row of its answer; undefined where its outcome is unknown */
	note({ method, path, values, body, precondition }: SentWrite, endedAt: number, answer?: IDataObject): void {
		// A memo or mail is a write to its ticket.
		const ticketId = body.ticket_id ?? answer?.ticket_id;
		const record = method === 'PUT' ? path : ticketId === undefined ? undefined : `/api/v2/${values.messageBoxId}/tickets/${String(ticketId)}`;
		const recent = this.writes.filter((write) => endedAt - write.endedAt <= BELIEVED_AFTER_MS);
		this.writes = record === undefined ? recent : [...recent, { record, endedAt, body, precondition, answer }];
	}

	/** Whether this process has written a record at `since` or later (ms of the gate's clock). */
	hasWritten(record: string, since: number): boolean {
		return this.writes.some((write) => write.record === record && write.endedAt >= since);
	}

	/**
	 * Whether a reading shows a record as it was before one of these writes. After ten seconds it is believed: somebody else may
	 * have changed the record back.
	 *
	 * @param path of the request that has read: of a record, or of a search for tickets
	 * @param rows the record, or the rows of the search
	 * @param now ms of the gate's clock
	 */
	areBehind(path: string, rows: readonly IDataObject[], now: number): boolean {
		const recent = this.writes.filter(({ endedAt }) => now - endedAt <= BELIEVED_AFTER_MS).reverse();
		return rows.some((row) => {
			const place = path.replace(/\/search$/, `/${String(row.ticket_id)}`);
			const written = new Set<string>();
			return recent.filter(({ record }) => record === place).some((write) => isBefore(row, write, written));
		});
	}
}

/** @param written the fields that newer writes have set; those of this write are added */
function isBefore(row: IDataObject, { body, precondition: before, answer }: EndedWrite, written: Set<string>): boolean {
	if (answer === undefined) return false;
	if (millisOf(row.last_updated_at, NaN) < millisOf(before?.last_updated_at, NaN)) return true;
	const { message_id: created } = answer;
	if (created !== undefined && Array.isArray(row.messages) && !row.messages.some((message) => (message as IDataObject).message_id === created)) return true;
	const fields = Object.keys(body).filter((field) => field in row && !written.has(field));
	// A write without a pending reason takes that of its ticket away (API document, Ticket update).
	for (const field of [...fields, 'pending_reason_id']) written.add(field);
	return fields.some((field) => {
		// The service may show a value in another form than it was sent, such as the name of a label: that is not the value before.
		if (before !== undefined && field in before) return isSame(row[field], before[field]) && !isSame(body[field], before[field]);
		return !isSame(row[field], body[field]);
	});
}

/** Whether two values are stored alike: lists are compared as sets, and all empty values are equal. */
function isSame(one: unknown, other: unknown): boolean {
	return asText(one) === asText(other);
}

function asText(value: unknown): string {
	if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return 'null';
	return Array.isArray(value) ? value.map((entry) => JSON.stringify(entry)).sort().join() : JSON.stringify(value);
}
