import { createHmac } from 'node:crypto';
import type { LocalServer } from '../../../scripts/n8n-host/net';
import { standIn } from '../standIn';

export const BOT_TOKEN = 'xoxb-stand-in';
/** of its app: Slack signs with it what it sends */
export const SIGNING_SECRET = 'signing-secret-stand-in';
export const CHANNEL = 'C0STANDIN';
export const CHANNEL_NAME = 'support';

/** A message as it is in the channel. */
export interface Post {
	ts: string;
	/** the message that began the thread; absent for one that is in the channel itself */
	thread_ts?: string;
	text: string;
	/** absent for the channel of `postMessageUrl` */
	channel?: string;
	/** its buttons and what stands around them; absent for a plain text */
	blocks?: unknown;
}

export interface SlackApi extends LocalServer {
	/** `chat.postMessage`, with a channel; others begin with the same letters */
	postMessageUrl: string;
	/** everything that was posted, in order */
	posts: Post[];
}

/**
 * Stands in for Slack's `chat.postMessage`, with threads, and its list of channels: refuses as Slack does, with status 200
 * and `ok: false`.
 *
 * @param onPost called for each message that it takes
 */
export async function startSlackApi(onPost: (post: Post) => void = () => {}): Promise<SlackApi> {
	const posts: Post[] = [];
	const refusal = (sent: URLSearchParams): string | undefined => {
		if (!sent.get('channel')?.startsWith(CHANNEL)) return 'channel_not_found';
		if (!sent.get('text')) return 'no_text';
		const thread = sent.get('thread_ts');
		return thread === null || posts.some(({ ts }) => ts === thread) ? undefined : 'thread_not_found';
	};
	const server = await standIn(({ what, query, headers, text }) => {
		if (headers.authorization !== `Bearer ${BOT_TOKEN}`) return { body: { ok: false, error: 'invalid_auth' } };
		if (what === 'GET /api/conversations.list') return { body: { ok: true, channels: [{ id: CHANNEL, name: CHANNEL_NAME }] } };
		if (what === 'GET /api/users.profile.get') return { body: { ok: true } };
		if (what !== 'POST /api/chat.postMessage') return undefined;
		// Slack takes arguments from the query, from a form or from JSON, or from a mix.
		const isJson = headers['content-type']?.startsWith('application/json');
		const sent = new URLSearchParams([...query, ...(isJson ? fromJson(text) : new URLSearchParams(text))]);
		const error = refusal(sent);
		if (error) return { body: { ok: false, error } };
		const ts = `1700000000.${String(posts.length + 1).padStart(6, '0')}`;
		const [thread_ts, blocks] = [sent.get('thread_ts'), sent.get('blocks')];
		const channel = sent.get('channel') ?? CHANNEL;
		const where = { ...(thread_ts !== null && { thread_ts }), ...(channel !== CHANNEL && { channel }) };
		const post = { ts, ...where, text: sent.get('text') ?? '', ...(blocks !== null && { blocks: JSON.parse(blocks) as unknown }) };
		posts.push(post);
		onPost(post);
		return { body: { ok: true, channel, ts } };
	});
	return { ...server, postMessageUrl: `${server.url}/api/chat.postMessage?channel=${CHANNEL}`, posts };
}

function fromJson(text: string): Array<[string, string]> {
	return Object.entries(JSON.parse(text) as Record<string, unknown>).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]);
}

/** Sends what Slack sends to the address of an app, signed as Slack signs it. @param options for what somebody else would send, or what came late */
export async function callAsSlack(url: string, contentType: string, body: string, options: { secret?: string; at?: number; headers?: Record<string, string> } = {}): Promise<Response> {
	const { secret = SIGNING_SECRET, at = Date.now(), headers = {} } = options;
	const timestamp = String(Math.floor(at / 1000));
	const signature = `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')}`;
	const all = { ...headers, 'Content-Type': contentType, 'X-Slack-Request-Timestamp': timestamp, 'X-Slack-Signature': signature };
	return await fetch(url, { method: 'POST', headers: all, body });
}
