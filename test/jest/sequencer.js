const { readFileSync } = require('node:fs');
const { default: TestSequencer } = require('@jest/test-sequencer');

/** What a file imports that goes through a large table, as far as test/harness/scope.ts lets it. */
const LARGE = /harness\/scope'|longRun\/seeds'/;

/**
 * A fault is to be seen at once: files that failed the last time come first, then those that take the least time. Files with
 * large tables come after all others, the longest of them first, so that no processor is idle at the end.
 */
module.exports = class extends TestSequencer {
	sort(tests) {
		const longestFirst = super.sort([...tests]);
		const failed = longestFirst.filter((test) => this.hasFailed(test));
		const others = longestFirst.filter((test) => !failed.includes(test));
		const large = others.filter(({ path }) => LARGE.test(readFileSync(path, 'utf8')));
		return [...failed, ...others.filter((test) => !large.includes(test)).reverse(), ...large];
	}
};
