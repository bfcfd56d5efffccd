/** @type {import('jest').Config} */
module.exports = {
	rootDir: `${__dirname}/../..`,
	roots: ['<rootDir>/test/e2e'],
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/e2e/**/*.test.ts'],
	// Several waits, each as long as the longest: a wait that fails says what for.
	testTimeout: 1_200_000,
	transform: { '^.+\\.ts$': '@sucrase/jest-plugin' },
	reporters: ['default', '<rootDir>/test/harness/countReporter.js'],
	globalSetup: '<rootDir>/test/e2e/globalSetup.ts',
	globalTeardown: '<rootDir>/test/e2e/globalTeardown.ts',
};
