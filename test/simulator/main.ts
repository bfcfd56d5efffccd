/**
 * The simulator as a process of its own: `npx tsx test/simulator/main.ts [options]`
 *
 *   --port N         default: a free port
 *   --token TEXT     default: sim-token
 *   --limit N        requests per window, default 60
 *   --window-ms N    length of the window, default 60000; whole seconds, because the headers have seconds
 *
 * Prints one line `{"baseUrl":...,"token":...}` when it is ready. See admin.ts for its admin API. SIGTERM or SIGINT stops it.
 */
import { parseArgs } from 'node:util';
import { adminDoor } from './admin';
import { startSimulator } from './index';
import { LiveTraffic } from './liveTraffic';

const OPTIONS = {
	port: { type: 'string' },
	token: { type: 'string' },
	limit: { type: 'string' },
	'window-ms': { type: 'string' },
} as const;

async function main(): Promise<void> {
	const { values } = parseArgs({ options: OPTIONS });
	const number = (text?: string) => (text === undefined ? undefined : Number(text));
	let live: LiveTraffic | undefined;
	const simulator = await startSimulator({
		port: number(values.port),
		token: values.token,
		rateLimit: { limit: number(values.limit), windowMs: number(values['window-ms']) },
		adminApi: (started) => adminDoor(started, (live = new LiveTraffic(started.store))),
	});
	const stop = () => {
		live?.run(0);
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
