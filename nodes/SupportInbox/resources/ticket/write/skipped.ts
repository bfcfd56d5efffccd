import { type IDataObject, type INodeExecutionData, UserError } from 'n8n-workflow';
import type { TicketKey } from '../requests';

/** Thrown for a ticket or mail that is skipped. `output`: further fields for the output. */
class Skipped extends UserError {
	constructor(
		reason: string,
		readonly output: IDataObject,
	) {
		super(reason);
	}
}

/** Skips a ticket or a mail. @throws Skipped, see {@link orSkipped} */
export function skip(reason: string, output: IDataObject = {}): never {
	throw new Skipped(reason, output);
}

/**
 * @param more fields by which the item of a mail without a ticket is recognized
 * @returns the items of `write`; if it was skipped, one item with the reason and, if there is one, the ticket
 */
export async function orSkipped(
	{ messageBoxId, ticketId }: Partial<TicketKey>,
	write: () => Promise<INodeExecutionData[]>,
	more: IDataObject = {},
): Promise<INodeExecutionData[]> {
	return await write().catch((error) => {
		if (!(error instanceof Skipped)) throw error;
		const ticket = ticketId === undefined ? {} : { ticket_id: ticketId };
		return [{ json: { skipped: true, reason: error.message, ...error.output, message_box_id: messageBoxId, ...ticket, ...more } }];
	});
}
