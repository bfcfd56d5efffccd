import { Dispatcher } from '../../nodes/SupportInbox/transport/dispatcher';
import { ServiceFailure } from '../../nodes/SupportInbox/transport/errors/failure';
import { sessionOf } from '../../nodes/SupportInbox/transport/session';
import { virtualService } from './virtualService';

const requestContext = { queue: 'a', order: 0, writes: true, priority: 'bulk' } as const;

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
		const { dispatcher, clock } = await virtualService();
		const send = jest.fn().mockRejectedValueOnce(first).mockRejectedValue(then);
		const error = await clock.run(dispatcher.runInQueue(requestContext, async () => await dispatcher.send(requestContext, semantics, send)).catch((thrown: ServiceFailure) => thrown));
		expect((error as ServiceFailure).outcomeUnknown).toBe(isUnknown);
	});
});

// Jest's timers know a clock that steps (Date) and one that does not (performance), as a machine does.
it.each([['back', -86_400_000], ['ahead', 86_400_000]])("this machine's clock, set %s by a day, moves no wait, and what people see is by the clock that they see", (_way, step) => {
	const now = Date.parse('2026-11-20T10:00:20Z');
	jest.useFakeTimers({ now });
	Object.defineProperty(performance, 'timeOrigin', { value: now });
	const { clock } = new Dispatcher();
	const before = clock.now();
	jest.setSystemTime(now + step);
	expect(clock.now()).toBe(before);
	expect(Math.abs(clock.wallTime(before) - Date.now())).toBeLessThan(1_000);
	jest.useRealTimers();
});
