import { Gate } from '../../../nodes/SupportInbox/transport/gate';

const gate = new Gate();

function held() {
	let release = () => {};
	const until = new Promise<void>((resolve) => (release = resolve));
	return { until, release };
}

it('executions that wait for one ticket stop waiting at once when stopped, and nobody overtakes the others by that', async () => {
	const first = held();
	const done: string[] = [];
	const stop = new AbortController();
	const holding = gate.alone('ticket', async () => {
		await first.until;
		done.push('first');
	});
	const stopped = gate.alone('ticket', async () => void done.push('stopped'), stop.signal);
	const last = gate.alone('ticket', async () => void done.push('last'));
	stop.abort();
	await expect(stopped).rejects.toThrow('stopped');
	expect(done).toEqual([]);
	first.release();
	await Promise.all([holding, last]);
	expect(done).toEqual(['first', 'last']);
});
