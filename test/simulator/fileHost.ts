import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Answer, IncomingRequest, RecordedRequest, Violation } from './messages';
import { closed, listen } from './server';
import type { Attachment } from './store/types';

/** How long the address of a file is valid, in seconds, as clients of the service have seen. */
export const FILE_EXPIRES_IN_SEC = 30;

interface Placed {
	attachment: Attachment;
	until: number;
}

/**
 * The host of files, for attachment downloads that are answered with an address. It is not the service's host, so a request
 * with an access token is a violation.
 */
export class FileHost {
	/** requests that arrived here, oldest first; they do not count against the rate limit */
	readonly requests: RecordedRequest[] = [];
	private readonly placed = new Map<string, Placed>();
	private opened: { server: Server; port: number } | undefined;

	constructor(
		private readonly clock: () => number,
		private readonly report: (violation: Violation) => void,
	) {}

	/** Opens its port, once. */
	async start(): Promise<void> {
		this.opened ??= await listen(0, async (incoming) => this.answerTo(incoming));
	}

	/** @returns the address of the file, valid for `FILE_EXPIRES_IN_SEC` of the service's clock */
	addressOf(attachment: Attachment): string {
		if (!this.opened) throw new Error('The file host has no port: await start()');
		const path = `/files/${randomUUID()}`;
		this.placed.set(path, { attachment, until: this.clock() + FILE_EXPIRES_IN_SEC * 1000 });
		return `http://127.0.0.1:${this.opened.port}${path}?signature=${randomUUID()}`;
	}

	async stop(): Promise<void> {
		if (this.opened) await closed(this.opened.server);
	}

	private answerTo(incoming: IncomingRequest): Answer {
		const [path] = incoming.path.split('?');
		const request: RecordedRequest = { ...incoming, path, at: this.clock(), query: {}, rawBody: '', body: undefined };
		this.requests.push(request);
		if (request.headers.authorization !== undefined) {
			this.report({ request, message: 'the access token was sent to the address of a file' });
		}
		const file = this.placed.get(path);
		if (!file || this.clock() >= file.until) return { status: 403, headers: {}, body: Buffer.from('Request has expired') };
		return { status: 200, headers: { 'Content-Type': file.attachment.content_type }, body: file.attachment.content };
	}
}
