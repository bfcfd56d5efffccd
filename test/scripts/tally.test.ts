import { tally, type Seen } from '../../scripts/demo/tally';

const GOOD: Seen = {
	created: [1, 2],
	triggered: [1, 2],
	labelled: [2, 1],
	delivered: [1, 2],
	contacts: 1,
	violations: [],
	failures: [],
};

describe('the summary of the demo', () => {
	it('is good when every ticket went all the way, once', () => {
		expect(tally(GOOD).ok).toBe(true);
	});

	it.each<[string, Partial<Seen>, string]>([
		['no ticket arrived', { created: [], triggered: [], labelled: [], delivered: [] }, 'at least one was expected'],
		['a ticket was not triggered', { triggered: [1] }, 'triggered              1   missing: 2'],
		['a message came twice', { delivered: [1, 1, 2] }, 'tickets: 1'],
		['a message names no ticket', { delivered: [1, 2, NaN] }, 'not expected: NaN'],
		['a request was not allowed', { violations: ['PUT /x: unknown field'] }, 'PUT /x: unknown field'],
		['the form left no contact', { contacts: 0 }, 'one was expected'],
		['an execution failed', { failures: ['Boom'] }, 'Boom'],
	])('is bad and says so when %s', (_what, change, said) => {
		const { ok, lines } = tally({ ...GOOD, ...change });
		expect(ok).toBe(false);
		expect(lines.join('\n')).toContain(said);
	});
});
