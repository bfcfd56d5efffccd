/** How long a try lasts, and that stopping the execution ends it, through n8n's engine. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runNode } from '../../harness/engine';
import { skippingNow, skipTimeouts } from '../../harness/skippedWaits';
import { byId, INBOX } from '../../resources/service';
import { startSimulator, type FaultKind, type Simulator } from '../../simulator';

skipTimeouts();

const labels = { resource: 'label', operation: 'getAll', messageBoxId: byId(INBOX) };
/** The pause before the second try, and a few ms for requests. */
const PAUSE_MS = { least: 500, most: 600 };

describe.each<[string, FaultKind]>([
	['without headers', 'noAnswer'],
	['that stands still', 'stall'],
])('an answer %s is given up and asked for again', (_what, kind) => {
	let simulator: Simulator;

	beforeEach(async () => {
		simulator = await startSimulator({ clock: skippingNow });
	});

	afterEach(async () => {
		await simulator.stop();
	});

	it.each([
		['after 14 seconds', {}, 14_000],
		['after the Timeout of Request Options', { requestOptions: { timeout: 20_000 } }, 20_000],
	])('%s', async (_when, options, timeout) => {
		simulator.faults.add({ kind });
		const begun = skippingNow();
		expect((await runNode(simulator, { ...labels, ...options })).length).toBeGreaterThan(0);
		expect(simulator.requests.map(({ status }) => status)).toEqual([expect.anything(), 200]);
		expect(skippingNow() - begun).toBeGreaterThanOrEqual(timeout + PAUSE_MS.least);
		expect(skippingNow() - begun).toBeLessThan(timeout + PAUSE_MS.most);
	});
});

describe('Stop', () => {
	const JSON_HEADERS = { 'Content-Type': 'application/json' };
	const FILE_HEADERS = { 'Content-Type': 'image/png', 'Content-Disposition': 'attachment; filename="photo.png"' };
	const creation = { ...labels, operation: 'create', name: 'New', additionalFields: { ifExists: 'create' } };
	const download = { resource: 'attachment', operation: 'download', messageBoxId: byId(INBOX), source: 'attachment', attachmentId: 1 };
	type Answer = (response: ServerResponse) => void;
	const begin = (headers: Record<string, string>, text: string): Answer => (response) => void response.writeHead(200, headers).write(text);
	const silence: Answer = () => {};
	const address: Answer = (response) => {
		response.writeHead(200, JSON_HEADERS).end(JSON.stringify({ url: `${baseUrl}/file`, file_name: 'a.png', expires_in_sec: 30 }));
	};

	let server: Server;
	let baseUrl: string;
	let answers: Answer[];
	let onLast: () => void;
	/** Answers that were cut off before they were whole. */
	let cutOff: Promise<void>;

	beforeEach(async () => {
		let onCutOff = () => {};
		cutOff = new Promise((resolve) => (onCutOff = resolve));
		server = createServer((request, response) => {
			request.resume();
			response.on('close', () => response.writableFinished || onCutOff());
			answers.shift()?.(response);
			if (answers.length === 0) onLast();
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	});

	afterEach(async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	});

	it.each<[string, object, Answer[]]>([
		['before the headers', labels, [silence]],
		['while an answer comes', labels, [begin(JSON_HEADERS, '[')]],
		['while a write is under way', creation, [silence]],
		['while a file comes', download, [begin(FILE_HEADERS, 'x')]],
		['while a file is fetched from its address', download, [address, silence]],
		['while a file comes from its address', download, [address, begin(FILE_HEADERS, 'x')]],
	])('%s: ends the request, and nothing is sent after it', async (_when, parameters, given) => {
		answers = [...given];
		let sent = 0;
		server.on('request', () => (sent += 1));
		const hasBegun = new Promise<void>((resolve) => (onLast = resolve));
		const stop = new AbortController();
		const running = runNode({ baseUrl, token: `token-${_when}`.replace(/ /g, '-') }, { ...parameters }, { signal: stop.signal });
		const ended = expect(running).rejects.toThrow();
		await hasBegun;
		stop.abort();
		await ended;
		await cutOff;
		expect(sent).toBe(given.length);
	});
});
