import type { IHttpRequestOptions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { onStop } from '../order/cancellation';
import { ServiceFailure } from '../retry/failure';
import { SLEEP_SLICE_MS } from '../timing';

/** How long one try may take. `ms` is of the real clock, as connections are. `stop` ends it at once. */
export interface Limits {
	ms: number;
	stop?: AbortSignal;
}

/** The reason given when the signal of a try that has ended is aborted to stop its timer. Without one, Node creates an error each time, which takes longer than everything else here. */
const OVER = new Error('The try is over');

/** The part of Node's streams that is needed to see that data comes. */
interface Emitter {
	emit(event: string, ...values: unknown[]): boolean;
}

/**
 * Runs one try of a request and ends it when its time is over or the execution is stopped; its connection is closed
 * then. The time-out of the HTTP client alone would do neither: it begins anew with each byte that comes.
 *
 * @param options n8n's options of the request; they are given the signal that ends it
 * @param send sends them; for a file, `follow` is to be called with its stream: from then on it is no longer the whole
 * that has to come in time, but the next piece
 * @throws ServiceFailure (ETIMEDOUT) when the time is over; what `send` throws otherwise
 */
export async function withDeadline<T>(
	options: Pick<IHttpRequestOptions, 'abortSignal'>,
	{ ms, stop }: Limits,
	send: (follow: (stream: unknown) => void) => Promise<T>,
): Promise<T> {
	const ended = new AbortController();
	// n8n's helper puts the signal of the execution here just before it sends. Ours comes with that one as well.
	Object.defineProperty(options, 'abortSignal', { get: () => ended.signal, set: () => {}, enumerable: true });
	const forget = onStop(stop, () => ended.abort());
	let lastSign = performance.now();
	let isLate = false;
	const watch = async (): Promise<void> => {
		// Older versions of n8n do not end a sleep by a signal: in slices, none is left behind for long.
		for (let left = ms; left > 0; left = lastSign + ms - performance.now()) {
			await sleep(Math.min(left, SLEEP_SLICE_MS), ended.signal);
			if (ended.signal.aborted) return;
		}
		isLate = true;
		ended.abort();
	};
	void watch().catch(() => {});
	const follow = (stream: unknown): void => {
		if (!isEmitter(stream)) return;
		const emit = stream.emit.bind(stream);
		lastSign = performance.now();
		// A listener would set the stream flowing before anybody stores what comes, or keep it from flowing then.
		stream.emit = (event, ...values) => {
			if (event === 'data') lastSign = performance.now();
			return emit(event, ...values);
		};
	};
	return await send(follow)
		.catch((error) => {
			throw isLate ? new ServiceFailure({ kind: 'network', code: 'ETIMEDOUT', left: true }) : error;
		})
		.finally(() => {
			forget();
			ended.abort(OVER);
		});
}

function isEmitter(stream: unknown): stream is Emitter {
	return typeof stream === 'object' && stream !== null && 'emit' in stream && typeof stream.emit === 'function';
}
