import type { IDataObject } from 'n8n-workflow';

import { record } from '../../transport/client/response';
import { refuse, refuseEmpty } from '../../transport/engine/refuse';
import type { ItemRequest, Plan } from '../../transport/engine/requestPolicy';
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
	const body: Change = { ...(item.request.options.body as IDataObject) };
	const changes = SETS.filter((property) => property in body).map((property) => ({
		property,
		change: body[property] as unknown as SetChange,
	}));
	refuseEmpty(item, Object.keys(body).length === 0);
	refuseContradiction(item, body);

	const path = String(item.request.options.url);
	const change = async () => {
		const keepsReason = isOnHold(body) && body.pending_reason_id === undefined;
		const rests = changes.some(({ change: { mode } }) => mode === 'add' || mode === 'remove');
		const present = keepsReason || rests ? await readTicket(item, path) : {};
		for (const { property, change: wanted } of changes) body[property] = changed(wanted, present[property]);
		if (keepsReason && typeof present.pending_reason_id === 'number') body.pending_reason_id = present.pending_reason_id;
		refuseSnooze(item, body);
		return (await item.send({ body })).items;
	};
	return await withMutex(item.connection.gate, path, change, item.signal);
};

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

async function readTicket({ read }: ItemRequest, path: string): Promise<IDataObject> {
	const { items } = await read({ method: 'GET', path, expected: record('ticket_id') });
	return items[0].json;
}
