const MAX_LISTS = 1_000;

interface CachedList<T> {
	value: Promise<T>;
	readAt: number;
	isBeingRead: boolean;
}

/**
 * Keeps the lists that were read, so that a node with six dropdowns that is opened twice reads them once. Callers that come while a list is being read share the answer. A failure is not kept: what was known before it is.
 */
export class ListCache {
	private readonly entries = new Map<string, CachedList<unknown>>();

	/**
	 * @param now ms of this machine's clock
	 * @param freshMs for how long a list that was read may be used
	 * @returns what `ask` gave, now or a while ago
	 */
	async get<T>(key: string, now: number, freshMs: number, ask: () => Promise<T>): Promise<T> {
		const known = this.entries.get(key);
		if (known !== undefined && (known.isBeingRead || now - known.readAt < freshMs)) return await (known.value as Promise<T>);
		const value = ask();
		const entry = { value, readAt: now, isBeingRead: true };
		this.entries.delete(key);
		this.entries.set(key, entry);
		if (this.entries.size > MAX_LISTS) this.entries.delete([...this.entries.keys()][0]);
		const ended = () => void (entry.isBeingRead = false);
		value.then(ended, () => {
			ended();
			if (this.entries.get(key) !== entry) return;
			if (known === undefined) this.entries.delete(key);
			else this.entries.set(key, known);
		});
		return await value;
	}

	/** Whether a list was read, however long ago. */
	has(key: string): boolean {
		return this.entries.has(key);
	}

	/**
	 * Forgets the lists that a write has changed: those whose path the written one begins with. A mail that
	 * was sent leaves the labels as they are.
	 *
	 * @param written path of the request that wrote; keys begin with the path of their list
	 */
	forget(written: string): void {
		for (const key of this.entries.keys()) {
			const [list] = key.split(' ');
			if (`${written}/`.startsWith(`${list}/`)) this.entries.delete(key);
		}
	}
}
