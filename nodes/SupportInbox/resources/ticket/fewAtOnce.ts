/** The number of requests in flight at once, so that a slow service is not what takes the time. The rate limit decides in the end. */
const AT_ONCE = 3;

/**
 * Works on entries, a few at a time. After a failure no further one is begun.
 *
 * @returns what `work` gave for each, in the order of the entries
 * @throws what `work` throws first
 */
export async function fewAtOnce<T, R>(entries: readonly T[], work: (entry: T) => Promise<R>): Promise<R[]> {
	const results: R[] = [];
	let next = 0;
	const workOnSome = async () => {
		while (next < entries.length) {
			const place = next++;
			results[place] = await work(entries[place]).catch((error) => {
				next = entries.length;
				throw error;
			});
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, workOnSome));
	return results;
}
