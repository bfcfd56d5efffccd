const { join } = require('node:path');
const base = require('./jest.config');
const { dependencies } = require('./scripts/oldest-n8n/package.json');

const { OLDEST_N8N } = process.env;
if (!OLDEST_N8N) throw new Error('The engine to test with is missing: npm run test:oldest installs it and comes back here.');

/** @type {import('jest').Config} */
module.exports = {
	...base,
	// The simulator, the scripts and the packaging have nothing to do with n8n's engine.
	testPathIgnorePatterns: [...base.testPathIgnorePatterns, ...['simulator', 'scripts', 'package', 'layout'].map((name) => `<rootDir>/test/${name}/`)],
	// Whoever asks, the tests or the nodes, gets the old engine, and the container with its services.
	moduleNameMapper: { '^(n8n-(?:core|workflow)(?:/package\\.json)?|@n8n/di)$': join(OLDEST_N8N, 'node_modules', '$1') },
	// This n8n-core looks after its SSH connections with a timer that never ends.
	forceExit: true,
	globals: { n8nVersions: dependencies },
};
