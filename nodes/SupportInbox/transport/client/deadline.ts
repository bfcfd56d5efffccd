import type { IHttpRequestOptions } from 'n8n-workflow';
import { ServiceFailure } from '../errors/failure';
import { onStop } from '../order/cancellation';

/** The limits of one try. `ms`: its time limit, by the real clock and not the gate's. `stop`: ends the try at once. */
interface TryLimits {
	ms: number;
	stop?: AbortSignal;
}

/** The part of Node's streams that is needed to notice arriving data. */
interface Emitter {
	emit(event: string, ...values: unknown[]): boolean;
}

/** The longest time that Node's timers accept (ms). */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Runs one try of a request. When its time is over or the execution is stopped, it ends the try and closes the connection.
 * The time-out of the HTTP client is not enough: it begins anew with each byte that comes.
 *
 * @param options n8n's options of the request; the signal that ends it is added to them
 * @param send sends them. For a file it calls `follow` with the stream: from then on the time limit holds for each next
 * piece and no longer for the whole answer. `giveSignal` adds the signal to the options of a further request
 * @throws ServiceFailure (ETIMEDOUT) when the time is over; what `send` throws otherwise
 */
export async function withDeadline<T>(
	options: Pick<IHttpRequestOptions, 'abortSignal'>,
	{ ms, stop }: TryLimits,
	send: (follow: (stream: unknown) => void, giveSignal: (options: object) => void) => Promise<T>,
): Promise<T> {
	const ended = new AbortController();
	// n8n's helper sets the signal of the execution here just before it sends. Keep ours, which ends at that signal too.
	const giveSignal = (some: object) =>
		void Object.defineProperty(some, 'abortSignal', { get: () => ended.signal, set: () => {}, enumerable: true });
	giveSignal(options);
	const forget = onStop(stop, () => ended.abort());
	let lastSign = performance.now();
	let isLate = false;
	let disarm = () => {};
	const check = () => {
		const left = lastSign + ms - performance.now();
		if (left <= 0) {
			isLate = true;
			return ended.abort();
		}
		// Such a timer does not keep the process alive.
		const timer = AbortSignal.timeout(Math.min(Math.ceil(left), MAX_TIMER_MS));
		timer.addEventListener('abort', check);
		disarm = () => timer.removeEventListener('abort', check);
	};
	check();
	try {
		return await send((stream) => {
			lastSign = performance.now();
			if (isEmitter(stream)) onData(stream, () => (lastSign = performance.now()));
		}, giveSignal);
	} catch (error) {
		// The rest of an unusable answer may still be coming: close its connection.
		ended.abort();
		throw isLate ? new ServiceFailure({ kind: 'network', code: 'ETIMEDOUT' }) : error;
	} finally {
		disarm();
		forget();
	}
}

/** Calls `callback` for each piece that arrives in the stream. */
function onData(stream: Emitter, callback: () => void): void {
	const emit = stream.emit.bind(stream);
	// A listener would start the stream before anybody stores its data, or stop it from flowing later.
	stream.emit = (event, ...values) => {
		if (event === 'data') callback();
		return emit(event, ...values);
	};
}

function isEmitter(stream: unknown): stream is Emitter {
	return typeof stream === 'object' && stream !== null && 'emit' in stream && typeof stream.emit === 'function';
}
