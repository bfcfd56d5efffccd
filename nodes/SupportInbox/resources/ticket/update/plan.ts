import type { IDataObject } from 'n8n-workflow';
import { difference } from '../../../output/difference';
import { withCachedNames } from '../../../output/names';
import type { PlannedWrite } from '../../../transport/client/request';
import type { Item, Plan } from '../../../transport/engine/item';
import { reject, rejectEmpty } from '../../../transport/errors/reject';
import { type Precondition, ticketKeyOf } from '../requests';
import {
	carriedOverReason,
	isSnoozed,
	mayBeOnHold,
	maySnooze,
	mustCarryOverReason,
	preconditionsOfChoice,
	revivedReason,
} from '../write/onHold';
import { fieldsToCompare, rejectIncomparable, skipIfChanged } from '../write/onlyIfUnchanged';
import { orSkipped } from '../write/skipped';
import { type TicketRead, writeTicket } from '../write/writeTicket';
import { showsDifference } from './after';
import { newSets, partialSets } from './sets';

const SNOOZE = ['snooze_term', 'snooze_time', 'snooze_comment', 'notification_mention_name'];

/** Rejects fields that contradict each other. The document does not say what two return times do (API document, Ticket update, rule 3). */
export function rejectContradiction(item: Item): void {
	rejectEmpty(item, { ...item.body, ...item.changes });
	rejectIncomparable(item, item.values.ticketId);
	const { body: change } = item;
	if (typeof change.pending_reason_id === 'number' && !mayBeOnHold(change)) {
		reject(item, 'A pending reason needs the status On Hold', 'Change the Status or remove the Pending Reason.');
	}
	if (hasSnooze(change) && (change.pending_reason_id === null || !mayBeOnHold(change))) rejectSnooze(item);
	if ('snooze_term' in change && 'snooze_time' in change) {
		reject(item, 'Two return times are set', 'Remove one of the two Snooze Until fields.');
	}
	if ('assign_comment' in change && typeof change.assignee !== 'string') {
		reject(item, 'An assign comment needs an assignee', 'Choose an Assignee or remove the Assignment Comment.');
	}
}

/**
 * The plan of a ticket update. The service replaces label and classification sets as a whole and takes an
 * omitted pending reason for "none" (API document, Ticket update), so fields that the user did not set are read
 * first, at the same place in the item queue, and sent along.
 */
export const updateTicket: Plan = async (item) =>
	await orSkipped(ticketKeyOf(item.values), async () => await writeTicket(item, { reads, plan }));

function reads(item: Item): TicketRead {
	const ofChoice = [...preconditionsOfChoice(item), ...fieldsToCompare(item)];
	const fields = [...replacedBy(item), ...ofChoice, ...(showsDifference(item) ? comparedFieldsOf(item) : [])];
	return { key: ticketKeyOf(item.values), fields: [...new Set(fields)] };
}

async function plan(item: Item, ticket: IDataObject, sent?: PlannedWrite): Promise<PlannedWrite> {
	// After an attempt without an answer, what has changed since may come from this update.
	if (sent !== undefined) return { body: await bodyOf(item, ticket) };
	const key = ticketKeyOf(item.values);
	skipIfChanged(item, key, ticket);
	const isReset = (await isSnoozed(item, key, ticket)) && carriedOverReason(item.body, ticket) !== undefined;
	const body = await bodyOf(item, ticket);
	// An update without a pending reason removes it.
	const { before, after } = difference(ticket, { ...(ticket.pending_reason_id !== undefined && { pending_reason_id: null }), ...body });
	const notes = {
		...(isReset && { snooze_may_be_reset: true, ...(body.approval_required === undefined && { approval_may_be_reset: true }) }),
		...revivedReason(item.body, ticket),
		...(showsDifference(item) && { before: withCachedNames(item, before), after: withCachedNames(item, after) }),
	};
	return { body, notes: (row) => ({ ...row, ...notes }) };
}

/**
 * @returns fields that the update would replace although the user did not set them: to be read and sent along (API document, Ticket
 *   update)
 */
function replacedBy(item: Item): Precondition[] {
	const sets = partialSets(item).map(([property]) => property as Precondition);
	return mustCarryOverReason(item.body) ? [...sets, 'pending_reason_id', 'status_cd'] : sets;
}

/** The fields of an update that a ticket shows (API document, Ticket update and Ticket). */
const COMPARED_FIELDS = ['status_cd', 'pending_reason_id', 'assignee', 'label_ids', 'case_category_ids', 'color_cd'] as const;

/** @returns the fields to read in order to show the change. A new status may end the pending reason, so it reads that as well */
function comparedFieldsOf({ body, changes }: Item): Precondition[] {
	const written = { ...body, ...changes };
	return COMPARED_FIELDS.filter((property) => property in written || (property === 'pending_reason_id' && 'status_cd' in body));
}

/** @param ticket as it was read; empty where the change needs nothing of it. @returns the body that is sent */
async function bodyOf(item: Item, ticket: IDataObject): Promise<IDataObject> {
	const reason = carriedOverReason(item.body, ticket);
	const body: IDataObject = { ...item.body, ...newSets(item, ticket), ...(reason !== undefined && { pending_reason_id: reason }) };
	if (hasSnooze(body) && !(await snoozes(item, body.pending_reason_id))) rejectSnooze(item);
	return body;
}

function hasSnooze(body: IDataObject): boolean {
	return SNOOZE.some((property) => property in body);
}

async function snoozes(item: Item, reason: unknown): Promise<boolean> {
	return typeof reason === 'number' && (await maySnooze(item, ticketKeyOf(item.values).messageBoxId, reason));
}

/** A snooze needs a pending reason that snoozes, either a chosen one or the ticket's own. */
function rejectSnooze(item: Item): never {
	reject(item, 'A snooze needs a pending reason that snoozes', 'Choose such a Pending Reason, or remove the snooze fields.');
}
