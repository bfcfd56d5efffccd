/** What comes with an error: a body and headers that the document does not show there end in words, as the status says. */
import { runNode } from '../harness/engine';
import { sampled } from '../harness/scope';
import { skippingNow, skipTimeouts } from '../harness/skippedWaits';
import { byId, INBOX } from '../resources/service';
import { startSimulator, type Simulator } from '../simulator';
import { VALUES, written } from './mutations';
import { rawIn } from './run';

skipTimeouts();

let simulator: Simulator;
beforeEach(async () => {
	simulator = await startSimulator({ clock: skippingNow, seed: { tickets: 3 }, rateLimit: { limit: 10_000 }, token: `token-${Math.random()}` });
});
afterEach(async () => await simulator.stop());

const inbox = { messageBoxId: byId(INBOX) };
const USES = {
	'a list': { resource: 'label', operation: 'getAll', ...inbox },
	'a write': { resource: 'ticket', operation: 'create', ...inbox, ticketSubject: 'Hello' },
	'a file': { resource: 'attachment', operation: 'download', ...inbox, source: 'attachment', attachmentId: '1' },
};

/** @returns how the use ends while every answer has this status, with another body or headers */
async function endOf(use: keyof typeof USES, status: number, fault: object): Promise<string> {
	simulator.faults.clear();
	simulator.faults.add({ kind: 'status', status, ...fault, when: { times: 'always' } });
	return await runNode(simulator, USES[use]).then(() => 'no error', (error: Error) => rawIn(error) ?? 'in words');
}

const HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'Date', 'Content-Type', 'Location', 'Retry-After'];
const HEADER_VALUES = ['', 'x', '-1', '0', '1e999', 'NaN', '9007199254740993', '99999999999999999999', 'constructor', '__proto__', '+275760-09-13T00:00:00.000Z', 'Tue, 99 Foo 9999 99:99:99 GMT', '//', 'http://[', ','];

/** @returns the pairs of what is in both lists */
const pairs = <A, B>(some: readonly A[], others: readonly B[]) => some.flatMap((one) => others.map((other) => [one, other] as const));

describe.each(Object.keys(USES) as Array<keyof typeof USES>)('%s', (use) => {
	const bodies = sampled(pairs([302, 400, 403, 404, 503], Object.keys(VALUES)), (pair) => [...pair]);
	it.each(bodies)('an error with status %i and %s', async (status, what) => {
		const made = VALUES[what]('x');
		for (const body of [{ message: made }, made]) {
			const text = written(JSON.stringify(body) ?? '');
			expect(await endOf(use, status, { body: text })).toBe('in words');
		}
	});

	const headers = sampled(pairs(HEADERS, HEADER_VALUES), (pair) => [...pair]);
	it.each(headers)('the header %s with %j', async (name, value) => {
		for (const status of [302, 403]) expect(await endOf(use, status, { headers: { [name]: value } })).toBe('in words');
	});
});
