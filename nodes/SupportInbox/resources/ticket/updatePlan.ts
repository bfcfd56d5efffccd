import type { IDataObject } from 'n8n-workflow';

import { record } from '../../transport/client/response';
import { refuse, refuseEmpty } from '../../transport/engine/refuse';
import type { ItemRequest, Plan } from '../../transport/engine/requestPolicy';
import { withMutex } from '../../transport/order/mutex';

const MODES = ['add', 'remove', 'removeAll', 'replace'] as const;
type Mode = (typeof MODES)[number];
type Change = IDataObject & { status_cd?: string; pending_reason_id?: number | null };

/** The sets that the service replaces as a whole, and the field that says how the user means it. */
const SETS = [
	{ property: 'label_ids', modeField: 'updateFields.labelMode' },
	{ property: 'case_category_ids', modeField: 'updateFields.caseCategoryMode' },
] as const;

const SNOOZE = ['snooze_term', 'snooze_time', 'snooze_comment', 'notification_mention_name'];

/**
 * The plan of a ticket update. The service replaces label and classification sets as a whole and takes an
 * omitted pending reason for "none" (API document, Ticket update), so what the user did not mention is read
 * first, at the same place in the item queue, and sent along.
 */
export const updateTicket: Plan = async (item) => {
	const body: Change = { ...(item.request.options.body as IDataObject) };
	const modes = SETS.map(({ property, modeField }) => ({ property, mode: modeOf(item, modeField) }));
	refuseEmpty(item, Object.keys(body).length === 0 && modes.every(({ mode }) => mode !== 'removeAll'));
	refuseContradiction(item, body);

	const path = String(item.request.options.url);
	const change = async () => {
		const keepsReason = isOnHold(body) && body.pending_reason_id === undefined;
		const meets = modes.some(({ property, mode }) => property in body && (mode === 'add' || mode === 'remove'));
		const present = keepsReason || meets ? await readTicket(item, path) : {};
		for (const { property, mode } of modes) {
			if (property in body || mode === 'removeAll') body[property] = meet(mode, present[property], body[property]);
		}
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

/** An expression or an AI tool may give anything. */
function modeOf(item: ItemRequest, field: string): Mode {
	const given = String(item.context.getNodeParameter(field, 'replace'));
	const mode = MODES.find((one) => one === given);
	return mode ?? refuse(item, `${JSON.stringify(given)} is not a way to change a set`, `Choose one of: ${MODES.join(', ')}.`);
}

async function readTicket({ read }: ItemRequest, path: string): Promise<IDataObject> {
	const { items } = await read({ method: 'GET', path, expected: record('ticket_id') });
	return items[0].json;
}

function meet(mode: Mode, present: unknown, given: unknown): number[] {
	const has = Array.isArray(present) ? (present as number[]) : [];
	const chosen = Array.isArray(given) ? (given as number[]) : [];
	switch (mode) {
		case 'add':
			return [...new Set([...has, ...chosen])];
		case 'remove':
			return has.filter((id) => !chosen.includes(id));
		case 'removeAll':
			return [];
		case 'replace':
			return chosen;
	}
}
