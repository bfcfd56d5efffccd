const EVERY_MS = 15_000;

/**
 * Says what is going on, every 15 seconds that it still is, and at the end how long it took.
 *
 * @template T
 * @param {string} phase as the user should read it
 * @param {Promise<T>} work
 * @param {(line: string) => void} [log]
 * @returns {Promise<T>} what `work` resolves to
 */
export async function progress(phase, work, log = console.log) {
	const started = Date.now();
	const elapsed = () => `${Math.round((Date.now() - started) / 1000)} s`;
	log(`${phase} ...`);
	const ticker = setInterval(() => log(`${phase} ... ${elapsed()}`), EVERY_MS);
	try {
		const result = await work;
		log(`${phase}: done in ${elapsed()}`);
		return result;
	} finally {
		clearInterval(ticker);
	}
}
