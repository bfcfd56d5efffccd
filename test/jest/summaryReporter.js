const { existsSync, readFileSync } = require('node:fs');
const { relative } = require('node:path');

const SLOWEST = 10;

/** Says after a run of many files which took the longest, and what was left out of the large tables. */
module.exports = class SummaryReporter {
	constructor({ rootDir }) {
		this.rootDir = rootDir;
	}

	onRunComplete(_contexts, { testResults }) {
		if (testResults.length > SLOWEST) {
			const slowest = [...testResults].sort((a, b) => b.perfStats.runtime - a.perfStats.runtime).slice(0, SLOWEST);
			say('The slowest files', slowest.map(({ perfStats, testFilePath }) => `${(perfStats.runtime / 1_000).toFixed(1).padStart(6)} s  ${relative(this.rootDir, testFilePath)}`));
		}
		const { SAMPLES_FILE = '' } = process.env;
		if (existsSync(SAMPLES_FILE)) say('Samples of large tables; SCOPE=whole takes all', samplesIn(readFileSync(SAMPLES_FILE, 'utf8')));
	}
};

/** @returns a line for each table, with how much was taken of it in all */
function samplesIn(lines) {
	const sums = new Map();
	for (const { table, taken, all } of lines.trim().split('\n').map((line) => JSON.parse(line))) {
		const sum = sums.get(table) ?? { taken: 0, all: 0 };
		sums.set(table, { taken: sum.taken + taken, all: sum.all + all });
	}
	return [...sums].sort().map(([table, { taken, all }]) => `${String(taken).padStart(6)} of ${String(all).padStart(5)}  ${table}`);
}

function say(title, lines) {
	console.log(['', `${title}:`, ...lines].join('\n'));
}
