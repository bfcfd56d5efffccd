import type { IDataObject } from 'n8n-workflow';

import type { Afterwards, ItemRequest, Plan, Sent } from '../../transport/engine/requestPolicy';
import { refuse, refuseEmpty } from '../../transport/errors/refuse';
import { Mutex } from '../../transport/order/mutex';
import { ServiceFailure } from '../../transport/retry/failure';
import { CHECK_AFTER_MS } from '../../transport/timing';
import { readAfterwards } from './readAfterwards';
import { changed, isDone } from './setChange';
import type { Change } from './ticketChange';
import { isOnHold, keepsReason, setChanges } from './ticketChange';
import { ticketKeyOf } from './ticketKey';
import { writeTicket } from './writeTicket';

/** How often a change is done again that another program has undone. */
const MAX_REPEATS = 3;
const UNDONE =
	'The service confirmed it, but labels or classifications were replaced by someone else who uses the same access token, three times in a row. Let one workflow or program at a time change this ticket.';

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
	return (await write(item, change)).items;
};

/** Two executions that read and then write the same ticket do so one after the other. */
async function write(item: ItemRequest, change: Change): Promise<Sent> {
	const { messageBoxId, ticketId } = ticketKeyOf(item.values);
	const send = async () => await writeTicket(item, change, (ticket) => bodyFor(item, change, ticket));
	return await item.connection.session.of(Mutex).run(`ticket ${messageBoxId} ${ticketId}`, send, item.signal);
}

/**
 * Looks whether what was added to or removed from a set has lasted, where the counters show that others use the token as
 * well: another process that had read the ticket before may have replaced the set with its own. What is lost is done
 * again, three times at most.
 *
 * @throws NodeOperationError when it is lost every time
 */
export const checkSets: Afterwards = async (item, items) => {
	const { gate } = item.connection;
	let change = partly(item.request.options.body as Change);
	for (let again = 0; gate.isShared && setChanges(change).length > 0; again++) {
		const ticket = await readAfterwards(item, ticketKeyOf(item.values), gate.clock.now() + CHECK_AFTER_MS).catch(notSeen);
		change = lost(change, ticket);
		if (setChanges(change).length === 0) break;
		if (again === MAX_REPEATS) refuse(item, 'Another program undoes the change', UNDONE);
		await item.enterAgain(async () => await write(item, change));
	}
	return items;
};

/** The update was confirmed; that it could not be seen afterwards makes no failure of it. */
function notSeen(error: unknown): undefined {
	if (!(error instanceof ServiceFailure)) throw error;
	return undefined;
}

/** The sets that are added to or removed from. The approval goes along, as the service resets it where it is not sent. */
function partly(change: Change): Change {
	const sets = setChanges(change).filter(([, { mode }]) => mode === 'add' || mode === 'remove');
	const { approval_required: approval } = change;
	return { ...Object.fromEntries(sets), ...(approval === undefined ? {} : { approval_required: approval }) } as Change;
}

/** The change without the sets that are as they should be, or that the ticket does not show. */
function lost(change: Change, ticket: IDataObject | undefined): Change {
	const kept = setChanges(change).filter(([property, wanted]) => {
		const present = ticket?.[property];
		return !Array.isArray(present) || isDone(wanted, present as number[]);
	});
	const rest = { ...change };
	for (const [property] of kept) delete rest[property];
	return rest;
}

/** @param ticket as it is; empty where nothing of it is needed */
function bodyFor(item: ItemRequest, change: Change, ticket: IDataObject): Change {
	const body: Change = { ...change };
	for (const [property, wanted] of setChanges(change)) body[property] = changed(wanted, ticket[property]);
	if (keepsReason(change) && typeof ticket.pending_reason_id === 'number') body.pending_reason_id = ticket.pending_reason_id;
	refuseSnooze(item, body);
	return body;
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
