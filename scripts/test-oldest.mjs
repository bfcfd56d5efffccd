// npm run test:oldest: the tests of the nodes again, in the engine of the oldest n8n that is supported.
// Arguments go on to jest: npm run test:oldest -- test/trigger
import { fileURLToPath } from 'node:url';
import { cachedInstall } from './cached-install.mjs';
import { run } from './run.mjs';

const pinFolder = fileURLToPath(new URL('oldest-n8n/', import.meta.url));

const env = {
	OLDEST_N8N: await cachedInstall(pinFolder, 'Installing the engine of the oldest n8n (200 MB, once)'),
	// A user folder that is made for the run and removed after it needs no protection, and no warning about it.
	N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'false',
	// The long run of the trigger is about the trigger, not about n8n: two of its many seeds show that it works there.
	SEEDS: process.env.SEEDS ?? '2',
};
process.exitCode = await run('jest', ['--config', 'jest.oldest.config.js', ...process.argv.slice(2)], env);
