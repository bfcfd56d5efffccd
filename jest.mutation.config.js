const base = require('./jest.config');

/**
 * The tests that a mutant must not survive (stryker.config.json): the quick ones of the pure parts, on virtual time and
 * without a network. A mutant is tried on those of them that reach it.
 *
 * @type {import('jest').Config}
 */
module.exports = {
	...base,
	testMatch: ['transport/retry', 'transport/rateLimit', 'trigger/decisions', 'trigger/window', 'trigger/state', 'trigger/littleRoom'].map(
		(path) => `<rootDir>/test/${path}{,/**/*}.test.ts`,
	),
	reporters: undefined,
};
