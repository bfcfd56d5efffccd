// npm run nightly: what takes hours: all tests with 300 seeds of the trigger's long run and all mutated answers, every example with its
// services in a real n8n, the packed package in every whole n8n, what we rely on in the newest engine, and faults put into the pure parts, which a test must notice.
import { exitWith, run } from './run';

const NIGHTLY = { SCOPE: 'nightly' };
const RUNS: Array<[script: string, env?: Record<string, string>]> = [['test', NIGHTLY], ['test:e2e', NIGHTLY], ['test:newest'], ['test:versions'], ['test:mutation']];

/** @returns the number of runs that failed; one does not hide the others */
async function nightly(): Promise<number> {
	let failed = 0;
	for (const [script, env] of RUNS) {
		console.log(`\n==== npm run ${script}`);
		if ((await run('npm', ['run', script], { env })) !== 0) failed++;
	}
	return failed;
}

exitWith(nightly);
