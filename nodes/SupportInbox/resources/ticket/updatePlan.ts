import type { IDataObject } from 'n8n-workflow';

import type { Replaced } from '../../transport/client/tickets';
import { refuse, refuseEmpty } from '../../transport/engine/refuse';
import type { EngineRequest, ItemRequest, Plan } from '../../transport/engine/requestPolicy';
import { keyOf, writeTicket } from '../../transport/engine/ticketWrite';
import { withMutex } from '../../transport/order/mutex';
import type { SetChange } from './setChange';
import { changed } from './setChange';

/** The body as the fields made it: how its sets are to change is made into sets by {@link updateTicket}. */
type Change = IDataObject & { status_cd?: string; pending_reason_id?: number | null };

/** The sets that the service replaces as a whole. */
const SETS = ['label_ids', 'case_category_ids'] as const;

const SNOOZE = ['snooze_term', 'snooze_time', 'snooze_comment', 'notification_mention_name'];

/**
 * The plan of a ticket update. The service replaces label and classification sets as a whole and takes an
 * omitted pending reason for "none" (API document, Ticket update), so what the user did not mention is read
 * first, at the same place in the item queue, and sent along.
 */
export const updateTicket: Plan = async (item) => {
	const change = item.request.options.body as Change;
	refuseEmpty(item, Object.keys(change).length === 0);
	refuseContradiction(item, change);
	const { messageBoxId, ticketId } = keyOf(item);
	const write = async () => await writeTicket(item, restsOn(change), (ticket) => bodyFor(item, change, ticket));
	return (await withMutex(item.connection.gate, `ticket ${messageBoxId} ${ticketId}`, write, item.signal)).items;
};

/** Whether an update has to read its ticket first; items that do are read together. */
export function readsTicket({ options }: EngineRequest): boolean {
	return restsOn(options.body as Change).length > 0;
}

/** What the update would replace without being told to, so that it has to be read and sent along. */
function restsOn(change: Change): Replaced[] {
	const sets = setChanges(change).filter(([, { mode }]) => mode === 'add' || mode === 'remove');
	return [...sets.map(([property]) => property), ...(keepsReason(change) ? (['pending_reason_id'] as const) : [])];
}

/** @param ticket as it is; empty where nothing of it is needed */
function bodyFor(item: ItemRequest, change: Change, ticket: IDataObject): Change {
	const body: Change = { ...change };
	for (const [property, wanted] of setChanges(change)) body[property] = changed(wanted, ticket[property]);
	if (keepsReason(change) && typeof ticket.pending_reason_id === 'number') body.pending_reason_id = ticket.pending_reason_id;
	refuseSnooze(item, body);
	return body;
}

function setChanges(change: Change): Array<[(typeof SETS)[number], SetChange]> {
	return SETS.flatMap((property) => (property in change ? [[property, change[property] as unknown as SetChange]] : []));
}

function keepsReason(change: Change): boolean {
	return isOnHold(change) && change.pending_reason_id === undefined;
}

/** Fields that are hidden where they contradict others are sent all the same when an expression decides. */
function refuseContradiction(item: ItemRequest, body: Change): void {
	if (typeof body.pending_reason_id === 'number' && !isOnHold(body)) {
		refuse(item, 'A pending reason goes with the status On Hold only', 'Change the Status or take the Pending Reason away.');
	}
	if (body.pending_reason_id === null || !isOnHold(body)) refuseSnooze(item, body);
	if ('assign_comment' in body && typeof body.assignee !== 'string') {
		refuse(item, 'An assign comment needs an assignee', 'Choose an Assignee or take the Assign Comment away.');
	}
}

/** @throws NodeOperationError when there is a snooze but no pending reason, neither chosen nor the ticket's own */
function refuseSnooze(item: ItemRequest, body: Change): void {
	if (typeof body.pending_reason_id === 'number' || !SNOOZE.some((property) => property in body)) return;
	refuse(item, 'A snooze needs a pending reason', 'Choose a Pending Reason that snoozes, or take the snooze fields away.');
}

/** The status is not known without a look at the ticket when the user does not change it. */
function isOnHold({ status_cd }: Change): boolean {
	return status_cd === undefined || status_cd === 'ongoing';
}
