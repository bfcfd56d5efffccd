import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { SELF_SIGNED } from './selfSigned';

/**
 * For a test that needs a server other than the simulator. Each server is closed after the test that started it.
 *
 * @returns a function that starts a server, and returns its address
 */
export function serversOfEachTest(): (answer: RequestListener, scheme?: 'http' | 'https') => Promise<string> {
	const servers: Server[] = [];

	afterEach(async () => {
		for (const server of servers.splice(0)) {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		}
	});

	return async (answer, scheme = 'http') => {
		const server = scheme === 'http' ? createServer(answer) : createTlsServer(SELF_SIGNED, answer);
		servers.push(server);
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
	};
}
