import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installedFolder } from './cached-install.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { packPackage } from './pack.mjs';

/** Measures the package against its rivals; see bench/main.ts. Exit code 1 when an expectation is not met. */
async function bench() {
	await ensureInstalled();
	const tarball = await packPackage();
	// The HTTP Request node is no dependency of the package: it is measured where `npm run demo` has brought an n8n along.
	const n8n = installedFolder(fileURLToPath(new URL('n8n-host/', import.meta.url)));
	try {
		const { require: requireTs } = await import('tsx/cjs/api');
		const { runBench } = requireTs('./bench/main.ts', import.meta.url);
		return await runBench({ tarball, n8nModules: n8n && join(n8n, 'node_modules') });
	} finally {
		rmSync(dirname(tarball), { recursive: true, force: true });
	}
}

process.exitCode = await bench().catch((error) => {
	console.error(error);
	return 1;
});
// Engines leave connections and timers behind.
process.exit();
