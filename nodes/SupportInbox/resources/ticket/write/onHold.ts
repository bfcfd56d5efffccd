import type { IDataObject } from 'n8n-workflow';
import { filled, oneOf } from '../../../fields/rules';
import { settingField } from '../../../fields/sent';
import { wholeListOf } from '../../../transport/client/listCache';
import { LISTS } from '../../../transport/client/lists';
import type { Item } from '../../../transport/engine/item';
import { reject } from '../../../transport/errors/reject';
import type { Precondition, TicketKey } from '../requests';
import { skip } from './skipped';

/**
 * Tickets on hold. A write has to send their pending reason along, and may reset their snooze (API document, Ticket update and
 * Handling memo create).
 */

const CONTINUE = 'continue';
const SKIP = 'skip';
const ERROR = 'error';

/** The values that a write may lose: it cannot send them along, because the service does not show them (API document, Ticket). */
const LOST = 'the return time, snooze comment, notified user and approval requirement';

/** The choice of what to do with tickets whose snooze the write may reset. */
export const ifSnoozedField = settingField(filled(oneOf([CONTINUE, SKIP, ERROR])), {
	displayName: 'If Snoozed',
	name: 'ifSnoozed',
	type: 'options',
	options: [
		{ name: 'Continue', value: CONTINUE, description: 'The snooze may be reset, and the output says so' },
		{ name: 'Error', value: ERROR, description: 'The item fails, and nothing is changed' },
		{ name: 'Skip', value: SKIP, description: 'Nothing is changed, and the item says why' },
	],
	default: CONTINUE,
	description: `A write may reset ${LOST}. Default: Continue.`,
});

function choiceOf({ settings }: Item): unknown {
	return settings.ifSnoozed ?? CONTINUE;
}

/** @returns the fields of a ticket that the choice needs, besides the precondition of the write itself */
export function preconditionsOfChoice(item: Item): Precondition[] {
	return choiceOf(item) === CONTINUE ? [] : ['status_cd', 'pending_reason_id'];
}

/**
 * @param ticket as it was read, with its status and pending reason; without them it counts as not snoozed
 * @returns whether it is on hold with a pending reason that snoozes, and the user chose to update it anyway
 * @throws NodeOperationError or Skipped if the user chose that for snoozed tickets
 */
export async function isSnoozed(item: Item, { messageBoxId, ticketId }: TicketKey, ticket: IDataObject): Promise<boolean> {
	if (!hasPendingReason(ticket) || !(await maySnooze(item, messageBoxId, ticket.pending_reason_id))) return false;
	const choice = choiceOf(item);
	if (choice === SKIP) skip('The ticket is on hold with a snooze, which the change may reset');
	if (choice === ERROR) {
		reject(
			item,
			`Ticket ${ticketId} is on hold with a snooze`,
			`The change may reset ${LOST}. Nothing was changed. Choose under "If Snoozed" what to do with such tickets.`,
		);
	}
	return true;
}

/** @returns whether a ticket is on hold with a pending reason; needs both fields */
export function hasPendingReason(ticket: IDataObject): ticket is IDataObject & { pending_reason_id: number } {
	return ticket.status_cd === 'ongoing' && typeof ticket.pending_reason_id === 'number';
}

/** @returns whether a pending reason snoozes; true also if the list does not have it */
export async function maySnooze(item: Item, messageBoxId: number, reason: number): Promise<boolean> {
	const reasons = await wholeListOf(item.connection, item.read, LISTS.pendingReasons(messageBoxId));
	return reasons.find((row) => row.pending_reason_id === reason)?.is_snoozed !== false;
}

/** The fields of a write that decide whether the ticket is on hold afterwards. */
type Change = IDataObject & { status_cd?: string; pending_reason_id?: number | null };

/** @returns whether the ticket may be on hold after the write; without a new status this is unknown until the ticket is read */
export function mayBeOnHold({ status_cd }: Change): boolean {
	return status_cd === undefined || status_cd === 'ongoing';
}

/** @returns whether the write would remove the ticket's pending reason unless that is sent along */
export function mustCarryOverReason(change: Change): boolean {
	return mayBeOnHold(change) && change.pending_reason_id === undefined;
}

/**
 * @param ticket as it is
 * @returns the ticket's own pending reason if the write has to send it along. A ticket that is not on hold afterwards
 * cannot have one, although it may still show an old one
 */
export function carriedOverReason(change: Change, ticket: IDataObject): number | undefined {
	const { status_cd: status = ticket.status_cd } = change;
	const { pending_reason_id: reason } = ticket;
	return mustCarryOverReason(change) && status === 'ongoing' && typeof reason === 'number' ? reason : undefined;
}

/**
 * @param ticket as it is
 * @returns for the output: a pending reason that is sent although nobody chose it and the ticket is not on hold. The ticket still
 * shows an old one, which may snooze it
 */
export function revivedReason(change: Change, ticket: IDataObject): { carried_over_pending_reason_id?: number } {
	const reason = ticket.status_cd === 'ongoing' ? undefined : carriedOverReason(change, ticket);
	return reason === undefined ? {} : { carried_over_pending_reason_id: reason };
}
