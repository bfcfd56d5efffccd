/** An answer that is too large ends with a sentence, before it fills the memory of n8n. */
import { Readable } from 'node:stream';
import { runNode } from '../../harness/engine';
import { failureOf } from '../../harness/errors';
import { serversOfEachTest } from '../../harness/servers';
import { simulatorOfEachTest } from '../../harness/simulator';
import { byId, INBOX } from '../../resources/service';

const MEGABYTE = 1_000_000;
const TOO_LARGE = { name: 'NodeApiError', message: 'The answer of the service is larger than 100 MB' };
const labels = { resource: 'label', operation: 'getAll', messageBoxId: byId(INBOX) };

const simulator = simulatorOfEachTest();
const serve = serversOfEachTest();

it('packed, however little of it is sent', async () => {
	simulator.faults.add({ kind: 'large', megabytes: 101, isPacked: true });
	expect(await failureOf(simulator, labels)).toMatchObject(TOO_LARGE);
	expect(simulator.requests).toHaveLength(1);
});

it('an error is known by its status', async () => {
	simulator.faults.add({ kind: 'status', status: 400, body: 'x'.repeat(101 * MEGABYTE) });
	expect(await failureOf(simulator, labels)).toMatchObject({ name: 'NodeApiError', message: 'The service refused the values' });
});

it('an answer to a write: it may have been done', async () => {
	simulator.faults.add({ kind: 'large', megabytes: 101, when: { method: 'POST' } });
	const create = { resource: 'label', operation: 'create', messageBoxId: byId(INBOX), name: 'New', createLabelFields: { ifExists: 'create' } };
	expect((await failureOf(simulator, create)).description).toContain('The service may have done it nevertheless.');
	expect(simulator.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

it('one that never ends: no more of it is read than the bound', async () => {
	let sent = 0;
	const piece = Buffer.alloc(MEGABYTE, ' ');
	function* blanks() {
		for (;;) {
			sent += piece.length;
			yield piece;
		}
	}
	const baseUrl = await serve((_request, response) => void Readable.from(blanks()).pipe(response.writeHead(200, { 'Content-Type': 'application/json' })));
	expect(await failureOf({ baseUrl, token: 'token' }, labels)).toMatchObject(TOO_LARGE);
	expect(sent).toBeLessThan(150 * MEGABYTE);
});

it('one of 90 MB comes through', async () => {
	const { length } = await runNode(simulator, labels);
	simulator.faults.add({ kind: 'large', megabytes: 90 });
	expect(await runNode(simulator, labels)).toHaveLength(length);
});

it('an answer in pieces is one text, with a mark of its encoding before it', async () => {
	const name = '苦情';
	const whole = Buffer.from(`\ufeff${JSON.stringify([{ label_id: 1, name }])}`);
	const baseUrl = await serve((_request, response) => {
		response.writeHead(200, { 'Content-Type': 'application/json' });
		for (const byte of whole) response.write(Buffer.from([byte]));
		response.end();
	});
	expect(await runNode({ baseUrl, token: 'token' }, labels)).toMatchObject([{ json: { label_id: 1, name } }]);
});
