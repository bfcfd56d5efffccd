import { EventEmitter } from 'node:events';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { withDeadline } from '../../../nodes/SupportInbox/transport/client/deadline';

beforeEach(() => {
	jest.useFakeTimers();
	// Jest has no fake of this one.
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		const timeout = new AbortController();
		setTimeout(() => timeout.abort(), ms);
		return timeout.signal;
	});
});

afterEach(() => {
	jest.restoreAllMocks();
	jest.useRealTimers();
});

const LIMIT_MS = 10_000;

/** A try that ends only when it is ended. @returns what is known of it, and how to say which stream its answer has */
function endlessTry(ms = LIMIT_MS) {
	const options: Pick<IHttpRequestOptions, 'abortSignal'> = {};
	const seen = { end: 'none', follow: (_stream: unknown) => {} };
	const send = async (follow: (stream: unknown) => void) =>
		await new Promise<never>((_resolve, reject) => {
			seen.follow = follow;
			(options.abortSignal as AbortSignal).addEventListener('abort', () => reject(new Error('ended')));
		});
	withDeadline(options, { ms }, send).catch((error: { failure?: { code: string } }) => (seen.end = error.failure?.code ?? String(error)));
	return seen;
}

it('an answer that goes on coming is ended as a whole when its time is over', async () => {
	const seen = endlessTry();
	await jest.advanceTimersByTimeAsync(LIMIT_MS - 1);
	expect(seen.end).toBe('none');
	await jest.advanceTimersByTimeAsync(1);
	expect(seen.end).toBe('ETIMEDOUT');
});

it('a file has its time for each piece that comes', async () => {
	const seen = endlessTry();
	const stream = new EventEmitter();
	seen.follow(stream);
	for (let pieces = 0; pieces < 5; pieces++) {
		await jest.advanceTimersByTimeAsync(LIMIT_MS - 1);
		stream.emit('data', Buffer.from('piece'));
	}
	expect(seen.end).toBe('none');
	await jest.advanceTimersByTimeAsync(LIMIT_MS);
	expect(seen.end).toBe('ETIMEDOUT');
});

it('a time-out that is longer than any of Node\'s timers does not end at once', async () => {
	const arranged = jest.spyOn(AbortSignal, 'timeout');
	await withDeadline({}, { ms: Infinity }, async () => {});
	expect(arranged).toHaveBeenCalledWith(2 ** 31 - 1);
});

it('leaves no timer behind that keeps the process alive, and ends at its real time', async () => {
	jest.restoreAllMocks();
	jest.useRealTimers();
	const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
	const before = timers();
	await withDeadline({}, { ms: 60_000 }, async () => expect(timers()).toBe(before));
	expect(timers()).toBe(before);
	const options: Pick<IHttpRequestOptions, 'abortSignal'> = {};
	const never = async () => await new Promise<never>((_resolve, reject) => (options.abortSignal as AbortSignal).addEventListener('abort', () => reject(new Error('ended'))));
	// The timer alone keeps nothing alive: jest does here, and n8n's server there.
	await expect(withDeadline(options, { ms: 50 }, never)).rejects.toMatchObject({ failure: { code: 'ETIMEDOUT' } });
});
