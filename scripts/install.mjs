// Before `npm test`, `npm run demo` and `npm run dev`: a fresh clone gets its development tools, and an old one those that
// it is lacking by now. No install script runs: nothing here needs one, and some would download programs.
import { execSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

// npm writes this file last of all: an interrupted installation has none.
const INSTALLED = 'node_modules/.package-lock.json';
const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/** Whether what is installed is what the lock file asks for; what is optional may be for other platforms. */
function isInstalled() {
	if (!existsSync(INSTALLED)) return false;
	const installed = packagesOf(INSTALLED);
	return Object.entries(packagesOf('package-lock.json')).every(
		([path, { version, optional, devOptional }]) =>
			path === '' || installed[path]?.version === version || ((optional || devOptional) && installed[path] === undefined),
	);
}

// Packages of n8n name one version of Node.js, and npm warns of each with another one. Errors are shown.
if (!isInstalled()) execSync('npm ci --ignore-scripts --no-audit --no-fund --loglevel=error', { stdio: 'inherit' });
