import type { IDataObject } from 'n8n-workflow';

import type { SetChange } from './setChange';
import type { Precondition } from './ticketRequests';

/** The body as the fields made it: how its sets are to change is made into sets when the ticket is known. */
export type Change = IDataObject & { status_cd?: string; pending_reason_id?: number | null };

/** The sets that the service replaces as a whole. */
const SETS = ['label_ids', 'case_category_ids'] as const;

/** @returns what the update would replace without being asked to, so that it has to be read and sent along (API document, Ticket update) */
export function preconditionsOf(change: Change): Precondition[] {
	const sets = setChanges(change).filter(([, { mode }]) => mode === 'add' || mode === 'remove');
	return [...sets.map(([property]) => property), ...(keepsReason(change) ? (['pending_reason_id', 'status_cd'] as const) : [])];
}

/** The fields of an update that a ticket shows (API document, Ticket update and Ticket). */
const COMPARED_FIELDS = ['status_cd', 'pending_reason_id', 'assignee', 'label_ids', 'case_category_ids', 'color_cd'] as const;

/** @returns what has to be read to show what the update changes: a status may end the pending reason */
export function comparedFieldsOf(change: Change): Precondition[] {
	return COMPARED_FIELDS.filter((property) => property in change || (property === 'pending_reason_id' && 'status_cd' in change));
}

/** @returns the sets that are to change, and how */
export function setChanges(change: Change): Array<[(typeof SETS)[number], SetChange]> {
	return SETS.flatMap((property) => (property in change ? [[property, change[property] as unknown as SetChange]] : []));
}

/** @returns whether the update would take away the ticket's pending reason unless it is sent along */
function keepsReason(change: Change): boolean {
	return isOnHold(change) && change.pending_reason_id === undefined;
}

/**
 * @param ticket as it is
 * @returns the ticket's own pending reason where the update has to send it along: a ticket that is not on hold afterwards
 * takes none, though it may still show one
 */
export function keptReason(change: Change, ticket: IDataObject): number | undefined {
	const { status_cd: status = ticket.status_cd } = change;
	const { pending_reason_id: reason } = ticket;
	return keepsReason(change) && status === 'ongoing' && typeof reason === 'number' ? reason : undefined;
}

/**
 * @param ticket as it is
 * @returns what the output says of a pending reason that is sent although nobody chose it and the ticket is not on hold: it shows
 * one of before, which may snooze the ticket
 */
export function revivedReason(change: Change, ticket: IDataObject): { sent_pending_reason_id?: number } {
	const reason = ticket.status_cd === 'ongoing' ? undefined : keptReason(change, ticket);
	return reason === undefined ? {} : { sent_pending_reason_id: reason };
}

/** @returns whether the ticket may be on hold after the update: without a status in it that is not known before the ticket is read */
export function isOnHold({ status_cd }: Change): boolean {
	return status_cd === undefined || status_cd === 'ongoing';
}
