import fc from 'fast-check';

import type { Failure } from '../../nodes/SupportInbox/transport/failure';
import type { Repeat } from '../../nodes/SupportInbox/transport/retry';
import { afterFailure, isRateLimit, mayHaveHappened } from '../../nodes/SupportInbox/transport/retry';

import { virtualService } from './virtualService';

const status = (code: number, headers = {}): Failure => ({ kind: 'status', status: code, headers, message: '' });
const network = (code: string, left: boolean): Failure => ({ kind: 'network', code, left });
const answer = (cutOff: boolean): Failure => ({ kind: 'answer', status: 200, expected: 'record', excerpt: '', cutOff });

const LIMIT = status(403, { 'x-ratelimit-remaining': '0' });
const REFUSED = network('ECONNREFUSED', false);
const RESET = network('ECONNRESET', true);

describe('what follows a failure', () => {
	it.each([
		// failure, read, repeatable (PUT, DELETE), once (create, send)
		['rate limit', LIMIT, 'again', 'again', 'again'],
		['429 of a gateway', status(429), 'again', 'again', 'again'],
		['403 without headers', status(403), 'again', 'again', 'again'],
		['403 with requests left', status(403, { 'x-ratelimit-remaining': '12' }), 'failed', 'failed', 'failed'],
		['connection refused', REFUSED, 'again', 'again', 'again'],
		['name not resolved', network('ENOTFOUND', false), 'again', 'again', 'again'],
		['certificate', network('CERT_HAS_EXPIRED', false), 'failed', 'failed', 'failed'],
		['connection reset', RESET, 'again', 'again', 'uncertain'],
		['time-out', network('ECONNABORTED', true), 'again', 'again', 'uncertain'],
		['500', status(500), 'again', 'again', 'uncertain'],
		['502', status(502), 'again', 'again', 'uncertain'],
		['503', status(503), 'again', 'again', 'uncertain'],
		['504', status(504), 'again', 'again', 'uncertain'],
		['501', status(501), 'failed', 'uncertain', 'uncertain'],
		['cut-off answer', answer(true), 'again', 'again', 'uncertain'],
		['web page', answer(false), 'failed', 'uncertain', 'uncertain'],
		['redirect', status(302), 'failed', 'failed', 'failed'],
		['400', status(400), 'failed', 'failed', 'failed'],
		['401', status(401), 'failed', 'failed', 'failed'],
		['404', status(404), 'failed', 'failed', 'failed'],
		['415', status(415), 'failed', 'failed', 'failed'],
	] as const)('%s', (_what, failure, read, repeatable, once) => {
		const next = (repeat: Repeat) =>
			afterFailure({ repeat, failures: [failure], elapsedWithOneMore: 100, patience: 45_000 }, 0.5).kind;
		expect({ read: next('read'), repeatable: next('repeatable'), once: next('once') }).toEqual({ read, repeatable, once });
	});
});

const anyFailure: fc.Arbitrary<Failure> = fc.oneof(
	fc.integer({ min: 300, max: 599 }).map((code) => status(code)),
	fc.constantFrom('0', '1', '59').map((left) => status(403, { 'x-ratelimit-remaining': left })),
	fc.constantFrom(REFUSED, RESET, network('ECONNABORTED', true), network('EPROTO', true)),
	fc.boolean().map(answer),
);
const anyRepeat = fc.constantFrom<Repeat>('read', 'repeatable', 'once');
const anyRandom = fc.double({ min: 0, max: 1, noNaN: true });

describe('for any failures', () => {
	it('a write that may have happened is never sent again', () => {
		fc.assert(
			fc.property(fc.array(anyFailure, { maxLength: 6 }), anyFailure, anyRandom, (before, last, random) => {
				fc.pre(mayHaveHappened(last));
				const tries = { repeat: 'once' as const, failures: [...before, last], elapsedWithOneMore: 0, patience: 45_000 };
				expect(afterFailure(tries, random).kind).toBe('uncertain');
			}),
		);
	});

	it('there is an end: at most three retries, five refusals, and no wait beyond the patience', () => {
		fc.assert(
			fc.property(anyRepeat, fc.array(anyFailure, { minLength: 30, maxLength: 30 }), anyRandom, (repeat, failures, random) => {
				let spent = 0;
				for (let tries = 1; tries <= failures.length; tries++) {
					const soFar = failures.slice(0, tries);
					const next = afterFailure({ repeat, failures: soFar, elapsedWithOneMore: spent, patience: 45_000 }, random);
					if (next.kind !== 'again') return;
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

	it.each(['read', 'repeatable', 'once'] as const)('that is dead is noticed within a minute, by 100 items as by one (%s)', async (repeat) => {
		const service = await virtualService();
		service.simulator.faults.add({ kind: 'noAnswer', when: { times: 9_999 } });
		const start = service.clock.now();
		const items = Array.from({ length: 100 }, async (_, order) =>
			await service.ask({ order }, repeat).catch((error: { failure: Failure }) => error.failure.kind),
		);
		const ends = await service.clock.run(Promise.all(items));
		expect(new Set(ends)).toEqual(new Set(['network', 'down']));
		expect(service.clock.now() - start).toBeLessThan(60_000);
	});

	it('is believed to be back as soon as it answers', async () => {
		const service = await virtualService();
		service.simulator.faults.add({ kind: 'noAnswer', when: { times: 4 } });
		const failing = async () => await service.ask().catch((error: { failure: Failure }) => error.failure.kind);
		expect(await service.clock.run(failing())).toBe('network');
		expect(await service.clock.run(failing())).toBe('network');
		expect(await service.clock.run(failing())).toBe('down');
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
