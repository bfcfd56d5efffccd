// npm test                    every check that needs no real n8n
// npm test -- test/trigger    only these tests, at once: arguments go to jest, and build, lint and types are left out
import { exitWith, run } from './run';

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
	// Lint and type check use one processor each, the tests all there are: they begin with the first that is free.
	const checks = [
		phase('Lint', 'npm', ['run', '--silent', 'lint']),
		phase('Type check', 'npm', ['run', '--silent', 'typecheck']),
	];
	const isBuilt = await phase('Build', 'npm', ['run', '--silent', 'build']);
	await Promise.race(checks);
	const tests = isBuilt && (await (process.env.CI ? testsWithCoverage() : phase('Tests', 'jest', [])));
	return (await Promise.all(checks)).every(Boolean) && tests;
}

/** Counting the coverage doubles the time of the trigger's long run and of the mutated answers: one seed and a sample of them are enough for it. */
async function testsWithCoverage(): Promise<boolean> {
	const tests = await phase('Tests', 'jest', ['--coverage'], { SEEDS: '1' });
	return (await phase('Long run, mutated answers', 'jest', ['test/trigger/longRun', 'test/answers/mutated'])) && tests;
}

const args = process.argv.slice(2);
exitWith(async () => (args.length > 0 ? await run('jest', args) : (await everything()) ? 0 : 1));
