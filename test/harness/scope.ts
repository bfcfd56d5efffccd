import { appendFileSync } from 'node:fs';

/**
 * How much of the large tables the tests go through. This is the one place that decides it, by the variable SCOPE:
 * `sample` (`npm test`), `whole` (`.ci/run`) or `nightly` (`npm run nightly`).
 */
const SCOPES = ['sample', 'whole', 'nightly'] as const;

type Scope = (typeof SCOPES)[number];

const { SCOPE = 'sample', SAMPLES_FILE } = process.env;
const scope = SCOPES.find((one) => one === SCOPE);
if (scope === undefined) throw new RangeError(`SCOPE is one of ${SCOPES.join(', ')}`);

/** @returns what this run takes of these */
export function inScope<T>(values: Record<Scope, T>): T {
	return values[scope!];
}

/**
 * @param table its name, for what `npm test` says it has left out
 * @param kindsOf what a row shows, such as its operation or the type of its field
 * @returns the rows that this run goes through: all of them, or in a sample those that show a kind which no row before them
 * shows, so that each kind is shown by one of them
 */
export function sampled<Row>(table: string, rows: readonly Row[], kindsOf: (row: Row) => unknown[]): Row[] {
	if (scope !== 'sample') return [...rows];
	const shown = new Set<unknown>();
	const taken = rows.filter((row) => {
		const before = shown.size;
		for (const kind of kindsOf(row)) shown.add(kind);
		return shown.size > before;
	});
	noteSample(table, taken.length, rows.length);
	return taken;
}

/** Lets the run say at its end how much of a table was taken. */
export function noteSample(table: string, taken: number, all: number): void {
	if (SAMPLES_FILE !== undefined && taken < all) appendFileSync(SAMPLES_FILE, `${JSON.stringify({ table, taken, all })}\n`);
}
