import { Dispatcher } from '../../../nodes/SupportInbox/transport/dispatcher';

const dispatcher = new Dispatcher();

function lockedWork() {
	let release = () => {};
	const until = new Promise<void>((resolve) => (release = resolve));
	return { until, release };
}

it('executions that wait for one ticket stop waiting at once when stopped, and nobody overtakes the others by that', async () => {
	const first = lockedWork();
	const done: string[] = [];
	const stop = new AbortController();
	const locked = dispatcher.withLock('ticket', async () => {
		await first.until;
		done.push('first');
	});
	const stopped = dispatcher.withLock('ticket', async () => void done.push('stopped'), stop.signal);
	const last = dispatcher.withLock('ticket', async () => void done.push('last'));
	stop.abort();
	await expect(stopped).rejects.toThrow('stopped');
	expect(done).toEqual([]);
	first.release();
	await Promise.all([locked, last]);
	expect(done).toEqual(['first', 'last']);
});
