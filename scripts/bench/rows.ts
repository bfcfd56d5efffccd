/** A figure that the package promises: `most` is the limit, or `least` where more is better. */
export interface Row {
	name: string;
	most?: number;
	least?: number;
	measure(): Promise<number>;
}

/** @returns the one in the middle */
export function median(numbers: number[]): number {
	return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

/** Measures rows one after the other, prints each with its limit, and ends the process; the exit code is 1 when one is not met. */
export async function measureRows(rows: Row[]): Promise<void> {
	let code = 0;
	for (const { name, most = Infinity, least = -Infinity, measure } of rows) {
		const value = await measure().catch((error: unknown) => {
			console.error(error);
			return NaN;
		});
		const isMet = value <= most && value >= least;
		if (!isMet) code = 1;
		const limit = most === Infinity ? `at least ${least}` : `at most ${most}`;
		console.log(`${isMet ? 'ok    ' : 'FAILED'}  ${name}: ${Number(value.toFixed(3))} (${limit})`);
	}
	// Engines leave connections and timers behind.
	process.exit(code);
}
