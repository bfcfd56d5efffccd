import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { runNode } from '../../harness/engine';
import { storeFilesWith } from '../../harness/olderVersions';
import { serversOfEachTest } from '../../harness/servers';
import { byId } from '../service';

const MEGABYTE = 1024 * 1024;
const HEADERS = { 'Content-Type': 'image/png', 'Content-Disposition': 'attachment; filename="photo.png"' };

const serve = serversOfEachTest();
let answers: Array<(response: ServerResponse) => void>;

afterEach(() => jest.restoreAllMocks());

/** Downloads a file from a server that gives the answers, one after the other. */
const download = async () => {
	const baseUrl = await serve((_request, response) => answers.shift()?.(response));
	return await runNode({ baseUrl, token: `token-${Math.random()}` }, { resource: 'attachment', operation: 'download', messageBoxId: byId(101), source: 'attachment', attachmentId: 1 });
};

const whole = (response: ServerResponse) => response.writeHead(200, { ...HEADERS, 'Content-Length': 6 }).end('abcdef');
const cut = (response: ServerResponse) => {
	response.writeHead(200, { ...HEADERS, 'Content-Length': 6 });
	response.write('abc', () => response.socket?.resetAndDestroy());
};
const cutChunks = (response: ServerResponse) => {
	response.writeHead(200, HEADERS);
	response.write('abc', () => response.socket?.destroy());
};

it.each([
	['with a known length', cut],
	['in chunks', cutChunks],
])('a file cut off half way, %s, is fetched again', async (_how, broken) => {
	answers = [broken, whole];
	const [item] = await download();
	expect(Buffer.from(item.binary!.data.data, 'base64').toString()).toBe('abcdef');
	expect(answers).toEqual([]);
});

it('a file that is cut off every time is an error, not half a file', async () => {
	answers = Array.from({ length: 10 }, () => cut);
	await expect(download()).rejects.toMatchObject({
		name: 'NodeApiError',
		message: expect.stringContaining('The connection broke before the answer came'),
	});
	// The first try and three more.
	expect(answers).toHaveLength(6);
});

it("n8n's own storage failing is reported as that, and the service is not asked again", async () => {
	answers = [whole, whole];
	storeFilesWith(async () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })));
	await expect(download()).rejects.toThrow('n8n could not store the file (ENOSPC)');
	expect(answers).toHaveLength(1);
});

it('a large file passes through as it is stored: nothing runs ahead of the store', async () => {
	const size = 64 * MEGABYTE;
	const block = Buffer.alloc(64 * 1024, 1);
	let sent = 0;
	function* blocks() {
		for (; sent < size; sent += block.length) yield block;
	}
	answers = [(response) => Readable.from(blocks()).pipe(response.writeHead(200, { ...HEADERS, 'Content-Length': size }))];
	let stored = 0;
	let ahead = 0;
	storeFilesWith(async (data, binary) => {
		expect(Buffer.isBuffer(data)).toBe(false);
		for await (const chunk of data as NodeJS.ReadableStream) {
			// Long enough for all of it to arrive, if anything took it in.
			if (stored === 0) await new Promise((resolve) => setTimeout(resolve, 500));
			ahead = Math.max(ahead, sent - stored);
			stored += (chunk as Buffer).length;
		}
		return { ...binary, id: 'filesystem-v2:1', bytes: stored };
	});
	const [item] = await download();
	expect(stored).toBe(size);
	expect(item.binary!.data).toMatchObject({ id: 'filesystem-v2:1', fileName: 'photo.png', mimeType: 'image/png' });
	expect(ahead).toBeLessThan(size / 2);
});
