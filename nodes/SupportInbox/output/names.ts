import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { ListCache } from '../transport/client/listCache';
import { type ServiceList, LISTS, nameOf } from '../transport/client/lists';
import type { Read } from '../transport/client/request';
import type { Connection } from '../transport/connection';
import type { Item, Plan } from '../transport/engine/item';
import { isNotShown } from '../transport/errors/failure';
import { LIST_FRESH_MS, NAMES_FRESH_MS } from '../transport/timing';
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
 * The plan with names beside the ids and codes when Include Names is on. It reads only lists that an id needs, once an hour, and
 * once a minute if a list lacks an id; a name that is not found is null.
 */
export function withNames(plan: Plan): Plan {
	return async (item) => await named(item, await plan(item));
}

/** @returns the same items, with names beside the ids and codes when Include Names is on */
export async function named(item: Item, items: INodeExecutionData[]): Promise<INodeExecutionData[]> {
	return item.settings.includeNames !== false && items.length > 0 ? await includeNames(item, items) : items;
}

async function includeNames(item: Item, items: INodeExecutionData[]): Promise<INodeExecutionData[]> {
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
export function withCachedNames({ connection, values }: Item, part: IDataObject): IDataObject {
	let named = withCodeNames(part);
	for (const { id, name, listOf } of NAMED_FIELDS) {
		if (id in part) named = besides(named, id, name, namesFor(part[id], cachedNamesOf(connection, listOf(Number(values.messageBoxId)))));
	}
	return named;
}

/** @returns names by id, of the newest list that was read; none where it was not. Nothing is sent */
export function cachedNamesOf({ session }: Pick<Connection, 'session'>, list: ServiceList): Map<unknown, string> {
	return namesIn(list, session.of(ListCache).latest(list)?.rows ?? []);
}

function namesIn({ key }: ServiceList, rows: readonly IDataObject[]): Map<unknown, string> {
	return new Map(rows.map((row) => [row[key], nameOf(row)]));
}

function namesFor(value: unknown, names: ReadonlyMap<unknown, string>): unknown {
	const named = (id: unknown) => names.get(id) ?? null;
	return Array.isArray(value) ? value.map(named) : named(value);
}

/**
 * Finds the names of ids, in a list of the last hour. One that lacks an id may be older than the row that has the id, so a newer one is
 * read then. That does not hold for a list with more pages than are read: the id is probably on one of those.
 *
 * @param lackingMs how old a list may be that lacks an id
 * @returns names by id; none if the token may not read the list: a missing name does not fail the item
 * @throws what `read` throws otherwise
 */
export async function namesOf(
	{ session }: Pick<Connection, 'session'>,
	read: Read,
	list: ServiceList,
	ids: readonly unknown[],
	lackingMs = LIST_FRESH_MS,
): Promise<Map<unknown, string>> {
	const now = session.dispatcher.clock.now();
	const get = async (age: number) => await session.of(ListCache).get(read, list, { since: now - age, maxPages: MAX_PAGES, inParts: true });
	const find = async () => {
		const { rows, isWhole } = await get(NAMES_FRESH_MS);
		const names = namesIn(list, rows);
		return isWhole && ids.some((id) => !names.has(id)) ? namesIn(list, (await get(lackingMs)).rows) : names;
	};
	return await find().catch((error) => {
		if (!isNotShown(error)) throw error;
		return new Map<unknown, string>();
	});
}

/** @returns the record with `name` right after `id` */
export function besides(ticket: IDataObject, id: string, name: string, value: unknown): IDataObject {
	const entries = Object.entries(ticket).flatMap(([key, known]) => (key === id ? [[key, known], [name, value]] : [[key, known]]));
	return Object.fromEntries(entries);
}
