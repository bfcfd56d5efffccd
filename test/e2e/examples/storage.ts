import { buffer } from 'node:stream/consumers';
import { serveLocally, type LocalServer } from '../../../scripts/n8n-host/net';

/** A file that was put. */
export interface StoredFile {
	/** decoded */
	path: string;
	type: string | undefined;
	content: string;
}

export interface Storage extends LocalServer {
	/** everything that was put, in order */
	files: StoredFile[];
}

/** Stands in for a storage that takes files by HTTP PUT. */
export async function startStorage(): Promise<Storage> {
	const files: StoredFile[] = [];
	const server = await serveLocally((request, response) => {
		void buffer(request).then((content) => {
			const isPut = request.method === 'PUT';
			const path = decodeURIComponent(request.url ?? '');
			if (isPut) files.push({ path, type: request.headers['content-type'], content: content.toString() });
			response.writeHead(isPut ? 200 : 405).end();
		});
	});
	return { ...server, files };
}
