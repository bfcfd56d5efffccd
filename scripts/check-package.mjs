// npm run check:package: what n8n's reviewers and npm's users get to see, checked on the source and on the packed tarball.
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { cachedInstall } from './cached-install.mjs';
import { withPackedPackage } from './pack.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const pinFolder = fileURLToPath(new URL('package-check/', import.meta.url));

const scanner = await cachedInstall(pinFolder, "Installing n8n's package scanner (once)");
process.exitCode = await withPackedPackage(async (tarball) => {
	const args = ['--import', 'tsx', 'scripts/package-check/main.ts', tarball, scanner];
	return (await execa(process.execPath, args, { cwd: root, stdio: 'inherit', reject: false })).exitCode ?? 1;
});
