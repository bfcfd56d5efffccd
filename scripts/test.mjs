// npm test                    every check that needs no real n8n
// npm test -- test/trigger    only these tests, at once: arguments go to jest, and build, lint and types are left out
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { cleanEnvironment } from './command.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { runJest } from './jest.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Runs one phase under a heading, its output as it comes.
 *
 * @param {string} title
 * @param {() => number} run returns the exit code
 * @returns {boolean} whether it succeeded
 */
function phase(title, run) {
	console.log(`\n== ${title}`);
	const started = Date.now();
	const succeeded = run() === 0;
	const seconds = Math.round((Date.now() - started) / 1000);
	console.log(`== ${title}: ${succeeded ? 'ok' : 'FAILED'} (${seconds} s)`);
	return succeeded;
}

/** @param {string} name of a script in package.json; @returns {number} its exit code */
function npmRun(name) {
	// npm is a .cmd file on Windows, which only a shell can start.
	const options = { cwd: root, env: cleanEnvironment(), stdio: 'inherit', shell: process.platform === 'win32' };
	const { status, error } = spawnSync('npm', ['run', '--silent', name], options);
	if (error) throw error;
	return status ?? 1;
}

/** @returns {boolean} whether all checks succeeded; a finding of one does not hide those of the others */
function everything() {
	if (!phase('Build', () => npmRun('build'))) return false;
	const checks = [
		phase('Lint', () => npmRun('lint')),
		phase('Type check', () => npmRun('typecheck')),
		phase('Tests', () => runJest(process.env.CI ? ['--coverage'] : [])),
	];
	return checks.every(Boolean);
}

const args = process.argv.slice(2);
await ensureInstalled();
process.exitCode = (args.length > 0 ? runJest(args) === 0 : everything()) ? 0 : 1;
