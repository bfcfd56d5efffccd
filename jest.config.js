const { devDependencies } = require('./package.json');

/** @type {import('jest').Config} */
module.exports = {
	rootDir: __dirname,
	// n8n-core and what else is installed is loaded once a worker.
	testEnvironment: '<rootDir>/test/jest/environment.js',
	runtime: '<rootDir>/test/jest/runtime.js',
	testMatch: ['<rootDir>/test/**/*.test.ts'],
	// A real n8n and a real browser: they have their own runners, `npm run test:e2e` and `npm run test:versions`.
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/e2e/', '<rootDir>/test/versions/'],
	modulePathIgnorePatterns: ['scripts/n8n-host', 'scripts/package-check', 'scripts/oldest-n8n', 'coverage'].map((path) => `<rootDir>/${path}/`),
	// Types are checked beside the tests. What is exported stays writable, which test/harness/thrower.ts needs.
	transform: { '^.+\\.ts$': '@sucrase/jest-plugin' },
	globalSetup: '<rootDir>/test/harness/globalSetup.ts',
	globalTeardown: '<rootDir>/test/harness/globalTeardown.ts',
	setupFiles: ['<rootDir>/test/harness/setup.ts'],
	// All processors: by default jest leaves one to others, which halves two.
	maxWorkers: '100%',
	reporters: ['default', '<rootDir>/test/harness/countReporter.js'],
	// What the tests should find; jest.engine.config.js has others.
	globals: { n8nVersions: devDependencies },
	// Ends a test that hangs; it is no limit on speed. Retries wait for real, and machines may be loaded.
	testTimeout: 600_000,
	collectCoverageFrom: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	coverageReporters: ['text-summary', 'html'],
	// The floor that CI holds: `npm test` measures it when CI is set, `npx jest --coverage` at any time.
	coverageThreshold: { global: { lines: 98, branches: 90 } },
};
