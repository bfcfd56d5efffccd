const { join } = require('node:path');
const base = require('./jest.config');

const { N8N_ENGINE } = process.env;
if (!N8N_ENGINE) throw new Error('The engine to test with is missing: npm run test:oldest and npm run test:newest install it and come back here.');
const { dependencies } = require(join(N8N_ENGINE, 'package.json'));

/** @type {import('jest').Config} */
module.exports = {
	...base,
	// The simulator, the scripts and the packaging have nothing to do with n8n's engine.
	testPathIgnorePatterns: [...base.testPathIgnorePatterns, ...['simulator', 'scripts', 'package', 'layout'].map((name) => `<rootDir>/test/${name}/`)],
	// Whoever asks, the tests or the nodes, gets that engine, and the container with its services.
	moduleNameMapper: { '^(n8n-(?:core|workflow)(?:/package\\.json)?|@n8n/di)$': join(N8N_ENGINE, 'node_modules', '$1') },
	// This n8n-core looks after its SSH connections with a timer that never ends.
	forceExit: true,
	globals: { n8nVersions: dependencies },
};
