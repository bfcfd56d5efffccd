import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { setBounded } from '../ledger/bounded';
import { KeptLists } from '../transport/client/keptLists';
import { type ServiceList, LISTS, nameOf } from '../transport/client/lists';
import type { Read } from '../transport/client/request';
import type { Connection } from '../transport/connection';
import type { ItemRequest, Plan } from '../transport/engine/requestPolicy';
import { isNotShown } from '../transport/errors/failure';
import type { Session } from '../transport/session';
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
	return item.settings.addNames !== false && items.length > 0 ? await addNames(item, items) : items;
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
export function withKeptNames({ connection, values }: ItemRequest, part: IDataObject): IDataObject {
	let named = withCodeNames(part);
	for (const { id, name, listOf } of NAMED_FIELDS) {
		if (id in part) named = besides(named, id, name, namesFor(part[id], keptNamesOf(connection, listOf(Number(values.messageBoxId)))));
	}
	return named;
}

/** @returns names by id, of the newest list that was read; none where it was not. Nothing is sent */
export function keptNamesOf({ session }: Pick<Connection, 'session'>, list: ServiceList): Map<unknown, string> {
	return namesIn(list, session.of(KeptLists).last(list)?.rows ?? []);
}

function namesIn({ key }: ServiceList, rows: readonly IDataObject[]): Map<unknown, string> {
	return new Map(rows.map((row) => [row[key], nameOf(row)]));
}

function namesFor(value: unknown, names: ReadonlyMap<unknown, string>): unknown {
	const named = (id: unknown) => names.get(id) ?? null;
	return Array.isArray(value) ? value.map(named) : named(value);
}

/** What has no name for an hour: a list that the token may not see, by its path, and an id that its list lacks. */
class InVain {
	private readonly until = new Map<string, number>();

	constructor(private readonly session: Session) {}

	has(what: string): boolean {
		return (this.until.get(what) ?? 0) > this.session.gate.clock.now();
	}

	note(what: string): void {
		setBounded(this.until, what, this.session.gate.clock.now() + NAMES_FRESH_MS, MAX_IN_VAIN);
	}
}
const MAX_IN_VAIN = 1_000;

/**
 * Finds the names of ids. If the kept list lacks an id, it may be older than the row, so it is read again. A list with more pages than
 * are read is not: the id is probably on one of those.
 *
 * @returns names by id; none if the token may not read the list: a missing name does not fail the item
 * @throws what `read` throws otherwise
 */
export async function namesOf({ session }: Pick<Connection, 'session'>, read: Read, list: ServiceList, ids: readonly unknown[]): Promise<Map<unknown, string>> {
	const inVain = session.of(InVain);
	if (inVain.has(list.path)) return new Map();
	const place = (id: unknown) => `${list.path} ${String(id)}`;
	const names = await readNames(session, read, list, (found) => ids.some((id) => !found.has(id) && !inVain.has(place(id)))).catch((error) => {
		if (!isNotShown(error)) throw error;
		inVain.note(list.path);
		return new Map<unknown, string>();
	});
	for (const id of ids) if (!names.has(id)) inVain.note(place(id));
	return names;
}

/** @param isLacking whether names are missing, so that a list that was kept is read again */
async function readNames(session: Session, read: Read, list: ServiceList, isLacking: (names: Map<unknown, string>) => boolean): Promise<Map<unknown, string>> {
	const lists = session.of(KeptLists);
	const get = async (since: number) => await lists.get(read, list, { since, maxPages: MAX_PAGES, inParts: true });
	const kept = lists.last(list);
	const found = await get(session.gate.clock.now() - NAMES_FRESH_MS);
	const names = namesIn(list, found.rows);
	return found === kept && found.isWhole && isLacking(names) ? namesIn(list, (await get(found.readAt + 1)).rows) : names;
}

/** @returns the record with `name` right after `id` */
export function besides(ticket: IDataObject, id: string, name: string, value: unknown): IDataObject {
	const entries = Object.entries(ticket).flatMap(([key, known]) => (key === id ? [[key, known], [name, value]] : [[key, known]]));
	return Object.fromEntries(entries);
}
