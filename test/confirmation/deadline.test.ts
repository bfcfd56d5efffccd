import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INodeParameters } from 'n8n-workflow';
import { runNode, type RunSettings } from '../harness/engine';
import { skipWaits } from '../harness/skippedWaits';

const JSON_HEADERS = { 'Content-Type': 'application/json' };
const FILE_HEADERS = { 'Content-Type': 'image/png', 'Content-Disposition': 'attachment; filename="photo.png"' };
const TIMEOUT = 600;

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

let server: Server;
let answers: Answer[];
/** Answers whose connection the client has closed before they were whole. */
let closed: { count: number };
let begun: () => void;
let hasBegun: Promise<void>;

skipWaits();

beforeEach(async () => {
	answers = [];
	// An answer of the test before may be closed only now.
	const counter = (closed = { count: 0 });
	hasBegun = new Promise((resolve) => (begun = resolve));
	server = createServer((request, response) => {
		request.resume();
		response.on('close', () => (counter.count += response.writableFinished ? 0 : 1));
		answers.shift()?.(response, request);
		begun();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
});

const service = () => ({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: `token-${Math.random()}` });
const inbox = { __rl: true, mode: 'id', value: 101 };
const labels = { resource: 'label', operation: 'getAll', messageBoxId: inbox, requestOptions: { timeout: TIMEOUT } };
const addLabel = {
	resource: 'ticket', operation: 'update', messageBoxId: inbox, ticketId: { __rl: true, mode: 'id', value: 5 },
	statusCd: 'open', labels: { values: { mode: 'add', labelIds: [3001] } }, requestOptions: { timeout: TIMEOUT },
};
const download = { resource: 'attachment', operation: 'download', messageBoxId: inbox, source: 'attachment', attachmentId: 1, requestOptions: { timeout: TIMEOUT } };

/** Writes a byte often enough for no pause between two to be long, for as long as the client stays. */
const drip = (headers: Record<string, string>, first: string): Answer => (response) => {
	response.writeHead(200, headers);
	response.write(first);
	const timer = setInterval(() => response.write(' '), TIMEOUT / 6);
	response.on('close', () => clearInterval(timer));
};
const whole = (body: string): Answer => (response) => response.writeHead(200, JSON_HEADERS).end(body);
/** A file that comes slower than the time-out, but never stands still. */
const slow: Answer = (response) => {
	response.writeHead(200, FILE_HEADERS);
	let parts = 0;
	const timer = setInterval(() => {
		if (++parts === 15) response.end('!');
		else response.write('x');
	}, TIMEOUT / 6);
	response.on('close', () => clearInterval(timer));
};
const standStill: Answer = (response) => {
	response.writeHead(200, { ...FILE_HEADERS, 'Content-Length': '100' });
	response.write('x');
};

/** The server sees the end of a connection a moment later. */
async function closedAre(count: number): Promise<void> {
	for (let tries = 0; tries < 100 && closed.count < count; tries++) await new Promise((resolve) => setTimeout(resolve, 20));
	expect(closed.count).toBe(count);
}

const run = async (parameters: INodeParameters, settings: RunSettings = {}) => await runNode(service(), parameters, settings);

describe('an answer that never ends', () => {
	it('is given up as a whole, its connection is closed, and it is asked again', async () => {
		answers = [drip(JSON_HEADERS, '['), whole('[{"label_id":1,"name":"A"}]')];
		const [item] = await run(labels);
		expect(item.json).toMatchObject({ label_id: 1 });
		await closedAre(1);
	});

	it('also where an update reads first', async () => {
		answers = [whole('[{"label_id":3001,"name":"A"}]'), drip(JSON_HEADERS, '{"ticket_id":5,'), whole('{"ticket_id":5,"label_ids":[],"pending_reason_id":null}'), (response) => response.writeHead(204).end()];
		const [item] = await run(addLabel);
		expect(item.json).toMatchObject({ success: true });
	});
});

describe('a file', () => {
	it('that stands still is given up and fetched again', async () => {
		answers = [standStill, slow];
		const [item] = await run(download);
		expect(Buffer.from(item.binary!.data.data, 'base64').toString()).toBe(`${'x'.repeat(14)}!`);
		await closedAre(1);
	});

	it('whose place is taken by an endless page is given up as well', async () => {
		answers = Array.from({ length: 9 }, () => drip({ 'Content-Type': 'text/html' }, '<html>'));
		await expect(run(download)).rejects.toMatchObject({ name: 'NodeApiError' });
		await closedAre(9 - answers.length);
	});
});

describe('Stop', () => {
	it.each([
		['while an update reads', addLabel, drip(JSON_HEADERS, '{')],
		['while a file comes', download, slow],
	])('%s: ends the request, and nothing is sent after it', async (_when, parameters, answer) => {
		answers = [answer, whole('[]'), whole('[]')];
		const stop = new AbortController();
		const running = run({ ...parameters, requestOptions: { timeout: 60_000 } }, { signal: stop.signal });
		await hasBegun;
		stop.abort();
		await expect(running).rejects.toThrow();
		expect(answers).toHaveLength(2);
		await closedAre(1);
	});
});

