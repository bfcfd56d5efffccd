import { Dispatcher } from '../../nodes/SupportInbox/transport/dispatcher';
import { sessionOf } from '../../nodes/SupportInbox/transport/session';

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
