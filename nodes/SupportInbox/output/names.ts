import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { ServiceList } from '../transport/client/lists';
import { LISTS, nameOf, wholeListOf } from '../transport/client/lists';
import type { ItemRequest, Plan } from '../transport/engine/requestPolicy';

/** Names cost at most so many requests for each list, however many labels or users there are. */
const MAX_PAGES = 10;

/** The fields of a ticket that hold ids, the field for the names that belong to them, and the list that has these. */
export const NAMED_FIELDS = [
	{ id: 'assignee', name: 'assignee_name', listOf: LISTS.users },
	{ id: 'label_ids', name: 'label_names', listOf: LISTS.labels },
	{ id: 'case_category_ids', name: 'case_category_names', listOf: LISTS.classifications },
	{ id: 'pending_reason_id', name: 'pending_reason_name', listOf: LISTS.pendingReasons },
] as const;

/**
 * The plan with names beside the ids when Add Names is on. Lists are asked for once a minute, and
 * only those that an id needs; a name that is not found is null.
 */
export function withNames(plan: Plan): Plan {
	return async (item) => {
		const items = await plan(item);
		const wanted = String(item.context.getNodeParameter('addNames', false)) === 'true';
		return wanted && items.length > 0 ? await addNames(item, items) : items;
	};
}

async function addNames(item: ItemRequest, items: INodeExecutionData[]): Promise<INodeExecutionData[]> {
	const messageBoxId = Number(item.values.messageBoxId);
	const inboxName = (await namesOf(item, LISTS.inboxes())).get(messageBoxId) ?? null;
	let tickets = items.map(({ json }) => json);
	for (const { id, name, listOf } of NAMED_FIELDS) {
		const isNeeded = tickets.some((ticket) => [ticket[id]].flat().some((value) => value !== null && value !== undefined));
		const names = isNeeded ? await namesOf(item, listOf(messageBoxId)) : new Map<unknown, string>();
		const named = (value: unknown) => names.get(value) ?? null;
		tickets = tickets.map((ticket) => {
			const value = ticket[id];
			return besides(ticket, id, name, Array.isArray(value) ? value.map(named) : named(value));
		});
	}
	return items.map((item, index) => ({ ...item, json: { ...tickets[index], message_box_name: inboxName } }));
}

async function namesOf(item: ItemRequest, list: ServiceList): Promise<Map<unknown, string>> {
	const rows = await wholeListOf(item.connection, item.read, list, MAX_PAGES);
	return new Map(rows.map((row) => [row[list.key], nameOf(row)]));
}

/** @returns the ticket with `name` right after `id` */
function besides(ticket: IDataObject, id: string, name: string, value: unknown): IDataObject {
	const entries = Object.entries(ticket).flatMap(([key, known]) => (key === id ? [[key, known], [name, value]] : [[key, known]]));
	return Object.fromEntries(entries);
}
