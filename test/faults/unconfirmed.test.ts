/** What was not confirmed is not reported as done, and nothing is done twice (by the service's own count). */
import { everythingIn } from '../harness/errors';
import { sampled } from '../harness/scope';
import { skipTimeouts } from '../harness/skippedWaits';
import { ROWS, runAll, semanticsOf, TOKEN, type AnyFault, type Result, type Row } from './run';

skipTimeouts();

/** An answer that does not confirm what was asked, whatever its status. */
interface Unconfirmed {
	name: string;
	fault: AnyFault;
	/** The request took effect nevertheless. */
	took: boolean;
	/** What the user reads where the operation fails. */
	says: RegExp;
	/** operations that can meet it; default all */
	meets?: (row: Row) => boolean;
}

const LATE = /did not answer in time/;
const NOT_IT = /something other than|did not confirm/;
const CUT = /could not be reached|The connection broke|something other than|did not confirm|broke off/;
const GATEWAY = /50[24]/;

const promisesNothing = ({ operation }: Row) => operation.answer.shape === 'nothing';
const promisesSomething = (row: Row) => !promisesNothing(row);
const isNoFile = ({ operation }: Row) => operation.answer.shape !== 'file';
const givesIds = (row: Row) => semanticsOf(row.operation) === 'nonIdempotent' && promisesSomething(row);

const queued = { message: 'queued' };
const ids = ROWS.filter(givesIds).flatMap(({ operation }) => Object.keys(operation.answer.fields));

/** Each hits the operation's own request once. */
const UNCONFIRMED: Unconfirmed[] = [
	{ name: 'foreign JSON, nothing done', fault: { kind: 'foreignBody' }, took: false, says: NOT_IT },
	{ name: 'foreign JSON, done', fault: { kind: 'foreignBody', afterEffect: true }, took: true, says: NOT_IT, meets: promisesSomething },
	{ name: 'an empty object, nothing done', fault: { kind: 'foreignBody', body: {} }, took: false, says: NOT_IT, meets: promisesSomething },
	{ name: 'an empty list, nothing done', fault: { kind: 'foreignBody', body: [] }, took: false, says: NOT_IT, meets: promisesNothing },
	{ name: '200 without a body, nothing done', fault: { kind: 'emptyBody', afterEffect: false }, took: false, says: NOT_IT },
	{ name: '202, nothing done', fault: { kind: 'foreignBody', status: 202, body: queued }, took: false, says: NOT_IT },
	{ name: 'a login page, done', fault: { kind: 'html', afterEffect: true }, took: true, says: NOT_IT },
	{ name: 'plain text, nothing done', fault: { kind: 'foreignBody', body: 'OK', headers: { 'Content-Type': 'text/plain' } }, took: false, says: NOT_IT },
	{ name: 'another shape, done', fault: { kind: 'wrongShape' }, took: true, says: NOT_IT },
	{ name: '204 instead of an answer, done', fault: { kind: 'emptyBody', status: 204 }, took: true, says: NOT_IT, meets: promisesSomething },
	{ name: 'an answer without ids, done', fault: { kind: 'partial', omit: ids }, took: true, says: NOT_IT, meets: givesIds },
	{ name: 'an answer that breaks off, done', fault: { kind: 'breakOff' }, took: true, says: CUT },
	{ name: 'an answer that stands still, done', fault: { kind: 'stall' }, took: true, says: LATE, meets: isNoFile },
	{ name: 'a body that never ends, done', fault: { kind: 'drip', everyMs: 1 }, took: true, says: LATE, meets: (row) => promisesSomething(row) && isNoFile(row) },
	{ name: 'a head that never ends, done', fault: { kind: 'drip', everyMs: 40, fromHead: true }, took: true, says: LATE, meets: isNoFile },
	{ name: 'a gateway\'s 502, nothing done', fault: { kind: 'gateway' }, took: false, says: GATEWAY },
	{ name: 'a gateway\'s 502, done', fault: { kind: 'gateway', afterEffect: true }, took: true, says: GATEWAY },
	{ name: 'a gateway\'s 504, done', fault: { kind: 'gateway', status: 504, afterEffect: true }, took: true, says: GATEWAY },
];

describe.each(UNCONFIRMED)('$name', ({ fault, took, says, meets = () => true }) => {
	const rows = sampled(ROWS.filter(meets), ({ resource, operation }) => [resource, semanticsOf(operation), operation.answer.shape]);
	let results: Map<string, Result>;

	beforeAll(async () => {
		results = await runAll((simulator, own) => simulator.faults.add({ ...fault, when: own }), rows);
	});

	it.each(rows)('$name', ({ name, operation }) => {
		const { items, error, after, effect, newest, hung } = results.get(name)!;
		const semantics = semanticsOf(operation);

		expect({ hung }).toEqual({ hung: false });
		expect(everythingIn(error)).not.toContain(TOKEN);
		expect(JSON.stringify(items) ?? '').not.toContain(TOKEN);
		if (error === undefined) {
			// Only a later answer can have confirmed it.
			expect(after).toBeGreaterThan(0);
			expect(items?.length).toBeGreaterThan(0);
			if (semantics !== 'safe') expect(effect).toBe(1);
			if (newest !== undefined) expect(items?.[0].json).toMatchObject(newest);
			return;
		}
		// What is there is found by looking.
		if (semantics === 'nonIdempotent') expect({ took }).toEqual({ took: false });
		if (semantics !== 'safe') {
			expect(effect).toBe(took ? 1 : 0);
			expect(error.description).toMatch(/may have done it nevertheless/);
		}
		expect(error.message).toMatch(says);
	});
});
