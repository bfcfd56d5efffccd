import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cleanEnvironment } from './command.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { installedN8n } from './n8n-host/provision.mjs';
import { packPackage } from './pack.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MAIN = fileURLToPath(new URL('bench/main.ts', import.meta.url));

/**
 * Measures the package against its rivals; see bench/main.ts. The HTTP Request node is no dependency of the package: it
 * is measured where `npm run demo` has brought an n8n along, on the Node that this n8n runs on.
 *
 * @returns the exit code, 1 when an expectation is not met
 */
async function bench() {
	await ensureInstalled();
	const tarball = await packPackage();
	const n8n = installedN8n();
	try {
		// Garbage is collected before each measurement, or one contestant pays for another's.
		const args = ['--expose-gc', '--import', 'tsx', MAIN, tarball, ...(n8n ? [n8n.modules] : [])];
		const { status, error } = spawnSync(n8n?.node ?? process.execPath, args, { cwd: ROOT, env: cleanEnvironment(), stdio: 'inherit' });
		if (error) throw error;
		return status ?? 1;
	} finally {
		rmSync(dirname(tarball), { recursive: true, force: true });
	}
}

process.exitCode = await bench().catch((error) => {
	console.error(error);
	return 1;
});
