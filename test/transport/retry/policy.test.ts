import fc from 'fast-check';

import type { Content, Failure, ResponseShape } from '../../../nodes/SupportInbox/transport/retry/failure';
import type { Semantics } from '../../../nodes/SupportInbox/transport/retry/policy';
import { afterFailure, isRateLimit, mayHaveHappened } from '../../../nodes/SupportInbox/transport/retry/policy';

import { virtualService } from '../virtualService';

const status = (code: number, headers = {}): Failure => ({ kind: 'status', status: code, headers, message: '' });
const network = (code: string, left: boolean): Failure => ({ kind: 'network', code, left });
const answer = (content: Content, expected: ResponseShape = 'record'): Failure => ({ kind: 'unexpectedResponse', status: 200, expected, content });

const LIMIT = status(403, { 'x-ratelimit-remaining': '0' });
const REFUSED = network('ECONNREFUSED', false);
const RESET = network('ECONNRESET', true);

describe('what follows a failure', () => {
	it.each([
		// failure, safe, idempotent (PUT, DELETE), nonIdempotent (create, send)
		['rate limit', LIMIT, 'retry', 'retry', 'retry'],
		['429 of a gateway', status(429), 'retry', 'retry', 'retry'],
		['403 without headers', status(403), 'retry', 'retry', 'retry'],
		['403 with requests left', status(403, { 'x-ratelimit-remaining': '12' }), 'failed', 'failed', 'failed'],
		['connection refused', REFUSED, 'retry', 'retry', 'retry'],
		['name not resolved', network('ENOTFOUND', false), 'retry', 'retry', 'retry'],
		['certificate', network('CERT_HAS_EXPIRED', false), 'failed', 'failed', 'failed'],
		['connection reset', RESET, 'retry', 'retry', 'outcomeUnknown'],
		['time-out', network('ECONNABORTED', true), 'retry', 'retry', 'outcomeUnknown'],
		['500', status(500), 'retry', 'retry', 'outcomeUnknown'],
		['502', status(502), 'retry', 'retry', 'outcomeUnknown'],
		['503', status(503), 'retry', 'retry', 'outcomeUnknown'],
		['504', status(504), 'retry', 'retry', 'outcomeUnknown'],
		['501', status(501), 'failed', 'outcomeUnknown', 'outcomeUnknown'],
		['cut-off answer', answer('cutOff'), 'retry', 'retry', 'outcomeUnknown'],
		['empty answer', answer('empty'), 'retry', 'retry', 'outcomeUnknown'],
		['web page', answer('foreign'), 'failed', 'outcomeUnknown', 'outcomeUnknown'],
		['JSON without the promised fields', answer('json'), 'failed', 'outcomeUnknown', 'outcomeUnknown'],
		['JSON in place of 204', answer('json', 'nothing'), 'retry', 'retry', 'outcomeUnknown'],
		['redirect', status(302), 'failed', 'failed', 'failed'],
		['400', status(400), 'failed', 'failed', 'failed'],
		['401', status(401), 'failed', 'failed', 'failed'],
		['404', status(404), 'failed', 'failed', 'failed'],
		['415', status(415), 'failed', 'failed', 'failed'],
	] as const)('%s', (_what, failure, safe, idempotent, nonIdempotent) => {
		const next = (semantics: Semantics) =>
			afterFailure({ semantics, failures: [failure], elapsedWithOneMore: 100, allTriesMs: 45_000 }, 0.5).kind;
		expect({ safe: next('safe'), idempotent: next('idempotent'), nonIdempotent: next('nonIdempotent') }).toEqual({ safe, idempotent, nonIdempotent });
	});
});

const anyFailure: fc.Arbitrary<Failure> = fc.oneof(
	fc.integer({ min: 300, max: 599 }).map((code) => status(code)),
	fc.constantFrom('0', '1', '59').map((left) => status(403, { 'x-ratelimit-remaining': left })),
	fc.constantFrom(REFUSED, RESET, network('ECONNABORTED', true), network('EPROTO', true)),
	fc.constantFrom<Content>('json', 'cutOff', 'empty', 'foreign').map((content) => answer(content)),
);
const anySemantics = fc.constantFrom<Semantics>('safe', 'idempotent', 'nonIdempotent');
const anyRandom = fc.double({ min: 0, max: 1, noNaN: true });

describe('for any failures', () => {
	it('a write that may have happened is never sent again', () => {
		fc.assert(
			fc.property(fc.array(anyFailure, { maxLength: 6 }), anyFailure, anyRandom, (before, last, random) => {
				fc.pre(mayHaveHappened(last));
				const tries = { semantics: 'nonIdempotent' as const, failures: [...before, last], elapsedWithOneMore: 0, allTriesMs: 45_000 };
				expect(afterFailure(tries, random).kind).toBe('outcomeUnknown');
			}),
		);
	});

	it('there is an end: at most three retries, five refusals, and no wait beyond the time for all tries', () => {
		fc.assert(
			fc.property(anySemantics, fc.array(anyFailure, { minLength: 30, maxLength: 30 }), anyRandom, (semantics, failures, random) => {
				let spent = 0;
				for (let tries = 1; tries <= failures.length; tries++) {
					const soFar = failures.slice(0, tries);
					const next = afterFailure({ semantics, failures: soFar, elapsedWithOneMore: spent, allTriesMs: 45_000 }, random);
					if (next.kind !== 'retry') return;
					spent += next.delay;
					expect(soFar.filter((failure) => !isRateLimit(failure)).length).toBeLessThanOrEqual(3);
					expect(soFar.filter(isRateLimit).length).toBeLessThan(5);
					expect(spent).toBeLessThanOrEqual(45_000);
				}
				throw new Error('It went on for 30 tries');
			}),
		);
	});
});

describe('a service that is in trouble', () => {
	it('is asked three times more, later each time', async () => {
		const service = await virtualService();
		service.simulator.faults.add({ kind: 'status', status: 503, when: { times: 9 } });
		const ended = service.ask().catch((error: { failure: Failure }) => error.failure);
		expect(await service.clock.run(ended)).toMatchObject({ kind: 'status', status: 503 });
		const at = service.simulator.requests.map((request) => request.at);
		expect(at).toHaveLength(4);
		const gaps = at.slice(1).map((time, n) => time - at[n]);
		expect(gaps[1]).toBeGreaterThan(gaps[0]);
		expect(gaps[2]).toBeGreaterThan(gaps[1]);
	});

	it.each(['safe', 'idempotent', 'nonIdempotent'] as const)('that is dead is noticed within a minute, by 100 items as by one (%s)', async (semantics) => {
		const service = await virtualService();
		service.simulator.faults.add({ kind: 'noAnswer', when: { times: 9_999 } });
		const start = service.clock.now();
		const items = Array.from({ length: 100 }, async (_, order) =>
			await service.ask({ order }, semantics).catch((error: { failure: Failure }) => error.failure.kind),
		);
		const ends = await service.clock.run(Promise.all(items));
		expect(new Set(ends)).toEqual(new Set(['network', 'circuitOpen']));
		expect(service.clock.now() - start).toBeLessThan(60_000);
	});

	it('is believed to be back as soon as it answers', async () => {
		const service = await virtualService();
		service.simulator.faults.add({ kind: 'noAnswer', when: { times: 4 } });
		const failing = async () => await service.ask().catch((error: { failure: Failure }) => error.failure.kind);
		expect(await service.clock.run(failing())).toBe('network');
		expect(await service.clock.run(failing())).toBe('network');
		expect(await service.clock.run(failing())).toBe('circuitOpen');
		await service.clock.pass(5_000);
		expect(await service.clock.run(service.ask())).toBe(200);
		service.simulator.faults.add({ kind: 'resetBefore', when: { times: 2 } });
		expect(await service.clock.run(service.ask())).toBe(200);
	});

	it('one item that always fails does not hold up the others', async () => {
		const service = await virtualService();
		service.simulator.faults.add({ kind: 'resetBefore', when: { times: 4 } });
		const items = Array.from({ length: 5 }, async (_, order) => await service.ask({ order, writes: true }).catch(() => 'failed'));
		expect(await service.clock.run(Promise.all(items))).toEqual(['failed', 200, 200, 200, 200]);
	});
});
