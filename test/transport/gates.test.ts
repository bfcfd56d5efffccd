import { ServiceFailure } from '../../nodes/SupportInbox/transport/errors/failure';
import { Gate } from '../../nodes/SupportInbox/transport/gate';
import type { Caller } from '../../nodes/SupportInbox/transport/order/caller';
import { sessionOf } from '../../nodes/SupportInbox/transport/session';
import { startSimulator } from '../simulator';
import { virtualService } from './virtualService';

const caller = { queue: 'a', order: 0, writes: true, purpose: 'bulk' } as const;

describe('the sessions of a process', () => {
	it('there is one for each base URL and token, and the same one each time', () => {
		expect(sessionOf('a token')).toBe(sessionOf('a token'));
		expect(sessionOf('a token')).not.toBe(sessionOf('another token'));
	});

	it('those that nobody has used for the longest are forgotten', () => {
		const [used, idle] = [sessionOf('used'), sessionOf('idle')];
		for (let n = 0; n < 2_000; n++) sessionOf(n % 100 === 0 ? 'used' : `token ${n}`);
		expect(sessionOf('used')).toBe(used);
		expect(sessionOf('idle')).not.toBe(idle);
	});
});

it('a write that may have been done has an unknown outcome also when its next tries are refused', async () => {
	const { gate, clock } = await virtualService();
	const cut = new ServiceFailure({ kind: 'network', code: 'ECONNRESET' });
	const refusal = new ServiceFailure({ kind: 'status', status: 403, headers: {}, message: 'Your address is blocked' });
	const send = jest.fn().mockRejectedValueOnce(cut).mockRejectedValue(refusal);
	const write = gate.enter(caller, async () => await gate.send(caller, 'idempotent', send)).catch((error: unknown) => error);
	expect(await clock.run(write)).toMatchObject({ failure: { kind: 'rateLimit', message: 'Your address is blocked' }, outcomeUnknown: true });
	expect(send.mock.calls.length).toBeGreaterThan(2);
});

describe('the outcome of a write is unknown from its departure until it is known', () => {
	const RESET = new ServiceFailure({ kind: 'network', code: 'ECONNRESET' });
	const REFUSED = new ServiceFailure({ kind: 'network', code: 'ECONNREFUSED' });
	const WRONG = new ServiceFailure({ kind: 'status', status: 400, headers: {}, message: '' });
	const fault = new TypeError('a fault of ours');

	it.each([
		['an update whose last try is refused', 'idempotent', RESET, WRONG, true],
		['an update of which no try arrived', 'idempotent', REFUSED, WRONG, false],
		['an update that ends by a fault of ours', 'idempotent', REFUSED, fault, true],
		['a creation whose connection broke', 'nonIdempotent', REFUSED, RESET, true],
		['a creation that ends by a fault of ours', 'nonIdempotent', REFUSED, fault, true],
		['a creation that was refused', 'nonIdempotent', REFUSED, WRONG, false],
		['a reading that ends by a fault of ours', 'safe', RESET, fault, undefined],
	] as const)('%s: %s', async (_what, semantics, first, then, isUnknown) => {
		const { gate, clock } = await virtualService();
		const send = jest.fn().mockRejectedValueOnce(first).mockRejectedValue(then);
		const error = await clock.run(gate.enter(caller, async () => await gate.send(caller, semantics, send)).catch((thrown: ServiceFailure) => thrown));
		expect((error as ServiceFailure).outcomeUnknown).toBe(isUnknown);
	});
});

describe("this machine's clock", () => {
	const DAY = 24 * 60 * 60_000;
	const bulk = { queue: 'a', order: 0, writes: false, purpose: 'bulk' } as const;

	// Jest's timers know a clock that steps (Date) and one that does not (performance), as a machine does.
	beforeEach(() => {
		const now = Date.parse('2026-11-20T10:00:20Z');
		jest.useFakeTimers({ now, doNotFake: ['setImmediate', 'nextTick'] });
		Object.defineProperty(performance, 'timeOrigin', { value: now });
	});
	afterEach(() => void jest.useRealTimers());

	/** Lets time pass until `work` has ended, at most `ms`. */
	async function ended<T>(work: Promise<T>, ms = 1_000): Promise<T> {
		let isOver = false;
		void work.finally(() => (isOver = true)).catch(() => undefined);
		for (let passed = 0; passed < ms && !isOver; passed += 10) await jest.advanceTimersByTimeAsync(10);
		if (!isOver) throw new Error(`Not ended after ${ms} ms`);
		return await work;
	}

	/** A gate on the real clock before a service with a clock of its own, whose limit is used up by one request. */
	async function usedUp() {
		const begin = Date.now() - performance.now();
		const service = await startSimulator({ seed: false, http: false, clock: () => begin + performance.now() });
		const gate = new Gate();
		const ask = async (caller: Caller) =>
			await gate.enter(caller, async () => await gate.send(caller, 'safe', async ({ onHeaders }) => {
				const outcome = await service.handle({ method: 'GET', path: '/api/v2/message_boxes', headers: { authorization: `Bearer ${service.token}` } });
				if (typeof outcome === 'string') throw new Error(outcome);
				const headers = Object.fromEntries(Object.entries(outcome.headers).map(([name, value]) => [name.toLowerCase(), value]));
				onHeaders(headers);
				if (outcome.status !== 200) throw new ServiceFailure({ kind: 'status', status: outcome.status, headers, message: '' });
				return performance.now();
			}));
		await ended(ask(bulk));
		service.consumeQuota(59);
		// The service shows it: nothing is left until the window opens 40 s later.
		const refused = ask({ ...bulk, purpose: 'trigger', deadline: gate.clock.now() });
		await expect(ended(refused)).rejects.toMatchObject({ failure: { kind: 'rateLimit' } });
		return { gate, ask };
	}

	it.each([['back', -DAY], ['ahead', DAY]])('set %s by a day while the limit is used up: requests leave when the limit opens', async (_way, step) => {
		const { gate, ask } = await usedUp();
		const usedUpAt = performance.now();
		jest.setSystemTime(Date.now() + step);
		const waited = (await ended(ask(bulk), 60_000)) - usedUpAt;
		expect(waited).toBeGreaterThan(39_000);
		expect(waited).toBeLessThan(43_000);
		await ended(ask({ ...bulk, purpose: 'trigger', deadline: gate.clock.now() }));
		// What people and n8n see is by the clock that they see.
		expect(Math.abs(gate.clock.wallTime(gate.clock.now()) - Date.now())).toBeLessThan(1_000);
	});
});
