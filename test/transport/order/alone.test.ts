import { Gate } from '../../../nodes/SupportInbox/transport/gate';

const gate = new Gate();

function held() {
	let release = () => {};
	const until = new Promise<void>((resolve) => (release = resolve));
	return { until, release };
}

describe('two executions at one ticket', () => {
	it('go one after the other, in the order in which they came', async () => {
		const first = held();
		const done: string[] = [];
		const all = [
			gate.alone('ticket', async () => {
				await first.until;
				done.push('first');
			}),
			gate.alone('ticket', async () => void done.push('second')),
			gate.alone('another', async () => void done.push('elsewhere')),
		];
		await all[2];
		first.release();
		await Promise.all(all);
		expect(done).toEqual(['elsewhere', 'first', 'second']);
	});

	it('go on when the one before has failed', async () => {
		const failing = gate.alone('ticket', async () => await Promise.reject(new Error('no')));
		const next = gate.alone('ticket', async () => await Promise.resolve('done'));
		await expect(failing).rejects.toThrow('no');
		await expect(next).resolves.toBe('done');
	});

	it('stop waiting at once when stopped, and nobody overtakes the others by that', async () => {
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
});
