import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Source } from '../transport/client/lists';
import { SOURCES, wholeListOf } from '../transport/client/lists';
import type { ItemRequest, Plan } from '../transport/engine/requestPolicy';

/** Names cost at most so many requests for each list, however many labels or users there are. */
const MAX_PAGES = 10;

/** A user's last and first name, or the mention name where there is none. */
export function fullNameOf(user: IDataObject): string {
	return [user.last_name, user.first_name].filter(Boolean).join(' ') || String(user.mention_name);
}

/** An id of a ticket, the name to put beside it, and the list that knows it. */
interface Naming {
	id: string;
	name: string;
	source: (messageBoxId: number) => Source;
	nameOf: (row: IDataObject) => string;
}

const byName = (row: IDataObject) => String(row.name);

const NAMINGS: readonly Naming[] = [
	{ id: 'assignee', name: 'assignee_name', source: SOURCES.users, nameOf: fullNameOf },
	{ id: 'label_ids', name: 'label_names', source: SOURCES.labels, nameOf: byName },
	{ id: 'case_category_ids', name: 'case_category_names', source: SOURCES.classifications, nameOf: byName },
	{ id: 'pending_reason_id', name: 'pending_reason_name', source: SOURCES.pendingReasons, nameOf: byName },
];

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
	const inboxName = (await namesOf(item, SOURCES.inboxes(), byName)).get(messageBoxId) ?? null;
	let tickets = items.map(({ json }) => json);
	for (const { id, name, source, nameOf } of NAMINGS) {
		const isNeeded = tickets.some((ticket) => [ticket[id]].flat().some((value) => value !== null && value !== undefined));
		const names = isNeeded ? await namesOf(item, source(messageBoxId), nameOf) : new Map<unknown, string>();
		const named = (value: unknown) => names.get(value) ?? null;
		tickets = tickets.map((ticket) => {
			const value = ticket[id];
			return besides(ticket, id, name, Array.isArray(value) ? value.map(named) : named(value));
		});
	}
	return items.map((item, index) => ({ ...item, json: { ...tickets[index], message_box_name: inboxName } }));
}

async function namesOf(item: ItemRequest, source: Source, nameOf: Naming['nameOf']): Promise<Map<unknown, string>> {
	const rows = await wholeListOf(item.connection, item.read, source, MAX_PAGES);
	return new Map(rows.map((row) => [row[source.key], nameOf(row)]));
}

/** @returns the ticket with `name` right after `id` */
function besides(ticket: IDataObject, id: string, name: string, value: unknown): IDataObject {
	const entries = Object.entries(ticket).flatMap(([key, known]) => (key === id ? [[key, known], [name, value]] : [[key, known]]));
	return Object.fromEntries(entries);
}
