import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from './command.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

function readJson(file) {
	return JSON.parse(readFileSync(file, 'utf8'));
}

/**
 * Whether node_modules holds every version the lock file names. npm writes what it installed to a lock file of its own
 * inside node_modules, last of all: an interrupted installation has none.
 */
function isInstalled() {
	const installedFile = join(root, 'node_modules', '.package-lock.json');
	if (!existsSync(installedFile)) return false;
	const installed = readJson(installedFile).packages;
	const wanted = readJson(join(root, 'package-lock.json')).packages;
	return Object.entries(wanted).every(([path, { version, optional, devOptional }]) => {
		const missingIsFine = path === '' || optional || devOptional;
		return installed[path]?.version === version || (missingIsFine && !installed[path]);
	});
}

/**
 * Makes node_modules match package-lock.json, with `npm ci` when it does not. Install scripts do not run: nothing here
 * needs them, and some would download programs.
 *
 * @param {(line: string) => void} [log] gets a line per phase and one every 15 seconds
 * @returns {Promise<void>}
 * @throws {Error} with npm's last lines when the installation fails
 */
export async function ensureInstalled(log = console.log) {
	if (isInstalled()) return;
	const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
	await runCommand('Installing the development tools', 'npm', args, { cwd: root, log });
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) await ensureInstalled();
