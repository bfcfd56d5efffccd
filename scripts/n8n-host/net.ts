import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Ports that no system gives to a server that asks for any: what is free here stays so until its owner listens. */
const [FIRST_PORT, PORTS] = [20_000, 10_000];

/** @returns a TCP port of 127.0.0.1 that nobody listens on at the moment */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = FIRST_PORT + randomInt(PORTS);
		const server = createServer().listen(port, '127.0.0.1');
		if (!(await once(server, 'listening').then(() => true, () => false))) continue;
		server.close();
		await once(server, 'close');
		return port;
	}
}

/** A server of this process, for those on this machine only. */
export interface LocalServer {
	/** `http://127.0.0.1:<port>` */
	url: string;
	/** Closes the port and every open connection. */
	stop(): Promise<void>;
}

/** Answers HTTP requests on a free port. */
export async function serveLocally(listener: RequestListener): Promise<LocalServer> {
	const server = createHttpServer(listener);
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const stop = async () => {
		server.closeAllConnections();
		server.close();
		await once(server, 'close');
	};
	return { url: `http://127.0.0.1:${port}`, stop };
}

/** Only what will never come waits so long: a machine may be as slow as it likes (ms). */
export const LONGEST_WAIT_MS = 300_000;

export interface WaitOptions {
	/** Default 250. */
	everyMs?: number;
	/** Added to the error, for example the last lines of a log. */
	detail?: () => string;
}

/**
 * Asks again and again until there is a truthy answer.
 *
 * @returns that answer
 * @throws `Waited N s for <what>` when the time is over, and whatever `probe` throws
 */
export async function waitFor<T>(
	what: string,
	probe: () => Promise<T> | T,
	{ everyMs = 250, detail }: WaitOptions = {},
): Promise<NonNullable<T>> {
	const deadline = Date.now() + LONGEST_WAIT_MS;
	for (;;) {
		const answer = await probe();
		if (answer) return answer;
		if (Date.now() > deadline) {
			throw new Error(`Waited ${LONGEST_WAIT_MS / 1000} s for ${what}\n${detail?.() ?? ''}`.trim());
		}
		await delay(everyMs);
	}
}
