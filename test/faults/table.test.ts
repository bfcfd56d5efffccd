import { everythingIn } from '../harness/errors';
import { sampled } from '../harness/scope';
import { skipTimeouts } from '../harness/skippedWaits';
import { isSentOnce, ROWS, runAll, semanticsOf, TOKEN, type AnyFault, type Result } from './run';

skipTimeouts();

/** Whether the faulty request took effect, whether the gate sends it again, and whether its outcome is unknown. */
interface TableFault {
	name: string;
	fault: AnyFault;
	/** The request took effect although its answer does not say so. */
	took: boolean;
	/** A safe or idempotent request is sent `again` and then done, or fails at once. */
	idempotent: 'again' | 'error';
	/** A non-idempotent request was refused and is sent `again`, or its outcome is unknown. */
	nonIdempotent: 'again' | 'unknown';
	/** What the user reads where there is an error. */
	says: RegExp;
	/** It looks like a success: a write that it answers is not confirmed, and says so. */
	unconfirmed?: boolean;
}

const limitHeaders = { 'X-RateLimit-Remaining': '0' };

/** The faults of the table. Each hits the operation's own request once. */
const FAULTS: TableFault[] = [
	{ name: 'rate limit with headers', fault: { kind: 'status', status: 403, headers: limitHeaders }, took: false, idempotent: 'again', nonIdempotent: 'again', says: /rate limit/ },
	{ name: 'rate limit without headers', fault: { kind: 'status', status: 403, withRateLimitHeaders: false }, took: false, idempotent: 'again', nonIdempotent: 'again', says: /rate limit/ },
	{ name: '500', fault: { kind: 'status', status: 500 }, took: false, idempotent: 'again', nonIdempotent: 'unknown', says: /service failed \(500\)/ },
	{ name: '503', fault: { kind: 'status', status: 503 }, took: false, idempotent: 'again', nonIdempotent: 'unknown', says: /maintenance \(503\)/ },
	{ name: 'reset before it took effect', fault: { kind: 'resetBefore' }, took: false, idempotent: 'again', nonIdempotent: 'unknown', says: /The connection broke before the answer came/ },
	{ name: 'reset after it took effect', fault: { kind: 'resetAfter' }, took: true, idempotent: 'again', nonIdempotent: 'unknown', says: /The connection broke before the answer came/ },
	{ name: 'time-out before it took effect', fault: { kind: 'noAnswer' }, took: false, idempotent: 'again', nonIdempotent: 'unknown', says: /did not answer in time/ },
	{ name: 'time-out after it took effect', fault: { kind: 'noAnswerAfter' }, took: true, idempotent: 'again', nonIdempotent: 'unknown', says: /did not answer in time/ },
	{ name: 'HTML', fault: { kind: 'html' }, took: false, idempotent: 'error', nonIdempotent: 'unknown', says: /something other than/, unconfirmed: true },
	{ name: 'cut-off JSON', fault: { kind: 'cutJson' }, took: true, idempotent: 'again', nonIdempotent: 'unknown', says: /something other than/, unconfirmed: true },
	{ name: 'empty body', fault: { kind: 'emptyBody' }, took: true, idempotent: 'again', nonIdempotent: 'unknown', says: /something other than/, unconfirmed: true },
];

const rows = sampled(ROWS, ({ resource, operation }) => [resource, semanticsOf(operation), operation.answer.shape]);

describe.each(FAULTS)('$name', (fault) => {
	let results: Map<string, Result>;

	beforeAll(async () => {
		results = await runAll((simulator, own) => simulator.faults.add({ ...fault.fault, when: own }), rows);
	});

	it.each(rows)('$name', ({ name, operation }) => {
		const { items, error, sent, effect, newest } = results.get(name)!;
		const kind = semanticsOf(operation);
		// Half a file is no beginning of JSON: it might be anything.
		const isAnything = fault.name === 'cut-off JSON' && operation.answer.shape === 'file';
		const again = !isAnything && (isSentOnce(kind) ? fault.nonIdempotent : fault.idempotent) === 'again';
		const unknown = kind === 'nonIdempotent' && fault.nonIdempotent === 'unknown';
		const fails = !again && !(unknown && fault.took);

		expect({ sent, effect }).toEqual({ sent: again ? 2 : 1, effect: effectOf(kind, fails && !(kind === 'onceThere' && fault.took)) });
		if (!fails) {
			expect(error).toBeUndefined();
			expect(items?.length).toBeGreaterThan(0);
			if (newest !== undefined) expect(items?.[0].json).toMatchObject(newest);
			return;
		}
		expect(error?.message).toMatch(fault.unconfirmed && kind !== 'safe' ? /^The service did not confirm the change$/ : fault.says);
		if (kind !== 'safe') expect(error?.description).toContain('may have done it nevertheless');
		if (unknown) expect(error?.description).toMatch(/Checked .* (before|again)/);
		expect(everythingIn(error)).not.toContain(TOKEN);
	});
});

/** Whatever else happens: what was asked is done exactly once or not at all. */
function effectOf(kind: string, isNotDone: boolean): number | undefined {
	if (kind === 'safe') return undefined;
	return isNotDone ? 0 : 1;
}
