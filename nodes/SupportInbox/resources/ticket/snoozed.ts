import { type IDataObject, type INodeExecutionData, UserError } from 'n8n-workflow';
import { filled, oneOf } from '../../fields/rules';
import { settingField } from '../../fields/sent';
import { wholeListOf } from '../../transport/client/keptLists';
import { LISTS } from '../../transport/client/lists';
import type { ItemRequest } from '../../transport/engine/requestPolicy';
import { refuse } from '../../transport/errors/refuse';
import type { Precondition, TicketKey } from './ticketRequests';

const UPDATE_ANYWAY = 'updateAnyway';
const SKIP = 'skip';
const REFUSE = 'refuse';

/** The values that a write may lose: it cannot send them along, because the service does not show them (API document, Ticket). */
const LOST = 'the return time, snooze comment, notified user and approval requirement';

/** The choice of what to do with tickets whose snooze the write may reset. */
export const snoozedField = settingField(filled(oneOf([UPDATE_ANYWAY, SKIP, REFUSE])), {
	displayName: 'Tickets on Hold with a Snooze',
	name: 'snoozedTickets',
	type: 'options',
	options: [
		{ name: 'Refuse', value: REFUSE, description: 'The item fails, and nothing is changed' },
		{ name: 'Skip with a Reason', value: SKIP, description: 'Nothing is changed, and the item says why' },
		{ name: 'Update Anyway', value: UPDATE_ANYWAY, description: 'The snooze may be reset, and the output says so' },
	],
	default: UPDATE_ANYWAY,
	description: `A write may reset ${LOST}`,
});

/** Fields in the output of an update: what it may have reset, and a pending reason that it sent although nobody chose it. */
export const SAID = ['snooze_reset', 'approval_reset', 'sent_pending_reason_id'];

/** Thrown for a ticket or mail that is skipped. */
class Skipped extends UserError {
	constructor(
		reason: string,
		readonly said: IDataObject,
	) {
		super(reason);
	}
}

/** Skips a ticket or a mail. @param said further fields for the output @throws Skipped, see {@link orSkipped} */
export function skip(reason: string, said: IDataObject = {}): never {
	throw new Skipped(reason, said);
}

/** @returns the fields of a ticket that the choice needs, besides the precondition of the write itself */
export function preconditionsOfChoice(item: ItemRequest): Precondition[] {
	return choiceOf(item) === UPDATE_ANYWAY ? [] : ['status_cd', 'pending_reason_id'];
}

/**
 * @param ticket as it was read, with its status and pending reason; without them it counts as not snoozed
 * @returns whether it is on hold with a pending reason that snoozes, and the user chose to update it anyway
 * @throws NodeOperationError or Skipped if the user chose that for snoozed tickets
 */
export async function isSnoozed(item: ItemRequest, { messageBoxId, ticketId }: TicketKey, ticket: IDataObject): Promise<boolean> {
	if (!hasPendingReason(ticket) || !(await maySnooze(item, messageBoxId, ticket.pending_reason_id))) return false;
	const choice = choiceOf(item);
	if (choice === SKIP) skip('The ticket is on hold with a snooze, which the change may reset');
	if (choice === REFUSE) {
		refuse(item, `Ticket ${ticketId} is on hold with a snooze`, `The change may reset ${LOST}. Nothing was changed. Choose under "Tickets on Hold with a Snooze" what to do with such tickets.`);
	}
	return true;
}

/** @returns whether a ticket is on hold with a pending reason; needs both fields */
export function hasPendingReason(ticket: IDataObject): ticket is IDataObject & { pending_reason_id: number } {
	return ticket.status_cd === 'ongoing' && typeof ticket.pending_reason_id === 'number';
}

/** @returns whether a pending reason snoozes; true also if the list does not have it */
export async function maySnooze(item: ItemRequest, messageBoxId: number, reason: number): Promise<boolean> {
	const reasons = await wholeListOf(item.connection, item.read, LISTS.pendingReasons(messageBoxId));
	return reasons.find((row) => row.pending_reason_id === reason)?.is_snoozed !== false;
}

/** @returns the items of `write`; if it was skipped, one item with the reason and, if there is one, the ticket */
export async function orSkipped(key: Partial<TicketKey>, write: () => Promise<INodeExecutionData[]>): Promise<INodeExecutionData[]> {
	return await write().catch((error) => {
		if (!(error instanceof Skipped)) throw error;
		return [{ json: { skipped: true, reason: error.message, ...error.said, message_box_id: key.messageBoxId, ...(key.ticketId !== undefined && { ticket_id: key.ticketId }) } }];
	});
}

function choiceOf({ settings }: ItemRequest): unknown {
	return settings.snoozedTickets ?? UPDATE_ANYWAY;
}
