/**
 * How much of the large tables the tests go through. This is the one place that decides it, by the variable SCOPE:
 * `sample` (`npm test`), `whole` (`.ci/run`) or `nightly` (`npm run nightly`).
 */
const SCOPES = ['sample', 'whole', 'nightly'] as const;

type SharedInstances = (typeof SCOPES)[number];

const { SCOPE = 'sample' } = process.env;
const scope = SCOPES.find((one) => one === SCOPE);
if (scope === undefined) throw new RangeError(`SCOPE is one of ${SCOPES.join(', ')}`);

/** @returns what this run takes of these */
export function inScope<T>(values: Record<SharedInstances, T>): T {
	return values[scope!];
}

/**
 * @param kindsOf what a row shows, such as its operation or the type of its field
 * @returns the rows that this run goes through: all of them, or in a sample those that show a kind which no row before them
 * shows, so that each kind is shown by one of them
 */
export function sampled<Row>(rows: readonly Row[], kindsOf: (row: Row) => unknown[]): Row[] {
	if (scope !== 'sample') return [...rows];
	const shown = new Set<unknown>();
	return rows.filter((row) => {
		const before = shown.size;
		for (const kind of kindsOf(row)) shown.add(kind);
		return shown.size > before;
	});
}
