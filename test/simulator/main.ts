/**
 * The simulator as a process of its own: `npx tsx test/simulator/main.ts [options]`
 *
 *   --port N         default: a free port
 *   --token TEXT     default: sim-token; of several tenants: sim-token-1, sim-token-2, ...
 *   --limit N        requests per window, default 60
 *   --window-ms N    length of the window, default 60000; whole seconds, because the headers have seconds
 *   --tenants N      this number of tenants with the same inboxes and other tickets, each at an address of its own
 *   --keep N         how many requests are kept, default all; for long runs
 *   --live [MS]      live traffic, one thing every MS milliseconds, default 5000
 *
 * Prints one line `{"baseUrl":...,"token":...,"tenants":[{"baseUrl":...,"token":...}]}` when it is ready, the first tenant twice. See admin.ts for its admin API. SIGTERM or SIGINT stops it.
 */
import { adminDoor } from './admin';
import { startSimulator, startTenants, type SimulatorOptions } from './index';
import { LiveTraffic } from './liveTraffic';

const FLAGS = ['--port', '--token', '--limit', '--window-ms', '--live', '--tenants', '--keep'];
const DEFAULT_LIVE_MS = 5000;

/** @returns the flags given, each with the value after it or an empty text */
function readFlags(words: string[]): Map<string, string> {
	const flags = new Map<string, string>();
	for (let place = 0; place < words.length; place++) {
		const flag = words[place];
		if (!FLAGS.includes(flag)) throw new Error(`Unknown option ${flag}; known are ${FLAGS.join(' ')}`);
		const hasValue = place + 1 < words.length && !words[place + 1].startsWith('--');
		flags.set(flag, hasValue ? words[++place] : '');
	}
	return flags;
}

async function main(): Promise<void> {
	const flags = readFlags(process.argv.slice(2));
	const number = (flag: string) => (flags.has(flag) ? Number(flags.get(flag)) : undefined);
	const traffics: LiveTraffic[] = [];
	const options: SimulatorOptions = {
		rateLimit: { limit: number('--limit'), windowMs: number('--window-ms') },
		keepRequests: number('--keep'),
		adminApi: (started) => {
			const traffic = new LiveTraffic(started.store);
			traffics.push(traffic);
			return adminDoor(started, traffic);
		},
	};
	const tenants = flags.has('--tenants')
		? await startTenants({ ...options, count: number('--tenants') })
		: [await startSimulator({ ...options, port: number('--port'), token: flags.get('--token') })];
	if (flags.has('--live')) for (const traffic of traffics) traffic.run(number('--live') || DEFAULT_LIVE_MS);
	const stop = () => {
		for (const traffic of traffics) traffic.run(0);
		for (const tenant of tenants) void tenant.stop();
	};
	process.once('SIGTERM', stop);
	process.once('SIGINT', stop);
	const addresses = tenants.map(({ baseUrl, token }) => ({ baseUrl, token }));
	console.log(JSON.stringify({ ...addresses[0], tenants: addresses }));
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
