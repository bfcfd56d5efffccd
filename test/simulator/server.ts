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
		// A client that goes away while sending leaves nothing to answer.
		serve(request, response).catch(() => response.destroy());
	});
	// A socket closed for idleness just as a client reuses it would look like a fault that nobody asked for.
	server.keepAliveTimeout = 10 * 60_000;
	if (!adminApi) {
		// Within a test run a forgotten simulator must not keep the process from ending.
		server.unref();
		server.on('connection', (socket) => socket.unref());
	}
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', resolve);
	});
	return { server, port: (server.address() as AddressInfo).port };
}
