import type { IDataObject } from 'n8n-workflow';
import type { LocalTime } from '../../adapter/clock';
import { setBounded } from '../../store/bounded';
import type { Connection } from '../connection';
import type { Session } from '../session';
import { LIST_FRESH_MS, NAMES_FRESH_MS } from '../timing';
import type { ServiceList } from './lists';
import { PagedList } from './pages';
import type { Read } from './request';

/**
 * Reads all rows of a list of the service, or returns the cached ones.
 *
 * @param how `ids`: only ids are looked for in it, so a list of the last hour will do; `again`: a list does not count that was read
 *   before the item was started
 */
export type RowsOf = (list: ServiceList, how?: 'ids' | 'again') => Promise<readonly IDataObject[]>;

/**
 * What must be true of a list.
 * - `since`: a list does not count that was read before; by default a minute ago.
 * - `maxPages`: rows on later pages are not needed.
 * - `inParts`: a reading that failed goes on, however old its pages are: a poll may have too few requests for a long list. Rows that
 *   have moved between the pages since may be missing.
 */
export interface ListRequirements {
	since?: LocalTime;
	maxPages?: number;
	inParts?: boolean;
}

/** `latest`: the newest list that was read as far as it was needed; `next`: the pages of a reading that has failed since. */
interface Entry {
	latest?: PagedList;
	next?: PagedList;
}

const MAX_LISTS = 1_000;

/** The lists that were read with a token, so that a node with six dropdowns that is opened twice reads them once. */
export class ListCache {
	private readonly entries = new Map<string, Entry>();

	constructor(private readonly session: Pick<Session, 'dispatcher'>) {}

	/** @returns the newest list, however old it is */
	latest({ path }: ServiceList): PagedList | undefined {
		return this.entries.get(path)?.latest;
	}

	/**
	 * Reads a list, or returns the cached one. Calls made while it is being read wait and share it. When the reading fails,
	 * for example because that execution was stopped, the next call goes on.
	 *
	 * @throws what `read` throws; the list before stays
	 */
	async get(read: Read, list: ServiceList, { since, maxPages = Infinity, inParts = false }: ListRequirements = {}): Promise<PagedList> {
		const { dispatcher } = this.session;
		const oldest = since ?? dispatcher.clock.now() - LIST_FRESH_MS;
		const latest = this.latest(list);
		if (latest !== undefined && latest.readAt >= oldest && latest.has(maxPages)) return latest;
		return await dispatcher.withLock(`list ${list.path}`, async () => {
			const entry = this.entries.get(list.path) ?? {};
			const begun = entry.next ?? entry.latest;
			const goesOn = begun !== undefined && begun.pages > 0 && (begun.readAt >= oldest || (inParts && begun === entry.next));
			const next = goesOn ? begun : new PagedList(dispatcher.clock.now());
			setBounded(this.entries, list.path, Object.assign(entry, { next }), MAX_LISTS);
			await next.complete(read, list, maxPages);
			Object.assign(entry, { latest: next, next: undefined });
			return next;
		});
	}

	/**
	 * Evicts the lists that a write has changed: their path is the beginning of the written path. A sent mail does not change the labels.
	 *
	 * @param written path of the request that wrote
	 */
	evict(written: string): void {
		for (const path of this.entries.keys()) if (`${written}/`.startsWith(`${path}/`)) this.entries.delete(path);
	}
}

/** @returns all rows of a list, see {@link ListCache} */
export async function wholeListOf(
	{ session }: Pick<Connection, 'session'>,
	read: Read,
	list: ServiceList,
	requirements?: Omit<ListRequirements, 'maxPages'>,
): Promise<readonly IDataObject[]> {
	return (await session.of(ListCache).get(read, list, requirements)).rows;
}

/** @returns a function that reads the lists of an item that starts now. It throws what `read` throws */
export function listsFor(connection: Pick<Connection, 'session'>, read: Read): RowsOf {
	const { clock } = connection.session.dispatcher;
	const startedAt = clock.now();
	return async (list, how) => {
		const since = { ids: clock.now() - NAMES_FRESH_MS, again: startedAt };
		return await wholeListOf(connection, read, list, how && { since: since[how] });
	};
}
