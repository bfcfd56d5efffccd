/**
 * The other end of the wire, as a process of its own so that its work is not measured: every request gets the same
 * ticket, `/api/v2/101/messages/attachments/ID` a file of ID MB. Prints its address. Ends with its standard input.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';

const MESSAGE = { from: 'anna@example.com', to: 'support@example.com', sent_at: '2026-01-05T09:00:00Z', body: 'Where is my order? '.repeat(30) };
const MESSAGES = [1, 2, 3].map((message_id) => ({ message_id, ...MESSAGE, method_cd: 'mail', action_cd: 'received', attachments: [] }));
const TICKET = JSON.stringify({ ticket_id: 10_001, title: 'A ticket', status_cd: 'open', label_ids: [], messages: MESSAGES });
const CHUNK = Buffer.alloc(1_000_000, 'x');

const server = createServer((request, response) => {
	const reset = Math.ceil(Date.now() / 1_000) + 60;
	response.setHeader('X-RateLimit-Limit', '1000000');
	response.setHeader('X-RateLimit-Remaining', '1000000');
	response.setHeader('X-RateLimit-Reset', String(reset));
	const megabytes = Number(/attachments\/(\d+)$/.exec(request.url ?? '')?.[1] ?? 0);
	if (megabytes > 0) {
		response.writeHead(200, { 'Content-Type': 'application/octet-stream', 'Content-Disposition': 'attachment; filename="large.bin"' });
		Readable.from((function* () {
			for (let number = 0; number < megabytes; number++) yield CHUNK;
		})()).pipe(response);
		return;
	}
	response.setHeader('Content-Type', 'application/json');
	response.end(TICKET);
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.stdin.on('end', () => process.exit()).resume();
