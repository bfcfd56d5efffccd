// npm run test:e2e: test/e2e against the packed package in a real n8n. Arguments go on to jest.
import { findChromium } from '../test/e2e/browser';
import { findPostgres } from '../test/e2e/postgres';
import { findRedis } from '../test/e2e/redis';
import { provisionN8n } from './n8n-host/provision';
import { withPackedPackage } from './pack';
import { exitWith, run } from './run';

/** Files that wait most of the time, by the stream in which they run: each has an n8n and a simulator beside those of the others. */
const STREAMS = ['test/e2e/(examples|demo|triggerScheduler).test', 'test/e2e/(askAndGoOn|queueModeKills|soak|triggerRestart).test'];
/** States shares of the rate limit that five processes use at once: it has the machine for itself, after the others. */
const ALONE = 'test/e2e/queueMode.test';

/** @returns 0 when all tests succeeded */
async function runE2e(args: string[]): Promise<number> {
	// What is missing is said before the minutes of provisioning, not after.
	for (const find of [findChromium, findRedis, findPostgres]) find();
	const program = await provisionN8n();
	return await withPackedPackage(async ({ tarball }) => {
		const env = { E2E_PROGRAM: JSON.stringify(program), E2E_TARBALL: tarball };
		const jest = async (...more: string[]) => await run('jest', ['--config', 'test/e2e/jest.config.js', '--runInBand', ...more], { env });
		if (args.length > 0) return await jest(...args);
		const atOnce = await Promise.all([...STREAMS.map(async (stream) => await jest(stream)), jest('--testPathIgnorePatterns', ...STREAMS, ALONE)]);
		return Math.max(...atOnce, await jest(ALONE));
	});
}

exitWith(async () => await runE2e(process.argv.slice(2)));
