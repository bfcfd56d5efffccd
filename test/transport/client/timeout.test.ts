/** How long a try lasts, and that stopping the execution ends it, through n8n's engine. */
import type { ServerResponse } from 'node:http';
import { runNode } from '../../harness/engine';
import { serversOfEachTest } from '../../harness/servers';
import { simulatorOfEachTest } from '../../harness/simulator';
import { skippingNow, skipTimeouts } from '../../harness/skippedWaits';
import { byId, INBOX } from '../../resources/service';
import type { FaultKind } from '../../simulator';

skipTimeouts();

const labels = { resource: 'label', operation: 'getAll', messageBoxId: byId(INBOX) };
/** The pause before the second try, and a few ms for requests. */
const PAUSE_MS = { least: 500, most: 600 };

describe.each<[string, FaultKind]>([
	['without headers', 'noAnswer'],
	['that stands still', 'stall'],
])('an answer %s is given up and asked for again', (_what, kind) => {
	const simulator = simulatorOfEachTest();

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
	const creation = { ...labels, operation: 'create', name: 'New', createLabelFields: { ifExists: 'create' } };
	const download = { resource: 'attachment', operation: 'download', messageBoxId: byId(INBOX), source: 'attachment', attachmentId: 1 };
	type Answer = (response: ServerResponse) => void;
	const begin = (headers: Record<string, string>, text: string): Answer => (response) => void response.writeHead(200, headers).write(text);
	const silence: Answer = () => {};
	const address: Answer = (response) => {
		response.writeHead(200, JSON_HEADERS).end(JSON.stringify({ url: `${baseUrl}/file`, file_name: 'a.png', expires_in_sec: 30 }));
	};

	const serve = serversOfEachTest();
	let baseUrl: string;

	it.each<[string, object, Answer[]]>([
		['before the headers', labels, [silence]],
		['while an answer comes', labels, [begin(JSON_HEADERS, '[')]],
		['while a write is under way', creation, [silence]],
		['while a file comes', download, [begin(FILE_HEADERS, 'x')]],
		['while a file is fetched from its address', download, [address, silence]],
		['while a file comes from its address', download, [address, begin(FILE_HEADERS, 'x')]],
	])('%s: ends the request, and nothing is sent after it', async (_when, parameters, given) => {
		let sent = 0;
		let [onLast, onCutOff] = [() => {}, () => {}];
		const hasBegun = new Promise<void>((resolve) => (onLast = resolve));
		/** An answer was cut off before it was whole. */
		const cutOff = new Promise<void>((resolve) => (onCutOff = resolve));
		baseUrl = await serve((request, response) => {
			request.resume();
			response.on('close', () => response.writableFinished || onCutOff());
			given[sent++]?.(response);
			if (sent === given.length) onLast();
		});
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
