/** What is expected of a row: in words, and whether it is so. `unmetBecause`: why it cannot be so; then the bench does not fail with it. */
export interface Expectation {
	wants: string;
	met: boolean;
	unmetBecause?: string;
}

interface Values {
	own: string;
	plain?: string;
	http?: string;
}

const HEAD = ['', 'this node', 'plain declarative', 'HTTP Request', 'expected', ''];

/** The table, printed at the end, and whether all is well. */
export class Report {
	private readonly rows: string[][] = [HEAD];
	private failed = false;

	/** Adds a row; a value that was not measured is a dash. */
	row(name: string, { own, plain = '-', http = '-' }: Values, expectation?: Expectation): void {
		this.rows.push([name, own, plain, http, expectation?.wants ?? '', resultOf(expectation)]);
		if (expectation && !expectation.met && expectation.unmetBecause === undefined) this.failed = true;
	}

	/** Prints the table. @returns the exit code */
	end(): number {
		const widths = HEAD.map((_, column) => Math.max(...this.rows.map((row) => row[column].length)));
		for (const row of this.rows) console.log(row.map((cell, column) => cell.padEnd(widths[column])).join('  ').trimEnd());
		return this.failed ? 1 : 0;
	}
}

function resultOf(expectation?: Expectation): string {
	if (!expectation) return '';
	const { met, unmetBecause } = expectation;
	if (met) return 'met';
	return unmetBecause === undefined ? 'NOT MET' : `NOT MET: ${unmetBecause}`;
}
