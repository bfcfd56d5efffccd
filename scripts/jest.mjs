import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cleanEnvironment } from './command.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');

/**
 * Runs jest, its output as it comes, and then prints the one line that a CI can count: `12 passed, 0 failed`.
 *
 * @param {string[]} args for jest
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {number} jest's exit code
 */
export function runJest(args, env = cleanEnvironment()) {
	const folder = mkdtempSync(join(tmpdir(), 'support-inbox-jest-'));
	const report = join(folder, 'report.json');
	try {
		const command = [jest, '--json', `--outputFile=${report}`, ...args];
		const { status, error } = spawnSync(process.execPath, command, { cwd: root, env, stdio: 'inherit' });
		if (error) throw error;
		// Jest leaves no report when its settings are wrong, and has said so.
		if (existsSync(report)) {
			const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(readFileSync(report, 'utf8'));
			// A file that does not even load has no failed tests to count.
			console.log(`\n${numPassedTests} passed, ${numFailedTests + numRuntimeErrorTestSuites} failed`);
		}
		return status ?? 1;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
