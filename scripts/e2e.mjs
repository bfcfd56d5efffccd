import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { cleanEnvironment } from './command.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { runJest } from './jest.mjs';
import { provisionN8n } from './n8n-host/provision.mjs';
import { packPackage } from './pack.mjs';

/** Runs test/e2e against the packed package in a real n8n; arguments go to jest. @returns jest's exit code */
async function runE2e(args) {
	await ensureInstalled();
	// Said before the minutes of provisioning, not after.
	const { require: requireTs } = await import('tsx/cjs/api');
	requireTs('../test/e2e/browser.ts', import.meta.url).findChromium();
	requireTs('../test/e2e/redis.ts', import.meta.url).findRedis();
	const program = await provisionN8n();
	const tarball = await packPackage();
	try {
		const env = { ...cleanEnvironment(), E2E_PROGRAM: JSON.stringify(program), E2E_TARBALL: tarball };
		return runJest(['--config', 'test/e2e/jest.config.js', '--runInBand', ...args], env);
	} finally {
		rmSync(dirname(tarball), { recursive: true, force: true });
	}
}

process.exitCode = await runE2e(process.argv.slice(2)).catch((error) => {
	console.error(error.message);
	return 1;
});
