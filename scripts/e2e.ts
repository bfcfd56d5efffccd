// npm run test:e2e              test/e2e against the packed package in a real n8n; E2E_TARBALL is one that was packed before
// npm run test:e2e -- beside    all of it that may run beside other work: without what needs the machine for itself
// npm run test:e2e -- PATH      only these tests: arguments go to jest
import { findChromium } from '../test/e2e/browser';
import { findPostgres } from '../test/e2e/postgres';
import { findRedis } from '../test/e2e/redis';
import { provisionN8n } from './n8n-host/provision';
import type { N8nProgram } from './n8n-host/server';
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
	const { E2E_TARBALL } = process.env;
	if (E2E_TARBALL) return await runTests(program, E2E_TARBALL, args);
	return await withPackedPackage(async ({ tarball }) => await runTests(program, tarball, args));
}

async function runTests(program: N8nProgram, tarball: string, args: string[]): Promise<number> {
	const env = { E2E_PROGRAM: JSON.stringify(program), E2E_TARBALL: tarball };
	const jest = async (...more: string[]) => await run('jest', ['--config', 'test/e2e/jest.config.js', '--runInBand', ...more], { env });
	const isBeside = args.join() === 'beside';
	if (args.length > 0 && !isBeside) return await jest(...args);
	const atOnce = await Promise.all([...STREAMS.map(async (stream) => await jest(stream)), jest('--testPathIgnorePatterns', ...STREAMS, ALONE)]);
	return Math.max(...atOnce, isBeside ? 0 : await jest(ALONE));
}

exitWith(async () => await runE2e(process.argv.slice(2)));
