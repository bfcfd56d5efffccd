import { withDeadline } from '../../../nodes/SupportInbox/transport/client/deadline';

jest.useFakeTimers();

it('what ends leaves no timer behind that keeps the process alive for half a second: jest ends a worker by force then', async () => {
	const arranged = jest.spyOn(global, 'setTimeout');
	await withDeadline({}, { ms: 60_000 }, async () => {});
	expect(arranged).toHaveBeenCalled();
	expect(Math.max(...arranged.mock.calls.map(([, ms = 0]) => ms))).toBeLessThan(500);
});
