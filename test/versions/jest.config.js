/** @type {import('jest').Config} */
module.exports = {
	rootDir: `${__dirname}/../..`,
	roots: ['<rootDir>/test/versions'],
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/versions/**/*.test.ts'],
	testTimeout: 180_000,
	reporters: ['default', '<rootDir>/test/harness/countReporter.js'],
	transform: { '^.+\\.ts$': '@sucrase/jest-plugin' },
};
