import type { IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { serveLocally, type LocalServer } from '../../scripts/n8n-host/net';

/** A request as a stand-in for somebody else's server gets it. */
export interface Asked {
	/** method and path, for example `POST /v1/messages` */
	what: string;
	query: URLSearchParams;
	headers: IncomingHttpHeaders;
	bytes: Buffer;
	/** the body as text */
	text: string;
}

export interface Reply {
	/** Default 200. */
	status?: number;
	/** sent as JSON; absent for an empty answer */
	body?: unknown;
}

/** Stands in for a server of somebody else. @param answer undefined for what that server does not know; what it throws is the server's refusal, with 400 */
export async function standIn(answer: (asked: Asked) => Reply | undefined): Promise<LocalServer> {
	return await serveLocally((request, response) => {
		void buffer(request).then((bytes) => {
			const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://stand-in');
			const { status = 200, body } = answered(() => answer({ what: `${request.method} ${pathname}`, query, headers: request.headers, bytes, text: bytes.toString() }));
			response.writeHead(status, body === undefined ? {} : { 'Content-Type': 'application/json' });
			response.end(body === undefined ? undefined : JSON.stringify(body));
		});
	});
}

function answered(answer: () => Reply | undefined): Reply {
	try {
		return answer() ?? { status: 404 };
	} catch (error) {
		return { status: 400, body: { error: { message: String(error) } } };
	}
}
