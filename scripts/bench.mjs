import { fileURLToPath } from 'node:url';
import { installedN8n } from './n8n-host/provision.mjs';
import { withPackedPackage } from './pack.mjs';
import { run } from './run.mjs';

const MAIN = fileURLToPath(new URL('bench/main.ts', import.meta.url));

// Measures the package against its rivals; see bench/main.ts. The HTTP Request node is no dependency of the package: it
// is measured where `npm run demo` has installed an n8n, on the Node that this n8n runs on. The exit code is 1 when
// an expectation is not met. `npm run bench -- --real-time` takes the minutes of the crowded inbox for real, which are an
// hour; `npm run bench -- --only=processor` measures one part alone.
const n8n = installedN8n();
process.exitCode = await withPackedPackage(async (tarball) => {
	// Garbage is collected before each measurement, or one contestant pays for another's.
	const isInRealTime = process.argv.includes('--real-time');
	const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length);
	const settings = { tarball, isInRealTime, only, n8nModules: n8n?.modules };
	return await run(n8n?.node ?? process.execPath, ['--expose-gc', '--import', 'tsx', MAIN, JSON.stringify(settings)]);
});
