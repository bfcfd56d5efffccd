import type { IHttpRequestOptions } from 'n8n-workflow';

import { ServiceFailure } from '../errors/failure';
import { onStop } from '../order/cancellation';

/** How long one try may take. `ms` is of the real clock, as connections are. `stop` ends it at once. */
interface TryLimits {
	ms: number;
	stop?: AbortSignal;
}

/** The part of Node's streams that is needed to see that data comes. */
interface Emitter {
	emit(event: string, ...values: unknown[]): boolean;
}

/** The longest time that Node's timers know (ms). */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Runs one try of a request and ends it when its time is over or the execution is stopped; its connection is closed
 * then. The time-out of the HTTP client alone would do neither: it begins anew with each byte that comes.
 *
 * @param options n8n's options of the request; they are given the signal that ends it
 * @param send sends them; for a file, `follow` is to be called with its stream: from then on it is no longer the whole
 * that has to come in time, but the next piece. `giveSignal` gives the signal to the options of a request that follows
 * @throws ServiceFailure (ETIMEDOUT) when the time is over; what `send` throws otherwise
 */
export async function withDeadline<T>(
	options: Pick<IHttpRequestOptions, 'abortSignal'>,
	{ ms, stop }: TryLimits,
	send: (follow: (stream: unknown) => void, giveSignal: (options: object) => void) => Promise<T>,
): Promise<T> {
	const ended = new AbortController();
	// n8n's helper puts the signal of the execution here just before it sends. Ours comes with that one as well.
	const giveSignal = (some: object) =>
		void Object.defineProperty(some, 'abortSignal', { get: () => ended.signal, set: () => {}, enumerable: true });
	giveSignal(options);
	const forget = onStop(stop, () => ended.abort());
	let lastSign = performance.now();
	const pace = new Pace();
	let isLate = false;
	let disarm = () => {};
	const check = () => {
		const now = performance.now();
		const left = Math.min(lastSign + ms - now, pace.left(now));
		isLate = left <= 0;
		if (isLate) return ended.abort();
		// Node keeps no process alive for such a timer.
		const timer = AbortSignal.timeout(Math.min(Math.ceil(left), MAX_TIMER_MS));
		timer.addEventListener('abort', check);
		disarm = () => timer.removeEventListener('abort', check);
	};
	check();
	try {
		const sign = (bytes: number) => {
			lastSign = performance.now();
			pace.note(bytes, lastSign);
		};
		return await send((stream) => {
			if (isEmitter(stream)) onData(stream, sign);
			// From now on the pace counts as well, which may end it sooner.
			disarm();
			check();
		}, giveSignal);
	} catch (error) {
		// More of an unusable answer may still be coming: close its connection.
		ended.abort();
		throw isLate ? new ServiceFailure({ kind: 'network', code: 'ETIMEDOUT' }) : error;
	} finally {
		disarm();
		forget();
	}
}

/** What a file must bring at least: a service that sends a byte now and then would hold its item for ever. */
const MIN_BYTES = 60 * 1024;
const MIN_BYTES_IN_MS = 60_000;

/** Counts the bytes of a file, minute by minute. */
class Pace {
	private since?: number;
	private bytes = 0;

	/** @param bytes that have come; the first call begins the first minute */
	note(bytes: number, now: number): void {
		this.since ??= now;
		this.bytes += bytes;
		if (this.bytes < MIN_BYTES) return;
		this.since = now;
		this.bytes = 0;
	}

	/** @returns ms until it is too slow */
	left(now: number): number {
		return this.since === undefined ? Infinity : this.since + MIN_BYTES_IN_MS - now;
	}
}

/** Calls `sign` now and with the length of each piece of a stream that comes. */
function onData(stream: Emitter, sign: (bytes: number) => void): void {
	sign(0);
	const emit = stream.emit.bind(stream);
	// A listener would set the stream flowing before anybody stores what comes, or keep it from flowing then.
	stream.emit = (event, ...values) => {
		if (event === 'data') sign((values[0] as Uint8Array | undefined)?.length ?? 0);
		return emit(event, ...values);
	};
}

function isEmitter(stream: unknown): stream is Emitter {
	return typeof stream === 'object' && stream !== null && 'emit' in stream && typeof stream.emit === 'function';
}
