// npm run check:package: what n8n's reviewers and npm's users get to see, checked on the source and on the packed tarball.
import { fileURLToPath } from 'node:url';
import { cachedInstall } from './cached-install.mjs';
import { withPackedPackage } from './pack.mjs';
import { run } from './run.mjs';

const pinFolder = fileURLToPath(new URL('package-check/', import.meta.url));

const scanner = await cachedInstall(pinFolder, "Installing n8n's package scanner (once)");
process.exitCode = await withPackedPackage(async (tarball) => {
	const args = ['--import', 'tsx', 'scripts/package-check/main.ts', tarball, scanner];
	return await run(process.execPath, args);
});
