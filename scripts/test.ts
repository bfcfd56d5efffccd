// npm test                    every check that needs no real n8n; of the large tables a sample, see test/harness/scope.ts
// npm test -- test/trigger    only these tests, at once: arguments go to jest, and build, lint and types are left out
import { JEST_MEMORY } from './jest-memory';
import { exitWith, output, run } from './run';

/** What asks how much of a large table it goes through. */
const SCOPE_FILE = 'test/harness/scope.ts';

/** Runs a tool under a heading. @returns whether it succeeded */
async function phase(title: string, tool: string, args: string[], env?: Record<string, string>): Promise<boolean> {
	console.log(`\n== ${title}`);
	const started = Date.now();
	const succeeded = (await run(tool, args, { env })) === 0;
	console.log(`== ${title}: ${succeeded ? 'ok' : 'FAILED'} (${Math.round((Date.now() - started) / 1000)} s)`);
	return succeeded;
}

/** @returns whether all checks succeeded; a finding of one does not hide those of the others */
async function everything(): Promise<boolean> {
	const isBuilt = await phase('Build', 'npm', ['run', '--silent', 'build']);
	// The tests begin at once, so that the first failure is seen at once. The other checks run beside them, one at a time.
	const results = await Promise.all([isBuilt && tests(), lintAndTypes()]);
	return results.every(Boolean);
}

async function lintAndTypes(): Promise<boolean> {
	const lint = await phase('Lint', 'npm', ['run', '--silent', 'lint']);
	return (await phase('Type check', 'npm', ['run', '--silent', 'typecheck'])) && lint;
}

/** A CI counts the coverage, which doubles the time of a large table: tables that are gone through as a whole follow without it. */
async function tests(): Promise<boolean> {
	if (!process.env.CI) return await phase('Tests', 'jest', [], JEST_MEMORY);
	const large = (process.env.SCOPE ?? 'sample') === 'sample' ? [] : await filesOf('--findRelatedTests', SCOPE_FILE);
	const others = (await filesOf()).filter((file) => !large.includes(file));
	const covered = await phase('Tests', 'jest', ['--coverage', '--runTestsByPath', ...others], JEST_MEMORY);
	// Without a fault they are green, or the nightly run shows nothing.
	const areReady = await phase('Tests for the mutation run', 'jest', ['--config', 'jest.mutation.config.js']);
	if (large.length === 0) return covered && areReady;
	return (await phase('Large tables', 'jest', ['--runTestsByPath', ...large], JEST_MEMORY)) && covered && areReady;
}

/** @returns the test files that jest chooses by these arguments */
async function filesOf(...args: string[]): Promise<string[]> {
	return (await output('jest', ['--listTests', ...args])).trim().split('\n');
}

const args = process.argv.slice(2);
exitWith(async () => (args.length > 0 ? await run('jest', args, { env: JEST_MEMORY }) : (await everything()) ? 0 : 1));
