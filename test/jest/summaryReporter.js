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
		const { LEFT_OUT_FILE = '' } = process.env;
		if (existsSync(LEFT_OUT_FILE)) {
			say('A sample was taken; SCOPE=whole takes all, as .ci/run does', readFileSync(LEFT_OUT_FILE, 'utf8').trim().split('\n').sort());
		}
	}
};

function say(title, lines) {
	console.log(['', `${title}:`, ...lines].join('\n'));
}
