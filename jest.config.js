/** @type {import('jest').Config} */
module.exports = {
	rootDir: __dirname,
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/**/*.test.ts'],
	// A real n8n and a real browser: they have their own runner, `npm run test:e2e`.
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/e2e/'],
	modulePathIgnorePatterns: ['<rootDir>/scripts/n8n-host/', '<rootDir>/scripts/package-check/'],
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/test/tsconfig.json' }] },
	globalSetup: '<rootDir>/test/harness/globalSetup.ts',
	globalTeardown: '<rootDir>/test/harness/globalTeardown.ts',
	setupFiles: ['<rootDir>/test/harness/setup.ts'],
	collectCoverageFrom: ['dist/**/*.js'],
};
