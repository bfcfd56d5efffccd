// npm run test:oldest: the tests of the nodes again, in the engine of the oldest n8n that is supported.
// Arguments go on to jest: npm run test:oldest -- test/trigger
import { join } from 'node:path';
import { cachedInstall } from './cached-install';
import { JEST_MEMORY } from './jest-memory';
import { exitWith, run } from './run';

async function testOldest(args: string[]): Promise<number> {
	const env = {
		...JEST_MEMORY,
		OLDEST_N8N: await cachedInstall(join(__dirname, 'oldest-n8n'), 'Installing the engine of the oldest n8n (200 MB, once)'),
		// A user folder that is made for the run and removed after it needs no protection, and no warning about it.
		N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'false',
		// The long run of the trigger is about the trigger, not about n8n: one of its many seeds shows that it works there.
		SEEDS: process.env.SEEDS ?? '1',
	};
	return await run('jest', ['--config', 'jest.oldest.config.js', ...args], { env });
}

exitWith(async () => await testOldest(process.argv.slice(2)));
