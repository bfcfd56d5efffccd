import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { freePort, waitFor } from '../../scripts/n8n-host/net';
import { OwnProcess } from '../../scripts/n8n-host/process';

const START_TIMEOUT_MS = 10_000;

export interface Redis {
	port: number;
	stop(): Promise<void>;
}

/** @returns the path of redis-server. @throws that says what to install */
export function findRedis(): string {
	const inPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'redis-server'));
	const found = [process.env.REDIS_SERVER_PATH, ...inPath].find((path) => path && existsSync(path));
	if (found) return found;
	throw new Error(
		'No redis-server was found, which the test of queue mode needs. Debian, Ubuntu: apt-get install redis-server. Elsewhere: set REDIS_SERVER_PATH to it.',
	);
}

/**
 * Starts a Redis on a free port, reachable from this machine only, that writes nothing to the disk.
 *
 * @throws with its last lines when it does not start
 */
export async function startRedis(): Promise<Redis> {
	const port = await freePort();
	const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
	const server = new OwnProcess(findRedis(), settings, process.env);
	const answers = async () => {
		server.assertRunning();
		return await accepts(port);
	};
	try {
		await waitFor('Redis', answers, { timeoutMs: START_TIMEOUT_MS, detail: () => server.tail() });
	} catch (error) {
		await server.stop();
		throw error;
	}
	return { port, stop: async () => await server.stop() };
}

async function accepts(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const socket = connect({ port, host: '127.0.0.1' });
		socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
		socket.once('connect', () => socket.destroy());
	});
}
