import { LIST_FRESH_MS } from '../timing';

const MAX_LISTS = 200;

interface Entry<T> {
	value: Promise<T>;
	until: number;
}

/**
 * Keeps the lists that were read less than a minute ago, so that a node with six dropdowns that is opened twice reads them
 * once. Callers that come while a list is being read share the answer; a failure is not kept.
 */
export class ListCache {
	private readonly entries = new Map<string, Entry<unknown>>();

	/**
	 * @param now ms of this machine's clock
	 * @returns what `ask` gave, now or less than a minute ago
	 */
	async get<T>(key: string, now: number, ask: () => Promise<T>): Promise<T> {
		const known = this.entries.get(key);
		if (known !== undefined && now < known.until) return await (known.value as Promise<T>);
		const value = ask();
		this.entries.delete(key);
		this.entries.set(key, { value, until: now + LIST_FRESH_MS });
		if (this.entries.size > MAX_LISTS) this.entries.delete([...this.entries.keys()][0]);
		value.catch(() => this.entries.delete(key));
		return await value;
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
