/**
 * Each operation with each fault of its own request: how often it is sent, what was done by the service's own count, and what
 * is said. What was not confirmed is not reported as done, and nothing is done twice.
 */
import { everythingIn } from '../harness/errors';
import { sampled } from '../harness/scope';
import { skipTimeouts } from '../harness/skippedWaits';
import { isSentOnce, ROWS, runAll, semanticsOf, TOKEN, type AnyFault, type Result, type Row } from './run';

skipTimeouts();

/** What hits the operation's own request once. */
interface TableFault {
	name: string;
	fault: AnyFault;
	/** The request took effect although its answer does not say so. */
	took: boolean;
	/** Whether an operation is sent again, and done then; default: whatever may be done twice. */
	again?: (row: Row) => boolean;
	/** what the user reads where it fails; default: that the answer is something else, or of a write that it is not confirmed */
	says?: RegExp;
	/** operations that can meet it; default all */
	meets?: (row: Row) => boolean;
}

const mayBeTwice = ({ operation }: Row) => !isSentOnce(semanticsOf(operation));
const promisesNothing = ({ operation }: Row) => operation.answer.shape === 'nothing';
const promisesSomething = (row: Row) => !promisesNothing(row);
const isNoFile = ({ operation }: Row) => operation.answer.shape !== 'file';
const givesIds = (row: Row) => semanticsOf(row.operation) === 'nonIdempotent' && promisesSomething(row);
const ids = ROWS.filter(givesIds).flatMap(({ operation }) => Object.keys(operation.answer.fields));

const BROKEN = /The connection broke before the answer came/;
const LATE = /did not answer in time/;
/** JSON in place of a record is the answer to something else; in place of nothing it may be that of an older version. */
const foreign = { again: (row: Row) => mayBeTwice(row) && promisesNothing(row) };
const page = { again: () => false };

const FAULTS: TableFault[] = [
	{ name: 'rate limit with headers', fault: { kind: 'status', status: 403, headers: { 'X-RateLimit-Remaining': '0' } }, took: false, again: () => true },
	{ name: 'rate limit without headers', fault: { kind: 'status', status: 403, withRateLimitHeaders: false }, took: false, again: () => true },
	{ name: '500', fault: { kind: 'status', status: 500 }, took: false, says: /service failed \(500\)/ },
	{ name: '503', fault: { kind: 'status', status: 503 }, took: false, says: /maintenance \(503\)/ },
	{ name: 'a gateway\'s 502', fault: { kind: 'gateway' }, took: false, says: /502/ },
	{ name: 'a gateway\'s 504, done', fault: { kind: 'gateway', status: 504, afterEffect: true }, took: true, says: /504/ },
	{ name: 'reset before it took effect', fault: { kind: 'resetBefore' }, took: false, says: BROKEN },
	{ name: 'reset after it took effect', fault: { kind: 'resetAfter' }, took: true, says: BROKEN },
	{ name: 'an answer that breaks off, done', fault: { kind: 'breakOff' }, took: true, says: BROKEN },
	{ name: 'time-out before it took effect', fault: { kind: 'noAnswer' }, took: false, says: LATE },
	{ name: 'time-out after it took effect', fault: { kind: 'noAnswerAfter' }, took: true, says: LATE },
	{ name: 'an answer that stands still, done', fault: { kind: 'stall' }, took: true, says: LATE, meets: isNoFile },
	{ name: 'a web page', fault: { kind: 'html' }, took: false, ...page },
	{ name: 'a login page, done', fault: { kind: 'html', afterEffect: true }, took: true, ...page },
	{ name: 'plain text', fault: { kind: 'foreignBody', body: 'OK', headers: { 'Content-Type': 'text/plain' } }, took: false, ...page },
	// Half a file is no beginning of JSON: it might be anything.
	{ name: 'cut-off JSON, done', fault: { kind: 'cutJson' }, took: true, again: (row) => mayBeTwice(row) && isNoFile(row) },
	{ name: '200 without a body', fault: { kind: 'emptyBody', afterEffect: false }, took: false },
	{ name: '200 without a body, done', fault: { kind: 'emptyBody' }, took: true },
	{ name: '204 instead of an answer, done', fault: { kind: 'emptyBody', status: 204 }, took: true, meets: promisesSomething },
	{ name: 'foreign JSON', fault: { kind: 'foreignBody' }, took: false, ...foreign },
	{ name: 'foreign JSON, done', fault: { kind: 'foreignBody', afterEffect: true }, took: true, meets: promisesSomething, ...foreign },
	{ name: 'an empty object', fault: { kind: 'foreignBody', body: {} }, took: false, meets: promisesSomething, ...foreign },
	{ name: 'an empty list', fault: { kind: 'foreignBody', body: [] }, took: false, meets: promisesNothing, ...foreign },
	{ name: '202', fault: { kind: 'foreignBody', status: 202, body: { message: 'queued' } }, took: false, ...foreign },
	{ name: 'another shape, done', fault: { kind: 'wrongShape' }, took: true, ...foreign },
	{ name: 'an answer without ids, done', fault: { kind: 'partial', omit: ids }, took: true, meets: givesIds },
];

describe.each(FAULTS)('$name', ({ fault, took, again = mayBeTwice, says, meets = () => true }) => {
	const rows = sampled(ROWS.filter(meets), ({ resource, operation }) => [resource, semanticsOf(operation), operation.answer.shape]);
	let results: Map<string, Result>;

	beforeAll(async () => {
		results = await runAll((simulator, own) => simulator.faults.add({ ...fault, when: own }), rows);
	});

	it.each(rows)('$name', (row) => {
		const { items, error, sent, effect, newest, hung } = results.get(row.name)!;
		const kind = semanticsOf(row.operation);
		// What is there is found by looking.
		const isDone = again(row) || (kind === 'nonIdempotent' && took);

		const isThere = isDone || took ? 1 : 0;
		expect({ hung, sent, effect, failed: error !== undefined }).toEqual({ hung: false, sent: again(row) ? 2 : 1, effect: kind === 'safe' ? undefined : isThere, failed: !isDone });
		expect(everythingIn(error) + JSON.stringify(items)).not.toContain(TOKEN);
		if (isDone) {
			expect(items?.length).toBeGreaterThan(0);
			if (newest !== undefined) expect(items?.[0].json).toMatchObject(newest);
			return;
		}
		expect(error?.message).toMatch(says ?? (kind === 'safe' ? /something other than/ : /^The service did not confirm the change$/));
		if (kind !== 'safe') expect(error?.description).toContain('may have done it nevertheless');
		if (kind === 'nonIdempotent') expect(error?.description).toMatch(/Checked .* (before|again)/);
	});
});
