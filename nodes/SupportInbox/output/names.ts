import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { settingsOf } from '../fields/prepare';
import { type Read, type ServiceList, keptRowsOf, LISTS, nameOf, wholeListOf } from '../transport/client/lists';
import type { Connection } from '../transport/connection';
import type { ItemRequest, Plan } from '../transport/engine/requestPolicy';
import { isNotShown } from '../transport/errors/failure';
import { NAMES_FRESH_MS } from '../transport/timing';
import { withCodeNames } from './codes';

/** The most requests for the names of each list, however many labels or users there are. */
const MAX_PAGES = 10;

/** The fields of a ticket that contain ids, with the field for their names and the list that has the names. */
export const NAMED_FIELDS = [
	{ id: 'assignee', name: 'assignee_name', listOf: LISTS.users },
	{ id: 'label_ids', name: 'label_names', listOf: LISTS.labels },
	{ id: 'case_category_ids', name: 'case_category_names', listOf: LISTS.classifications },
	{ id: 'pending_reason_id', name: 'pending_reason_name', listOf: LISTS.pendingReasons },
] as const;

/**
 * The plan with names beside the ids and codes when Add Names is on. It reads only lists that an id needs, once an hour, and
 * once more if a list lacks an id; a name that is not found is null.
 */
export function withNames(plan: Plan): Plan {
	return async (item) => await named(item, await plan(item));
}

/** @returns the same items, with names beside the ids and codes when Add Names is on */
export async function named(item: ItemRequest, items: INodeExecutionData[]): Promise<INodeExecutionData[]> {
	return settingsOf(item.request).addNames !== false && items.length > 0 ? await addNames(item, items) : items;
}

async function addNames(item: ItemRequest, items: INodeExecutionData[]): Promise<INodeExecutionData[]> {
	const messageBoxId = Number(item.values.messageBoxId);
	const inboxName = (await namesOf(item.connection, item.read, LISTS.inboxes(), [messageBoxId])).get(messageBoxId) ?? null;
	let tickets = items.map(({ json }) => withCodeNames(json));
	for (const { id, name, listOf } of NAMED_FIELDS) {
		const ids = tickets.flatMap((ticket) => ticket[id]).filter((value) => value !== null && value !== undefined);
		const names = ids.length > 0 ? await namesOf(item.connection, item.read, listOf(messageBoxId), ids) : new Map<unknown, string>();
		tickets = tickets.map((ticket) => besides(ticket, id, name, namesFor(ticket[id], names)));
	}
	return items.map((item, index) => ({ ...item, json: { ...tickets[index], message_box_name: inboxName } }));
}

/**
 * @param part fields of a ticket, such as the changed fields of an update
 * @returns the part with names beside ids and codes. No request is spent on them: a name is null where its list was not read before
 */
export async function withKeptNames({ connection, values }: ItemRequest, part: IDataObject): Promise<IDataObject> {
	let named = withCodeNames(part);
	for (const { id, name, listOf } of NAMED_FIELDS) {
		if (id in part) named = besides(named, id, name, namesFor(part[id], await keptNamesOf(connection, listOf(Number(values.messageBoxId)))));
	}
	return named;
}

async function keptNamesOf(connection: Pick<Connection, 'session'>, list: ServiceList): Promise<Map<unknown, string>> {
	const rows = await Promise.all([MAX_PAGES, Infinity].map(async (maxPages) => await keptRowsOf(connection, list, maxPages)));
	return new Map(rows.flat().map((row) => [row[list.key], nameOf(row)]));
}

function namesFor(value: unknown, names: ReadonlyMap<unknown, string>): unknown {
	const named = (id: unknown) => names.get(id) ?? null;
	return Array.isArray(value) ? value.map(named) : named(value);
}

/** Ids that a list lacked when it was read for them: it is not read for them again before it is old. */
class LackedIds {
	readonly ids = new Set<string>();
}
const MAX_LACKED = 1_000;

/**
 * Finds the names of ids. If the list in the cache lacks an id, it may be older than the row, so it is read again.
 *
 * @returns names by id; none if the token may not read the list: a missing name does not fail the item
 * @throws what `read` throws otherwise
 */
export async function namesOf({ session }: Pick<Connection, 'session'>, read: Read, list: ServiceList, ids: readonly unknown[]): Promise<Map<unknown, string>> {
	let isReadNow = false;
	const readIfShown: Read = async (request) => {
		isReadNow = true;
		return await read(request).catch(noneIfDenied);
	};
	const readNames = async (freshMs: number) => {
		const rows = await wholeListOf({ session }, readIfShown, list, { maxPages: MAX_PAGES, freshMs, partMs: Infinity });
		return new Map<unknown, string>(rows.map((row) => [row[list.key], nameOf(row)]));
	};
	const names = await readNames(NAMES_FRESH_MS);
	const lacked = session.of(LackedIds).ids;
	const place = (id: unknown) => `${list.path} ${String(id)}`;
	if (ids.every((id) => names.has(id) || lacked.has(place(id)))) return names;
	const newest = isReadNow ? names : await readNames(0);
	if (lacked.size > MAX_LACKED) lacked.clear();
	for (const id of ids) if (!newest.has(id)) lacked.add(place(id));
	return newest;
}

function noneIfDenied(error: unknown): { items: []; rows: 0 } {
	if (isNotShown(error)) return { items: [], rows: 0 };
	throw error;
}

/** @returns the record with `name` right after `id` */
export function besides(ticket: IDataObject, id: string, name: string, value: unknown): IDataObject {
	const entries = Object.entries(ticket).flatMap(([key, known]) => (key === id ? [[key, known], [name, value]] : [[key, known]]));
	return Object.fromEntries(entries);
}
