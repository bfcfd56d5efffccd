import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deliver } from './delivery';
import type { IncomingRequest, Outcome } from './messages';

/** Answers requests of the machine's own user outside the service; returns whether the request was for it. */
export type AdminApi = (request: IncomingMessage, body: Buffer, response: ServerResponse) => boolean;

async function readAll(request: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks);
}

/** Closes a server's port and every open connection. */
export async function closed(server: Server): Promise<void> {
	await new Promise<void>((resolve) => {
		server.close(() => resolve());
		server.closeAllConnections();
	});
}

/**
 * Puts the service on a port of 127.0.0.1.
 * @param handle answers a request of the service
 * @param adminApi is asked first; the process then lives as long as the server
 */
export async function listen(
	port: number,
	handle: (request: IncomingRequest) => Promise<Outcome>,
	adminApi?: AdminApi,
): Promise<{ server: Server; port: number }> {
	const serve = async (request: IncomingMessage, response: ServerResponse) => {
		const rawBody = await readAll(request);
		if (adminApi?.(request, rawBody, response)) return;
		const { method = '', url = '' } = request;
		const headers = request.headers as Record<string, string | undefined>;
		deliver(await handle({ method, path: url, headers, rawBody }), response);
	};
	const server = createServer((request, response) => {
		// If the client disconnects while sending, there is nothing to answer.
		serve(request, response).catch(() => response.destroy());
	});
	// If the server closed an idle socket just as the client reuses it, the test would see an unintended fault.
	server.keepAliveTimeout = 10 * 60_000;
	if (!adminApi) {
		// In a test run, a simulator that was not stopped must not keep the process alive.
		server.unref();
		server.on('connection', (socket) => socket.unref());
	}
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', resolve);
	});
	return { server, port: (server.address() as AddressInfo).port };
}
