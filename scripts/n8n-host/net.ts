import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** @returns a TCP port of 127.0.0.1 that nobody listens on at the moment */
export async function freePort(): Promise<number> {
	const server = createServer();
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	server.close();
	await once(server, 'close');
	return port;
}

export interface WaitOptions {
	timeoutMs: number;
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
	{ timeoutMs, everyMs = 250, detail }: WaitOptions,
): Promise<NonNullable<T>> {
	const deadline = Date.now() + timeoutMs;
	for (;;) {
		const answer = await probe();
		if (answer) return answer;
		if (Date.now() > deadline) {
			throw new Error(`Waited ${timeoutMs / 1000} s for ${what}\n${detail?.() ?? ''}`.trim());
		}
		await delay(everyMs);
	}
}
