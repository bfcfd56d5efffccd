import type { IncomingMessage, RequestListener } from 'node:http';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { runNode } from '../../harness/engine';
import { serversOfEachTest } from '../../harness/servers';
import { simulatorOfEachTest } from '../../harness/simulator';
import { skipTimeouts } from '../../harness/skippedWaits';
import { byId, INBOX } from '../service';

skipTimeouts();

const download = { resource: 'attachment', operation: 'download', messageBoxId: byId(INBOX) };
const content = ({ binary }: INodeExecutionData) => Buffer.from(binary!.data.data, 'base64').toString();

describe.each([
	['address', 'invoice 請求.html'],
	['redirect', null],
] as const)('a service that answers by %s', (attachmentAnswer, named) => {
	// The token at another host would be a violation.
	const simulator = simulatorOfEachTest({ attachmentAnswer });
	const attached = (file_name: string, content_type: string) =>
		simulator.store.createTicket({ message_box_id: INBOX, messages: [{ attachments: [{ file_name, content_type, content: 'abc' }] }] });

	it('gives the file, which is fetched once, without the token', async () => {
		const { messages } = attached('invoice 請求.html', 'application/pdf');
		const [item] = await runNode(simulator, { ...download, source: 'attachment', attachmentId: messages[0].attachments[0].attachment_id });
		expect(content(item)).toBe('abc');
		expect(item.json).toMatchObject({ file_name: named, mime_type: 'application/pdf' });
		expect(simulator.requests).toHaveLength(1);
		expect(simulator.files.requests).toHaveLength(1);
		expect(JSON.stringify(simulator.files.requests[0].headers)).not.toContain(simulator.token);
	});

	it('gives all files of a ticket with the names that the ticket knows', async () => {
		const { ticket_id } = attached('a.txt', 'text/plain');
		const [item] = await runNode(simulator, { ...download, source: 'ticket', attachmentTicketId: byId(ticket_id) });
		expect([content(item), item.json.file_name]).toEqual(['abc', 'a.txt']);
	});
});

describe('any service', () => {
	const TOKEN = 'tok_must_stay_at_home';
	const serve = serversOfEachTest();
	let seen: IncomingMessage[];
	beforeEach(() => (seen = []));

	const host = async (answer: RequestListener, scheme: 'http' | 'https' = 'http') =>
		await serve((request, response) => {
			seen.push(request);
			answer(request, response);
		}, scheme);
	const run = async (baseUrl: string, more: INodeParameters = {}) =>
		await runNode({ baseUrl, token: TOKEN }, { ...download, source: 'attachment', attachmentId: 1, ...more });
	const json = (body: unknown): RequestListener => (_request, response) =>
		response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
	const noFile = { message: 'The service answered with something other than a file' };

	it('a JSON file that is the attachment stays a file, whatever it says', async () => {
		const body = JSON.stringify({ url: 'http://127.0.0.1:1/x', file_name: 'x', expires_in_sec: 30 });
		const base = await serve((_request, response) =>
			response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Disposition': 'attachment; filename="a.json"' }).end(body),
		);
		const [item] = await run(base);
		expect([content(item), item.json.file_name]).toEqual([body, 'a.json']);
	});

	it('a name never has a folder in it', async () => {
		const files = await host((_request, response) => response.end('abc'));
		const [item] = await run(await serve(json({ url: `${files}/1`, file_name: '../../a; b.txt', expires_in_sec: 30 })));
		expect(item.json).toMatchObject({ file_name: 'a; b.txt', mime_type: 'application/octet-stream' });
	});

	it('an address that has expired is asked for anew', async () => {
		const files = await host(({ url }, response) => response.writeHead(url === '/2' ? 200 : 403).end('abc'));
		let asked = 0;
		const base = await serve((request, response) => json({ url: `${files}/${++asked}`, file_name: 'a.txt' })(request, response));
		expect(content((await run(base))[0])).toBe('abc');
		expect(seen.map(({ url }) => url)).toEqual(['/1', '/2']);
	});

	it('the host that does not give the file is named, and not taken for the rate limit', async () => {
		const files = await host((_request, response) => response.writeHead(403).end());
		const base = await serve(json({ url: `${files}/1?signature=secret`, file_name: 'a.txt' }));
		await expect(run(base)).rejects.toMatchObject({ message: `The file could not be fetched from ${new URL(files).host} (status 403)` });
		const gone = await serve(json({ url: 'http://127.0.0.1:1/x?signature=secret', file_name: 'a.txt' }));
		await expect(run(gone)).rejects.toMatchObject({ message: 'The file could not be fetched from 127.0.0.1:1 (ECONNREFUSED)' });
	});

	it.each([
		['an address that is no web address', json({ url: 'file:///etc/passwd', file_name: 'a.txt' })],
		['an address with a password', json({ url: 'http://a:b@127.0.0.1:1/', file_name: 'a.txt' })],
		['JSON that is about something else', json({ url: 'http://127.0.0.1:1/' })],
		['an empty address', json({ url: '', file_name: 'a.txt' })],
	])('%s is not asked', async (_what, answer) => {
		await expect(run(await serve(answer))).rejects.toMatchObject(noFile);
	});

	it('from https only https is followed', async () => {
		const files = await host((_request, response) => response.end('abc'));
		const secure = await host((_request, response) => response.end('abc'), 'https');
		const unsafe = { requestOptions: { allowUnauthorizedCerts: true } };
		await expect(run(await serve(json({ url: `${files}/1`, file_name: 'a' }), 'https'), unsafe)).rejects.toMatchObject(noFile);
		expect(seen).toEqual([]);
		expect(content((await run(await serve(json({ url: `${secure}/1`, file_name: 'a' }), 'https'), unsafe))[0])).toBe('abc');
	});

	it.each([
		['a.pdf', 'refused'],
		['a.html', 'given'],
		['A.HTM', 'given'],
	])('a page in the place of %s is %s', async (file_name, end) => {
		const files = await host((_request, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<title>Expired</title>'));
		const downloaded = run(await serve(json({ url: `${files}/1`, file_name })));
		if (end === 'refused') await expect(downloaded).rejects.toMatchObject(noFile);
		else expect((await downloaded)[0].json.file_name).toBe(file_name);
	});

	it('the page that a redirect leads to is no file', async () => {
		const login = await host((_request, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<title>Sign in</title>'));
		const base = await serve((_request, response) => response.writeHead(302, { Location: `${login}/login` }).end());
		await expect(run(base)).rejects.toMatchObject({ message: 'The service redirected the request (302)' });
	});

	it('the token reaches no other host, and no redirect from there is followed', async () => {
		const third = await host((_request, response) => response.end('abc'));
		const files = await host((_request, response) => response.writeHead(302, { Location: third }).end());
		await expect(run(await serve(json({ url: files, file_name: 'a.txt' })))).rejects.toThrow('(status 302)');
		expect(seen.length).toBeGreaterThan(0);
		for (const { headers } of seen) {
			expect(new URL(`http://${headers.host}`).host).toBe(new URL(files).host);
			expect(JSON.stringify(headers)).not.toContain(TOKEN);
			expect(headers).not.toHaveProperty('authorization');
		}
	});
});
