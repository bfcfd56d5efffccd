import type { LocalServer } from '../../../scripts/n8n-host/net';
import { standIn } from '../standIn';

/** A file that was put. */
export interface StoredFile {
	/** decoded */
	path: string;
	type: string | undefined;
	content: Buffer;
}

export interface Storage extends LocalServer {
	/** everything that was put, in order */
	files: StoredFile[];
}

/** Stands in for a storage that takes files by HTTP PUT. */
export async function startStorage(): Promise<Storage> {
	const files: StoredFile[] = [];
	const server = await standIn(({ what, headers, bytes }) => {
		const [method, path = ''] = what.split(' ');
		if (method !== 'PUT') return { status: 405 };
		files.push({ path: decodeURIComponent(path), type: headers['content-type'], content: bytes });
		return {};
	});
	return { ...server, files };
}
