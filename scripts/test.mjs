// npm test: from a fresh clone to every check that needs no real n8n. Arguments go on to jest:
//   npm test -- test/trigger
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cleanEnvironment } from './command.mjs';
import { ensureInstalled } from './ensure-installed.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const jest = join('node_modules', 'jest', 'bin', 'jest.js');

/**
 * Runs one phase under a heading, its output as it comes.
 *
 * @param {string} title
 * @param {string} command
 * @param {string[]} args
 * @returns {boolean} whether it succeeded
 */
function phase(title, command, args) {
	console.log(`\n== ${title}`);
	const started = Date.now();
	// npm is a .cmd file on Windows, which only a shell can start.
	const shell = process.platform === 'win32' && command === 'npm';
	const { status, error } = spawnSync(command, args, {
		cwd: root,
		env: cleanEnvironment(),
		stdio: 'inherit',
		shell,
	});
	if (error) console.error(error.message);
	const succeeded = status === 0;
	console.log(`== ${title}: ${succeeded ? 'ok' : 'FAILED'} (${Math.round((Date.now() - started) / 1000)} s)`);
	return succeeded;
}

const script = (title, name) => phase(title, 'npm', ['run', '--silent', name]);

/** Runs jest and prints the one line that a CI can count. */
function runJest(args) {
	const folder = mkdtempSync(join(tmpdir(), 'support-inbox-jest-'));
	const report = join(folder, 'report.json');
	try {
		const succeeded = phase('Tests', process.execPath, [jest, '--json', `--outputFile=${report}`, ...args]);
		// Jest leaves no report when its settings are wrong, which phase() has shown.
		if (!existsSync(report)) return false;
		const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(readFileSync(report, 'utf8'));
		// A file that does not even load has no failed tests to count.
		console.log(`\n${numPassedTests} passed, ${numFailedTests + numRuntimeErrorTestSuites} failed`);
		return succeeded;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

console.log('== Development tools');
await ensureInstalled();
if (!script('Build', 'build')) process.exit(1);

// A finding of one does not hide those of the others.
const results = [
	script('Lint', 'lint'),
	script('Type check', 'typecheck'),
	runJest(process.argv.slice(2)),
];
process.exitCode = results.every(Boolean) ? 0 : 1;
