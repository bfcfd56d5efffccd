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
	const pace = new Pace();
	let isLate = false;
	let disarm = () => {};
	const check = () => {
		const now = performance.now();
		const left = Math.min(lastSign + ms - now, pace.left(now));
		isLate = left <= 0;
		if (isLate) return ended.abort();
		// Such a timer does not keep the process alive.
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
			// From now on the pace of the file is checked as well, which may end the try sooner.
			disarm();
			check();
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

/** The least data of a file in this time: a service that sends a byte now and then would block its item for ever. */
const MIN_BYTES = 60 * 1024;
const MIN_BYTES_IN_MS = 60_000;

/** Counts the bytes of a file, minute by minute. */
class Pace {
	private since?: number;
	private bytes = 0;

	/** @param bytes how many have come; the first call begins the first minute */
	note(bytes: number, now: number): void {
		this.since ??= now;
		this.bytes += bytes;
		if (this.bytes < MIN_BYTES) return;
		this.since = now;
		this.bytes = 0;
	}

	/** @returns ms until the file is too slow */
	left(now: number): number {
		return this.since === undefined ? Infinity : this.since + MIN_BYTES_IN_MS - now;
	}
}

/** Calls `sign` now, and with the length of each piece that arrives in the stream. */
function onData(stream: Emitter, sign: (bytes: number) => void): void {
	sign(0);
	const emit = stream.emit.bind(stream);
	// A listener would start the stream before anybody stores its data, or stop it from flowing later.
	stream.emit = (event, ...values) => {
		if (event === 'data') sign((values[0] as Uint8Array | undefined)?.length ?? 0);
		return emit(event, ...values);
	};
}

function isEmitter(stream: unknown): stream is Emitter {
	return typeof stream === 'object' && stream !== null && 'emit' in stream && typeof stream.emit === 'function';
}
