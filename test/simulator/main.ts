/**
 * The simulator as a process of its own: `npx tsx test/simulator/main.ts [options]`
 *
 *   --port N         default: a free port
 *   --token TEXT     default: sim-token
 *   --limit N        requests per window, default 60
 *   --window-ms N    length of the window, default 60000
 *   --live [MS]      live traffic, one thing every MS milliseconds, default 5000
 *
 * Prints one line `{"baseUrl":...,"token":...}` when it is ready. See admin.ts for its side door. SIGTERM or SIGINT stops it.
 */
import { adminDoor } from './admin';
import { startSimulator } from './index';
import { LiveTraffic } from './liveTraffic';

const FLAGS = ['--port', '--token', '--limit', '--window-ms', '--live'];
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
	let traffic: LiveTraffic | undefined;
	const simulator = await startSimulator({
		port: number('--port'),
		token: flags.get('--token'),
		rateLimit: { limit: number('--limit'), windowMs: number('--window-ms') },
		sideDoor: (started) => {
			traffic = new LiveTraffic(started.store);
			return adminDoor(started, traffic);
		},
	});
	if (flags.has('--live')) traffic?.run(number('--live') || DEFAULT_LIVE_MS);
	const stop = () => {
		traffic?.run(0);
		void simulator.stop();
	};
	process.once('SIGTERM', stop);
	process.once('SIGINT', stop);
	console.log(JSON.stringify({ baseUrl: simulator.baseUrl, token: simulator.token }));
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
