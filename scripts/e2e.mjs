import { require as requireTs } from 'tsx/cjs/api';
import { provisionN8n } from './n8n-host/provision.mjs';
import { withPackedPackage } from './pack.mjs';
import { exitWith, run } from './run.mjs';

/** Runs test/e2e against the packed package in a real n8n; arguments go to jest. @returns jest's exit code */
async function runE2e(args) {
	// Said before the minutes of provisioning, not after.
	requireTs('../test/e2e/browser.ts', import.meta.url).findChromium();
	requireTs('../test/e2e/redis.ts', import.meta.url).findRedis();
	requireTs('../test/e2e/postgres.ts', import.meta.url).findPostgres();
	const program = await provisionN8n();
	return await withPackedPackage(async (tarball) => {
		const env = { E2E_PROGRAM: JSON.stringify(program), E2E_TARBALL: tarball };
		return await run('jest', ['--config', 'test/e2e/jest.config.js', '--runInBand', ...args], env);
	});
}

await exitWith(async () => await runE2e(process.argv.slice(2)));
