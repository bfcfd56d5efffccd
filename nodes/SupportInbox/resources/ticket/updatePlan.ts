import type { IDataObject } from 'n8n-workflow';
import { difference } from '../../output/difference';
import { withKeptNames } from '../../output/names';
import { atLeastOneField } from '../../transport/engine/plans';
import type { Afterwards, GivenItem, ItemRequest, Plan } from '../../transport/engine/requestPolicy';
import { ServiceFailure } from '../../transport/errors/failure';
import { refuse } from '../../transport/errors/refuse';
import type { QueuedItem } from '../../transport/order/caller';
import { CHECK_AFTER_MS } from '../../transport/timing';
import { fieldsToCompare, refuseIncomparable, skipIfChanged } from './onlyIfUnchanged';
import { readAfterwards } from './readAfterwards';
import { showsDifference } from './returned';
import { type SetChange, changed, isDone } from './setChange';
import { isSnoozed, maySnooze, orSkipped, preconditionsOfChoice } from './snoozed';
import { type Precondition, ticketKeyOf } from './ticketRequests';
import { writeTicket } from './writeTicket';

/** The body made from the fields. It has changes in place of sets; `bodyOf` turns them into sets when the ticket is known. */
type Change = IDataObject & { status_cd?: string; pending_reason_id?: number | null };

/** The sets that the service replaces as a whole. */
const SETS = ['label_ids', 'case_category_ids'] as const;

/** @returns fields that the update would replace although the user did not set them: to be read and sent along (API document, Ticket update) */
function preconditionsOf(change: Change): Precondition[] {
	const sets = setChanges(change).filter(([, { mode }]) => mode === 'add' || mode === 'remove');
	return [...sets.map(([property]) => property), ...(keepsReason(change) ? (['pending_reason_id', 'status_cd'] as const) : [])];
}

/** The fields of an update that a ticket shows (API document, Ticket update and Ticket). */
const COMPARED_FIELDS = ['status_cd', 'pending_reason_id', 'assignee', 'label_ids', 'case_category_ids', 'color_cd'] as const;

/** @returns the fields to read in order to show the change. A new status may end the pending reason, so it reads that as well */
function comparedFieldsOf(change: Change): Precondition[] {
	return COMPARED_FIELDS.filter((property) => property in change || (property === 'pending_reason_id' && 'status_cd' in change));
}

/** @returns the sets to change, and how */
function setChanges(change: Change): Array<[(typeof SETS)[number], SetChange]> {
	return SETS.flatMap((property) => (property in change ? [[property, change[property] as unknown as SetChange]] : []));
}

/** @returns whether the update would remove the ticket's pending reason unless that is sent along */
function keepsReason(change: Change): boolean {
	return isOnHold(change) && change.pending_reason_id === undefined;
}

/**
 * @param ticket as it is
 * @returns the ticket's own pending reason if the update has to send it along. A ticket that is not on hold afterwards
 * cannot have one, although it may still show an old one
 */
export function keptReason(change: Change, ticket: IDataObject): number | undefined {
	const { status_cd: status = ticket.status_cd } = change;
	const { pending_reason_id: reason } = ticket;
	return keepsReason(change) && status === 'ongoing' && typeof reason === 'number' ? reason : undefined;
}

/**
 * @param ticket as it is
 * @returns for the output: a pending reason that is sent although nobody chose it and the ticket is not on hold. The ticket still
 * shows an old one, which may snooze it
 */
export function revivedReason(change: Change, ticket: IDataObject): { sent_pending_reason_id?: number } {
	const reason = ticket.status_cd === 'ongoing' ? undefined : keptReason(change, ticket);
	return reason === undefined ? {} : { sent_pending_reason_id: reason };
}

/** @returns whether the ticket may be on hold after the update; without a new status this is unknown until the ticket is read */
function isOnHold({ status_cd }: Change): boolean {
	return status_cd === undefined || status_cd === 'ongoing';
}

const UNDONE =
	'The service confirmed it, but someone else who uses the same access token has replaced the labels or classifications since. Run the node again for this ticket, and let one workflow or program at a time change it.';

const SNOOZE = ['snooze_term', 'snooze_time', 'snooze_comment', 'notification_mention_name'];

/**
 * The plan of a ticket update. The service replaces label and classification sets as a whole and takes an
 * omitted pending reason for "none" (API document, Ticket update), so fields that the user did not set are read
 * first, at the same place in the item queue, and sent along.
 */
export const updateTicket: Plan = async (item) => {
	const change = item.body as Change;
	const key = ticketKeyOf(item.values);
	const ofChoice = preconditionsOfChoice(item);
	const isShown = showsDifference(item);
	const compared = fieldsToCompare(item);
	let said: IDataObject = {};
	let hasLeft = false;
	const bodyFor = async (ticket: IDataObject) => {
		// After a try without an answer, the snooze may already come from this update.
		if (hasLeft) return await bodyOf(item, change, ticket);
		skipIfChanged(item, key, ticket);
		const isReset = (await isSnoozed(item, key, ticket)) && keptReason(change, ticket) !== undefined;
		const reset = isReset && { snooze_reset: true, ...(change.approval_required === undefined && { approval_reset: true }) };
		const body = await bodyOf(item, change, ticket);
		// An update without a pending reason removes it.
		const { before, after } = difference(ticket, { ...(ticket.pending_reason_id !== undefined && { pending_reason_id: null }), ...body });
		said = { ...reset, ...revivedReason(change, ticket), ...(isShown && { before: withKeptNames(item, before), after: withKeptNames(item, after) }) };
		return body;
	};
	const atSending = (body: IDataObject) => {
		hasLeft = true;
		return body;
	};
	const needs = ({ values, body }: QueuedItem) => ({ key: ticketKeyOf(values), preconditions: [...new Set([...preconditionsOf(body as Change), ...ofChoice, ...compared, ...(isShown ? comparedFieldsOf(body as Change) : [])])] });
	return await orSkipped(key, async () => {
		const complete = (json: IDataObject) => ({ ...json, ...said });
		return (await writeTicket(item, { needs, change, bodyFor, atSending, complete })).items;
	});
};

/**
 * If the counters show that others use the token as well, checks once whether the change of a set has lasted: another process
 * that read the ticket before the change may have replaced the set with its own.
 *
 * @throws NodeOperationError when the change was lost
 */
export const checkSets: Afterwards = async (item, items) => {
	const { gate } = item.connection;
	const sets = setChanges(item.body as Change).filter(([, { mode }]) => mode === 'add' || mode === 'remove');
	if (!gate.isShared || sets.length === 0) return items;
	const ticket = await readAfterwards(item, ticketKeyOf(item.values), gate.clock.now() + CHECK_AFTER_MS).catch(notSeen);
	const isLost = sets.some(([property, wanted]) => {
		const present = ticket?.[property];
		return Array.isArray(present) && !isDone(wanted, present as number[]);
	});
	return isLost ? refuse(item, 'Another program has undone the change', UNDONE) : items;
};

/** The update was confirmed, so a failure to read the ticket afterwards is ignored. */
function notSeen(error: unknown): undefined {
	if (!(error instanceof ServiceFailure)) throw error;
	return undefined;
}

/** @param ticket as it was read; empty where the change needs nothing of it */
async function bodyOf(item: ItemRequest, change: Change, ticket: IDataObject): Promise<Change> {
	const reason = keptReason(change, ticket);
	const body: Change = { ...change, ...(reason !== undefined && { pending_reason_id: reason }) };
	for (const [property, wanted] of setChanges(change)) body[property] = changed(wanted, ticket[property]);
	if (hasSnooze(body) && !(await snoozes(item, body))) refuseSnooze(item);
	return body;
}

/** Refuses fields that contradict each other. The document does not say what two return times do (API document, Ticket update, rule 3). */
export function refuseContradiction(item: GivenItem): void {
	atLeastOneField(item);
	refuseIncomparable(item, item.values.ticketId);
	const body = item.body as Change;
	if (typeof body.pending_reason_id === 'number' && !isOnHold(body)) {
		refuse(item, 'A pending reason needs the status On Hold', 'Change the Status or remove the Pending Reason.');
	}
	if (hasSnooze(body) && (body.pending_reason_id === null || !isOnHold(body))) refuseSnooze(item);
	if ('snooze_term' in body && 'snooze_time' in body) {
		refuse(item, 'Two return times are set', 'Remove one of the two Snooze Until fields.');
	}
	if ('assign_comment' in body && typeof body.assignee !== 'string') {
		refuse(item, 'An assign comment needs an assignee', 'Choose an Assignee or remove the Assign Comment.');
	}
}

function hasSnooze(body: Change): boolean {
	return SNOOZE.some((property) => property in body);
}

async function snoozes(item: ItemRequest, { pending_reason_id: reason }: Change): Promise<boolean> {
	return typeof reason === 'number' && (await maySnooze(item, ticketKeyOf(item.values).messageBoxId, reason));
}

/** A snooze needs a pending reason that snoozes, either a chosen one or the ticket's own. */
function refuseSnooze(item: GivenItem): never {
	refuse(item, 'A snooze needs a pending reason that snoozes', 'Choose such a Pending Reason, or remove the snooze fields.');
}
