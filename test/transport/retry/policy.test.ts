import fc from 'fast-check';
import { type Content, type Failure, type ResponseShape, isRateLimit } from '../../../nodes/SupportInbox/transport/errors/failure';
import { entryOf } from '../../../nodes/SupportInbox/transport/errors/table';
import { type Semantics, delayAfter } from '../../../nodes/SupportInbox/transport/retry/policy';

const status = (code: number, headers = {}): Failure => ({ kind: 'status', status: code, headers, message: '' });
const network = (code: string): Failure => ({ kind: 'network', code });
const answer = (content: Content, expected: ResponseShape = 'record'): Failure => ({ kind: 'unexpectedResponse', status: 200, expected, content });

const LIMIT = status(403, { 'x-ratelimit-remaining': '0' });
const REFUSED = network('ECONNREFUSED');
const RESET = network('ECONNRESET');

describe('what follows a failure', () => {
	it.each([
		// failure, safe, idempotent (PUT, DELETE), nonIdempotent (create, send)
		['rate limit', LIMIT, 'retry', 'retry', 'retry'],
		['429 of a gateway', status(429), 'retry', 'retry', 'retry'],
		['403 without headers', status(403), 'retry', 'retry', 'retry'],
		['403 with requests left', status(403, { 'x-ratelimit-remaining': '12' }), 'failed', 'failed', 'failed'],
		['connection refused', REFUSED, 'retry', 'retry', 'retry'],
		['name not resolved', network('ENOTFOUND'), 'retry', 'retry', 'retry'],
		['name service not reached', network('EAI_AGAIN'), 'retry', 'retry', 'retry'],
		['host not reached', network('EHOSTUNREACH'), 'retry', 'retry', 'retry'],
		['network not reached', network('ENETUNREACH'), 'retry', 'retry', 'retry'],
		['certificate', network('CERT_HAS_EXPIRED'), 'failed', 'failed', 'failed'],
		['connection reset', RESET, 'retry', 'retry', 'failed'],
		['time-out', network('ECONNABORTED'), 'retry', 'retry', 'failed'],
		['500', status(500), 'retry', 'retry', 'failed'],
		['502', status(502), 'retry', 'retry', 'failed'],
		['503', status(503), 'retry', 'retry', 'failed'],
		['504', status(504), 'retry', 'retry', 'failed'],
		['501', status(501), 'failed', 'failed', 'failed'],
		['cut-off answer', answer('cutOff'), 'retry', 'retry', 'failed'],
		['empty answer', answer('empty'), 'retry', 'retry', 'failed'],
		['empty answer in place of 204', answer('empty', 'nothing'), 'retry', 'retry', 'failed'],
		['web page in place of 204', answer('foreign', 'nothing'), 'failed', 'failed', 'failed'],
		['web page', answer('foreign'), 'failed', 'failed', 'failed'],
		['JSON without the promised fields', answer('json'), 'failed', 'failed', 'failed'],
		['JSON in place of 204', answer('json', 'nothing'), 'retry', 'retry', 'failed'],
		['redirect', status(302), 'failed', 'failed', 'failed'],
		['400', status(400), 'failed', 'failed', 'failed'],
		['401', status(401), 'failed', 'failed', 'failed'],
		['404', status(404), 'failed', 'failed', 'failed'],
		['415', status(415), 'failed', 'failed', 'failed'],
	] as const)('%s', (_what, failure, safe, idempotent, nonIdempotent) => {
		const next = (semantics: Semantics) =>
			delayAfter({ semantics, failures: [failure], elapsedWithOneMore: 100, allTriesMs: 45_000 }, 0.5) === undefined ? 'failed' : 'retry';
		expect({ safe: next('safe'), idempotent: next('idempotent'), nonIdempotent: next('nonIdempotent') }).toEqual({ safe, idempotent, nonIdempotent });
	});
});

describe('how often and how late', () => {
	const UNAVAILABLE = status(503);
	const after = (failures: Failure[], { random = 0.5, elapsedWithOneMore = 0, semantics = 'safe' as Semantics } = {}) =>
		delayAfter({ semantics, failures, elapsedWithOneMore, allTriesMs: 45_000 }, random);

	it('half a second, one and two before the retries, spread from half to one and a half of it; refusals do not count', () => {
		expect(after([UNAVAILABLE])).toBe(500);
		expect(after([UNAVAILABLE, LIMIT, UNAVAILABLE])).toBe(1_000);
		expect(after([UNAVAILABLE, UNAVAILABLE, UNAVAILABLE])).toBe(2_000);
		expect(after([UNAVAILABLE, UNAVAILABLE, UNAVAILABLE, UNAVAILABLE])).toBeUndefined();
		expect(after([UNAVAILABLE], { random: 0 })).toBe(250);
		expect(after([UNAVAILABLE], { random: 1 })).toBe(750);
	});

	it('four refusals are waited out by the rate limiter, the fifth is an error; other failures do not count', () => {
		expect(after([LIMIT, LIMIT, UNAVAILABLE, LIMIT, LIMIT])).toBe(0);
		expect(after([LIMIT, LIMIT, LIMIT, LIMIT, LIMIT])).toBeUndefined();
	});

	it('no retry that would end after the time for all tries', () => {
		expect(after([UNAVAILABLE], { elapsedWithOneMore: 44_500 })).toBe(500);
		expect(after([UNAVAILABLE], { elapsedWithOneMore: 44_501 })).toBeUndefined();
	});

	it('what is not sent at all is not tried again', () => {
		const semantics = ['safe', 'idempotent', 'nonIdempotent'] as const;
		for (const each of semantics) expect(after([{ kind: 'circuitOpen' }], { semantics: each })).toBeUndefined();
	});
});

it("what is said of the used up limit ends with the service's own words, where it has refused", () => {
	const described = (message?: string) => {
		const failure: Failure = { kind: 'rateLimit', limit: 60, opensAt: 0, message };
		return entryOf(failure).text(failure, { about: [], sent: [] }, false).description;
	};
	expect(described('Your address is blocked')).toMatch(/The service says: Your address is blocked\.$/);
	expect([described(), described('')].join()).not.toContain('The service says');
});

describe('whether it may have happened', () => {
	it.each([
		[status(499), false],
		[status(500), true],
		[RESET, true],
		[REFUSED, false],
		[answer('json'), true],
		[LIMIT, false],
		[{ kind: 'rateLimit', limit: 60, opensAt: 0 }, false],
		[{ kind: 'circuitOpen' }, false],
	] as Array<[Failure, boolean]>)('%j: %s', (failure, may) => {
		expect(entryOf(failure).mayHaveHappened).toBe(may);
	});
});

const anyFailure: fc.Arbitrary<Failure> = fc.oneof(
	fc.integer({ min: 300, max: 599 }).map((code) => status(code)),
	fc.constantFrom('0', '1', '59').map((left) => status(403, { 'x-ratelimit-remaining': left })),
	fc.constantFrom(REFUSED, RESET, network('ECONNABORTED'), network('EPROTO')),
	fc.constantFrom<Content>('json', 'cutOff', 'empty', 'foreign').map((content) => answer(content)),
);
const anySemantics = fc.constantFrom<Semantics>('safe', 'idempotent', 'nonIdempotent');
const anyRandom = fc.double({ min: 0, max: 1, noNaN: true });

describe('for any failures', () => {
	it('a write that may have happened is never sent again', () => {
		fc.assert(
			fc.property(fc.array(anyFailure, { maxLength: 6 }), anyFailure, anyRandom, (before, last, random) => {
				fc.pre(entryOf(last).mayHaveHappened);
				const tries = { semantics: 'nonIdempotent' as const, failures: [...before, last], elapsedWithOneMore: 0, allTriesMs: 45_000 };
				expect(delayAfter(tries, random)).toBeUndefined();
			}),
		);
	});

	it('there is an end: at most three retries, five refusals, and no wait beyond the time for all tries', () => {
		fc.assert(
			fc.property(anySemantics, fc.array(anyFailure, { minLength: 30, maxLength: 30 }), anyRandom, (semantics, failures, random) => {
				let spent = 0;
				for (let tries = 1; tries <= failures.length; tries++) {
					const soFar = failures.slice(0, tries);
					const delay = delayAfter({ semantics, failures: soFar, elapsedWithOneMore: spent, allTriesMs: 45_000 }, random);
					if (delay === undefined) return;
					spent += delay;
					expect(soFar.filter((failure) => !isRateLimit(failure)).length).toBeLessThanOrEqual(3);
					expect(soFar.filter(isRateLimit).length).toBeLessThan(5);
					expect(spent).toBeLessThanOrEqual(45_000);
				}
				throw new Error('It went on for 30 tries');
			}),
		);
	});
});
