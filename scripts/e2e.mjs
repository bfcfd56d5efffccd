import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './ensure-installed.mjs';
import { provisionN8n } from './n8n-host/provision.mjs';
import { packPackage } from './pack.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const require = createRequire(import.meta.url);

/** Runs test/e2e against the packed package in a real n8n; arguments go to jest. @returns jest's exit code */
async function runE2e(args) {
	await ensureInstalled();
	// Said before the minutes of provisioning, not after.
	const { require: requireTs } = await import('tsx/cjs/api');
	requireTs('../test/e2e/browser.ts', import.meta.url).findChromium();
	const program = await provisionN8n();
	const tarball = await packPackage();
	try {
		const env = { ...process.env, E2E_PROGRAM: JSON.stringify(program), E2E_TARBALL: tarball };
		const jest = [require.resolve('jest/bin/jest'), '--config', 'test/e2e/jest.config.js', '--runInBand', ...args];
		const child = spawn(process.execPath, jest, { cwd: root, env, stdio: 'inherit' });
		return await new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)));
	} finally {
		rmSync(dirname(tarball), { recursive: true, force: true });
	}
}

process.exitCode = await runE2e(process.argv.slice(2)).catch((error) => {
	console.error(error.message);
	return 1;
});
