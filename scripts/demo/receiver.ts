import { serveLocally } from '../n8n-host/net';
import { say } from '../run';

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
	const { url, stop } = await serveLocally((request, response) => {
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
	return { url: `${url}/services/T000/B000/local`, messages, stop };
}

function readMessage(body: string): SlackMessage | undefined {
	try {
		const parsed = JSON.parse(body) as Partial<SlackMessage> | null;
		return typeof parsed?.text === 'string' && parsed.text !== '' ? (parsed as SlackMessage) : undefined;
	} catch {
		return undefined;
	}
}

/** Prints a message roughly as Slack shows it. */
export function saySlackMessage({ text, thread_ts }: SlackMessage & { thread_ts?: string }): void {
	say(thread_ts === undefined ? 'Slack would show:' : 'Slack would show in a thread:');
	// Slack writes links as <address|text> and bold as *text*.
	const plain = text.replace(/<([^|>]+)\|([^>]+)>/g, '$2').replace(/\*([^*\n]+)\*/g, '$1').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
	for (const line of plain.split('\n')) console.log(`          ┃ ${line}`);
}
