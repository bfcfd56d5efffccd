import fc from 'fast-check';
import { type Content, type Failure, type ResponseShape } from '../../../nodes/SupportInbox/transport/errors/failure';
import { entryOf } from '../../../nodes/SupportInbox/transport/errors/table';
import { type Semantics, retryDelay } from '../../../nodes/SupportInbox/transport/retry/retryPolicy';

const status = (code: number, headers = {}): Failure => ({ kind: 'status', status: code, headers, message: '' });
const network = (code: string): Failure => ({ kind: 'network', code });
const answer = (content: Content, expected: ResponseShape = 'record'): Failure => ({ kind: 'unexpectedResponse', status: 200, expected, content });

const LIMIT = status(403, { 'x-ratelimit-remaining': '0' });
const DENIED = status(403, { 'x-ratelimit-remaining': '12' });
const REFUSED = network('ECONNREFUSED');
const RESET = network('ECONNRESET');

/** What follows a failure that is one of a kind, for safe, idempotent (PUT, DELETE) and non-idempotent (create, send) requests. */
describe.each<[string, Failure[], { follows: [string, string, string]; mayHaveHappened: boolean }]>([
	[
		'not done, and may pass',
		[LIMIT, status(429), status(403), REFUSED, ...['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'].map(network)],
		{ follows: ['retry', 'retry', 'retry'], mayHaveHappened: false },
	],
	[
		'perhaps done, and may pass',
		[
			RESET, network('ECONNABORTED'), ...[500, 502, 503, 504].map((code) => status(code)),
			answer('cutOff'), answer('empty'), answer('empty', 'nothing'), answer('json', 'nothing'),
		],
		{ follows: ['retry', 'retry', 'failed'], mayHaveHappened: true },
	],
	[
		'not done, and lasting',
		[
			DENIED, network('CERT_HAS_EXPIRED'), ...[302, 400, 401, 404, 415, 499].map((code) => status(code)),
			{ kind: 'rateLimit', limit: 60, opensAt: 0 }, { kind: 'circuitOpen' },
		],
		{ follows: ['failed', 'failed', 'failed'], mayHaveHappened: false },
	],
	[
		'perhaps done, and lasting',
		[status(501), answer('foreign'), answer('foreign', 'nothing'), answer('json')],
		{ follows: ['failed', 'failed', 'failed'], mayHaveHappened: true },
	],
])('%s', (_kind, failures, { follows, mayHaveHappened }) => {
	it.each(failures.map((failure) => [failure]))('%j', (failure) => {
		const next = (semantics: Semantics) =>
			retryDelay({ semantics, failures: [failure], elapsedWithOneMore: 100, requestTimeoutMs: 45_000 }, 0.5) === undefined ? 'failed' : 'retry';
		expect([next('safe'), next('idempotent'), next('nonIdempotent')]).toEqual(follows);
		expect(entryOf(failure).mayHaveHappened).toBe(mayHaveHappened);
	});
});

describe('how often and how late', () => {
	const UNAVAILABLE = status(503);
	const after = (failures: Failure[], { random = 0.5, elapsedWithOneMore = 0, semantics = 'safe' as Semantics } = {}) =>
		retryDelay({ semantics, failures, elapsedWithOneMore, requestTimeoutMs: 45_000 }, random);

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
});

it("what is said of the used up limit ends with the service's own words, where it has refused", () => {
	const described = (message?: string) => {
		const failure: Failure = { kind: 'rateLimit', limit: 60, opensAt: 0, message };
		return entryOf(failure).text(failure, { about: [], sent: [] }, false).description;
	};
	expect(described('Your address is blocked')).toMatch(/The service says: Your address is blocked\.$/);
	expect([described(), described('')].join()).not.toContain('The service says');
});

const anyFailure: fc.Arbitrary<Failure> = fc.oneof(
	fc.integer({ min: 300, max: 599 }).map((code) => status(code)),
	fc.constantFrom('0', '1', '59').map((left) => status(403, { 'x-ratelimit-remaining': left })),
	fc.constantFrom(REFUSED, RESET, network('ECONNABORTED'), network('EPROTO')),
	fc.constantFrom<Content>('json', 'cutOff', 'empty', 'foreign').map((content) => answer(content)),
);
const anyRandom = fc.double({ min: 0, max: 1, noNaN: true });

it('for any failures: a write that may have happened is never sent again', () => {
	fc.assert(
		fc.property(fc.array(anyFailure, { maxLength: 6 }), anyFailure, anyRandom, (before, last, random) => {
			fc.pre(entryOf(last).mayHaveHappened);
			const history = { semantics: 'nonIdempotent' as const, failures: [...before, last], elapsedWithOneMore: 0, requestTimeoutMs: 45_000 };
			expect(retryDelay(history, random)).toBeUndefined();
		}),
	);
});
