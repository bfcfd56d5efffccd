// npm test                    every check that needs no real n8n
// npm test -- test/trigger    only these tests, at once: arguments go to jest, and build, lint and types are left out
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs a development tool, its output as it comes. @returns {Promise<boolean>} whether it succeeded */
async function run(tool, args) {
	const { failed } = await execa(tool, args, { cwd: root, preferLocal: true, stdio: 'inherit', reject: false });
	return !failed;
}

/** Runs a tool under a heading. @returns {Promise<boolean>} whether it succeeded */
async function phase(title, tool, args) {
	console.log(`\n== ${title}`);
	const started = Date.now();
	const succeeded = await run(tool, args);
	console.log(`== ${title}: ${succeeded ? 'ok' : 'FAILED'} (${Math.round((Date.now() - started) / 1000)} s)`);
	return succeeded;
}

/** @returns {Promise<boolean>} whether all checks succeeded; a finding of one does not hide those of the others */
async function everything() {
	if (!(await phase('Build', 'npm', ['run', '--silent', 'build']))) return false;
	// Lint and type check use one processor each, the tests all there are.
	const checks = await Promise.all([
		phase('Lint', 'npm', ['run', '--silent', 'lint']),
		phase('Type check', 'npm', ['run', '--silent', 'typecheck']),
	]);
	const tests = await phase('Tests', 'jest', process.env.CI ? ['--coverage'] : []);
	return tests && checks.every(Boolean);
}

const args = process.argv.slice(2);
process.exitCode = (await (args.length > 0 ? run('jest', args) : everything())) ? 0 : 1;
