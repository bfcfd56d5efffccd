import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A message as a Slack incoming webhook takes it. */
export interface SlackMessage {
	text: string;
}

export interface Receiver {
	/** To be put where a user puts the address of the Slack webhook. */
	url: string;
	/** Everything that arrived, in order. */
	messages: SlackMessage[];
	stop(): Promise<void>;
}

/**
 * Stands in for Slack: takes what an incoming webhook takes and refuses what it refuses (no text, no JSON) with 400.
 *
 * @param onMessage called for each accepted message
 */
export async function startReceiver(onMessage: (message: SlackMessage) => void = () => {}): Promise<Receiver> {
	const messages: SlackMessage[] = [];
	const server = createServer((request, response) => {
		let body = '';
		request.setEncoding('utf8').on('data', (chunk) => (body += chunk));
		request.on('end', () => {
			const message = readMessage(body);
			if (message) {
				messages.push(message);
				onMessage(message);
			}
			response.writeHead(message ? 200 : 400, { 'Content-Type': 'text/plain' });
			response.end(message ? 'ok' : 'invalid_payload');
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const stop = async () => {
		server.closeAllConnections();
		server.close();
		await once(server, 'close');
	};
	return { url: `http://127.0.0.1:${port}/services/T000/B000/local`, messages, stop };
}

function readMessage(body: string): SlackMessage | undefined {
	try {
		const parsed = JSON.parse(body) as Partial<SlackMessage> | null;
		return typeof parsed?.text === 'string' && parsed.text !== '' ? (parsed as SlackMessage) : undefined;
	} catch {
		return undefined;
	}
}
