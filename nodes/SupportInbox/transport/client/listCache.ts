import type { IDataObject } from 'n8n-workflow';
import { setBounded } from '../../ledger/bounded';
import { LIST_FRESH_MS } from '../timing';

/**
 * How old the parts of a list may be (ms). A list is as old as its first page.
 * - `freshMs`: of a list in the cache. `since`: it was not read before this moment (ms of this machine's clock).
 * - `partMs`: of the pages of a reading that failed, which goes on after them: a poll may have too few requests for a long
 *   list. Rows that have moved between the pages since may be missing, so only lists of names are read in this way.
 */
export interface Fresh {
	freshMs?: number;
	since?: number;
	partMs?: number;
}

/** The pages of a list that were read: how many, their rows by key, and when the first one was read (ms of this machine's clock). */
export interface PagesRead {
	count: number;
	rows: Map<unknown, IDataObject>;
	readAt: number;
}

const MAX_LISTS = 1_000;

interface CachedList {
	rows: Promise<IDataObject[]>;
	readAt: number;
	isBeingRead: boolean;
}

/**
 * Keeps the lists that were read, so that a node with six dropdowns that is opened twice reads them once. Callers that come
 * while a list is being read share the answer. After a failure the list that was read before it stays, and the pages that were
 * read are kept for callers that go on from there.
 */
export class ListCache {
	private readonly entries = new Map<string, CachedList>();
	private readonly unfinished = new Map<string, PagesRead>();

	/**
	 * @param clock returns ms of this machine's clock
	 * @param ask reads the list after the pages that are known
	 * @returns the result of `ask`, from now or from the cache
	 */
	async get(key: string, clock: () => number, fresh: Fresh, ask: (pages: PagesRead) => Promise<IDataObject[]>): Promise<IDataObject[]> {
		const { partMs = 0 } = fresh;
		const now = clock();
		const cached = this.entries.get(key);
		// The read belongs to another caller, whose execution may be stopped: then the list is read here.
		if (cached?.isBeingRead === true) return await cached.rows.catch(async () => await this.get(key, clock, fresh, ask));
		if (cached !== undefined && this.isFresh(key, now, fresh)) return await cached.rows;
		const part = this.unfinished.get(key);
		const pages = part !== undefined && now - part.readAt < partMs ? part : { count: 0, rows: new Map(), readAt: now };
		const rows = ask(pages);
		const entry = { rows, readAt: pages.readAt, isBeingRead: true };
		setBounded(this.entries, key, entry, MAX_LISTS);
		setBounded(this.unfinished, key, pages, MAX_LISTS);
		const ended = () => void (entry.isBeingRead = false);
		rows.then(() => {
			ended();
			this.unfinished.delete(key);
		}, () => {
			ended();
			if (this.entries.get(key) !== entry) return;
			if (cached === undefined) this.entries.delete(key);
			else this.entries.set(key, cached);
		});
		return await rows;
	}

	/** Whether a list is kept that is not too old. @param now ms of this machine's clock */
	isFresh(key: string, now: number, { freshMs = LIST_FRESH_MS, since = -Infinity }: Fresh): boolean {
		const { readAt = -Infinity, isBeingRead = true } = this.entries.get(key) ?? {};
		return !isBeingRead && now - readAt < freshMs && readAt >= since;
	}

	/** Notes the rows of a list that were read for another key, unless newer ones are known. @param readAt ms of this machine's clock */
	note(key: string, rows: IDataObject[], readAt: number): void {
		if ((this.entries.get(key)?.readAt ?? -Infinity) < readAt) setBounded(this.entries, key, { rows: Promise.resolve(rows), readAt, isBeingRead: false }, MAX_LISTS);
	}

	/** @returns the rows of a list that was read, however long ago */
	async kept(key: string): Promise<IDataObject[]> {
		const entry = this.entries.get(key);
		return entry?.isBeingRead === false ? await entry.rows : [];
	}

	/** Whether a list was read, however long ago. */
	has(key: string): boolean {
		return this.entries.has(key);
	}

	/**
	 * Forgets the lists that a write has changed: their path is the beginning of the written path. A sent mail
	 * leaves the labels in the cache.
	 *
	 * @param written path of the request that wrote; keys begin with the path of their list
	 */
	forget(written: string): void {
		for (const lists of [this.entries, this.unfinished]) {
			for (const key of lists.keys()) {
				const [list] = key.split(' ');
				if (`${written}/`.startsWith(`${list}/`)) lists.delete(key);
			}
		}
	}
}
