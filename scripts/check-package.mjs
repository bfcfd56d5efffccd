// npm run check:package: what n8n's reviewers and npm's users get to see, checked on the source and on the packed tarball.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cachedInstall } from './cached-install.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { packPackage } from './pack.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const pinFolder = fileURLToPath(new URL('package-check/', import.meta.url));

await ensureInstalled();
const scanner = await cachedInstall(pinFolder, "Installing n8n's package scanner (once)");
const tarball = await packPackage();
try {
	const args = ['--import', 'tsx', 'scripts/package-check/main.ts', tarball, scanner];
	const { status, error } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
	if (error) throw error;
	process.exitCode = status ?? 1;
} finally {
	rmSync(dirname(tarball), { recursive: true, force: true });
}
