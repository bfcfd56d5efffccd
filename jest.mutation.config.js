const { dirname, join } = require('node:path');
const base = require('./jest.config');

const N8N_WORKFLOW = dirname(require.resolve('n8n-workflow'));

/**
 * The tests that a mutant must not survive (stryker.config.json): those of the pure parts, which call one function and
 * load little. A mutant is tried on those of them that reach it, each time in a fresh set of modules: a test that loads
 * n8n-core or the simulator would make a run of it a matter of hours.
 *
 * @type {import('jest').Config}
 */
module.exports = {
	...base,
	// Stryker counts in an environment of its own.
	testEnvironment: 'node',
	runtime: undefined,
	testMatch: ['test/fields/rules', 'test/fields/addresses', 'test/transport/retry/retryPolicy', 'test/transport/rateLimit/quotaWindow', 'test/trigger/detect/*'].map(
		(path) => `<rootDir>/${path}.test.ts`,
	),
	moduleNameMapper: {
		'^n8n-workflow$': '<rootDir>/test/harness/n8nErrors.ts',
		'^n8n-workflow-dates$': join(N8N_WORKFLOW, 'type-validation.js'),
		'^n8n-workflow-utils$': join(N8N_WORKFLOW, 'utils.js'),
	},
	reporters: undefined,
	// The same cases in every run (test/harness/fixedSeed.ts): whether a mutant is noticed is no matter of luck.
	setupFiles: [...base.setupFiles, '<rootDir>/test/harness/fixedSeed.ts'],
};
