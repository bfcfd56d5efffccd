// npm run test:oldest: the tests that run the nodes in n8n's engine again, in that of the oldest n8n that is supported.
// Arguments go on to jest: npm run test:oldest -- test/trigger
import { join } from 'node:path';
import { cachedInstall } from './cached-install';
import { JEST_MEMORY } from './jest-memory';
import { exitWith, run } from './run';

/** What loads n8n's engine: for all else it makes no difference. */
const ENGINE = ['test/harness/engine.ts', 'test/harness/versions.test.ts', 'test/description/assistant.test.ts'];

async function testOldest(args: string[]): Promise<number> {
	const env = {
		...JEST_MEMORY,
		N8N_ENGINE: await cachedInstall(join(__dirname, 'oldest-n8n'), 'Installing the engine of the oldest n8n (200 MB, once)'),
		// A user folder that is made for the run and removed after it needs no protection, and no warning about it.
		N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'false',
	};
	const tests = args.length > 0 ? args : ['--findRelatedTests', ...ENGINE];
	return await run('jest', ['--config', 'jest.engine.config.js', ...tests], { env });
}

exitWith(async () => await testOldest(process.argv.slice(2)));
