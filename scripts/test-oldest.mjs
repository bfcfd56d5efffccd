// npm run test:oldest: the tests of the nodes again, in the engine of the oldest n8n that is supported.
// Arguments go on to jest: npm run test:oldest -- test/trigger
import { fileURLToPath } from 'node:url';
import { cachedInstall } from './cached-install.mjs';
import { cleanEnvironment, runCommand } from './command.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { runJest } from './jest.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const pinFolder = fileURLToPath(new URL('oldest-n8n/', import.meta.url));

await ensureInstalled();
const installed = await cachedInstall(pinFolder, 'Installing the engine of the oldest n8n (200 MB, once)');
await runCommand('Building the package', 'npm', ['run', 'build'], { cwd: root, log: console.log });
// A user folder that is made for the run and removed after it needs no protection, and no warning about it.
const quiet = { N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'false' };
// The long run of the trigger is about the trigger, not about n8n: two of its many turns show that it works there.
const short = { SEEDS: '2' };
const env = { ...short, ...cleanEnvironment(), ...quiet, OLDEST_N8N: installed };
process.exitCode = runJest(['--config', 'jest.oldest.config.js', ...process.argv.slice(2)], env);
