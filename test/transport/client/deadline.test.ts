import { EventEmitter } from 'node:events';

import type { IHttpRequestOptions } from 'n8n-workflow';

import { withDeadline } from '../../../nodes/SupportInbox/transport/client/deadline';
import { DEADLINE_SLICE_MS } from '../../../nodes/SupportInbox/transport/timing';

jest.useFakeTimers();

const LIMIT_MS = 10_000;

/** A try that ends only when it is ended. @returns what is known of it, and how to say which stream its answer has */
function endlessTry() {
	const options: Pick<IHttpRequestOptions, 'abortSignal'> = {};
	const seen = { end: 'none', follow: (_stream: unknown) => {} };
	const send = async (follow: (stream: unknown) => void) =>
		await new Promise<never>((_resolve, reject) => {
			seen.follow = follow;
			(options.abortSignal as AbortSignal).addEventListener('abort', () => reject(new Error('ended')));
		});
	withDeadline(options, { ms: LIMIT_MS }, send).catch((error: { failure?: { code: string } }) => (seen.end = error.failure?.code ?? String(error)));
	return seen;
}

it('an answer that goes on coming is ended as a whole when its time is over', async () => {
	const seen = endlessTry();
	await jest.advanceTimersByTimeAsync(LIMIT_MS - 1);
	expect(seen.end).toBe('none');
	await jest.advanceTimersByTimeAsync(1 + DEADLINE_SLICE_MS);
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
	await jest.advanceTimersByTimeAsync(LIMIT_MS + DEADLINE_SLICE_MS);
	expect(seen.end).toBe('ETIMEDOUT');
});

it('what ends leaves no timer behind that keeps the process alive for half a second: jest ends a worker by force then', async () => {
	const arranged = jest.spyOn(global, 'setTimeout');
	await withDeadline({}, { ms: 60_000 }, async () => {});
	expect(arranged).toHaveBeenCalled();
	expect(Math.max(...arranged.mock.calls.map(([, ms = 0]) => ms))).toBeLessThan(500);
});
