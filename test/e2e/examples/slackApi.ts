import { text } from 'node:stream/consumers';
import { serveLocally, type LocalServer } from '../../../scripts/n8n-host/net';

export const BOT_TOKEN = 'xoxb-stand-in';
const CHANNEL = 'C0STANDIN';

/** A message as it stands in the channel. */
export interface Post {
	ts: string;
	/** the message that began the thread; absent for one that stands in the channel itself */
	thread_ts?: string;
	text: string;
}

export interface SlackApi extends LocalServer {
	/** `chat.postMessage` of the one channel there is. */
	postMessageUrl: string;
	/** everything that was posted, in order */
	posts: Post[];
}

/** Stands in for Slack's `chat.postMessage`, with threads: refuses as Slack does, with status 200 and `ok: false`. */
export async function startSlackApi(): Promise<SlackApi> {
	const posts: Post[] = [];
	const refusal = (authorization: string | undefined, sent: URLSearchParams): string | undefined => {
		if (authorization !== `Bearer ${BOT_TOKEN}`) return 'invalid_auth';
		if (sent.get('channel') !== CHANNEL) return 'channel_not_found';
		if (!sent.get('text')) return 'no_text';
		const thread = sent.get('thread_ts');
		return thread === null || posts.some(({ ts }) => ts === thread) ? undefined : 'thread_not_found';
	};
	const server = await serveLocally((request, response) => {
		void text(request).then((body) => {
			const { pathname, searchParams } = new URL(request.url ?? '/', 'http://slack');
			if (request.method !== 'POST' || pathname !== '/api/chat.postMessage') return response.writeHead(404).end();
			// Slack takes arguments from the query, from a form, or from a mix of both.
			const sent = new URLSearchParams([...searchParams, ...new URLSearchParams(body)]);
			const error = refusal(request.headers.authorization, sent);
			const ts = `1700000000.${String(posts.length + 1).padStart(6, '0')}`;
			const thread_ts = sent.get('thread_ts');
			if (!error) posts.push({ ts, ...(thread_ts !== null && { thread_ts }), text: sent.get('text') ?? '' });
			response.writeHead(200, { 'Content-Type': 'application/json' });
			return response.end(JSON.stringify(error ? { ok: false, error } : { ok: true, channel: CHANNEL, ts }));
		});
	});
	return { ...server, postMessageUrl: `${server.url}/api/chat.postMessage?channel=${CHANNEL}`, posts };
}
