import type { IHttpRequestOptions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { onStop } from '../order/cancellation';
import { ServiceFailure } from '../errors/failure';
import { DEADLINE_SLICE_MS } from '../timing';

/** How long one try may take. `ms` is of the real clock, as connections are. `stop` ends it at once. */
export interface Limits {
	ms: number;
	stop?: AbortSignal;
}

/** The part of Node's streams that is needed to see that data comes. */
interface Emitter {
	emit(event: string, ...values: unknown[]): boolean;
}

/** A try that is under way. `lastSign`: when it began, or when the last piece of its file came, in ms of the real clock. */
interface Watched {
	readonly ms: number;
	readonly ended: AbortController;
	lastSign: number;
	isLate: boolean;
}

/** All tries of this process share one timer: a timer for each try, and stopping it, would take longer than everything else here. */
const inProgress = new Set<Watched>();
/** When their deadlines are checked next, in ms of the real clock. */
let nextCheck = Infinity;

/**
 * Runs one try of a request and ends it when its time is over or the execution is stopped; its connection is closed
 * then. The time-out of the HTTP client alone would do neither: it begins anew with each byte that comes.
 *
 * @param options n8n's options of the request; they are given the signal that ends it
 * @param send sends them; for a file, `follow` is to be called with its stream: from then on it is no longer the whole
 * that has to come in time, but the next piece. `giveSignal` gives it to the options of
 * a request that follows
 * @throws ServiceFailure (ETIMEDOUT) when the time is over; what `send` throws otherwise
 */
export async function withDeadline<T>(
	options: Pick<IHttpRequestOptions, 'abortSignal'>,
	{ ms, stop }: Limits,
	send: (follow: (stream: unknown) => void, giveSignal: (options: object) => void) => Promise<T>,
): Promise<T> {
	const ended = new AbortController();
	// n8n's helper puts the signal of the execution here just before it sends. Ours comes with that one as well.
	const giveSignal = (some: object) =>
		void Object.defineProperty(some, 'abortSignal', { get: () => ended.signal, set: () => {}, enumerable: true });
	giveSignal(options);
	const forget = onStop(stop, () => ended.abort());
	const watched: Watched = { ms, ended, lastSign: performance.now(), isLate: false };
	inProgress.add(watched);
	checkAt(watched.lastSign + ms);
	try {
		return await send((stream) => follow(stream, watched), giveSignal);
	} catch (error) {
		// More of an unusable answer may still be coming: close its connection.
		ended.abort();
		throw watched.isLate ? new ServiceFailure({ kind: 'network', code: 'ETIMEDOUT' }) : error;
	} finally {
		inProgress.delete(watched);
		forget();
	}
}

/** Arranges a check of all deadlines at that time, or after a slice of it: no long timer is left behind when all tries have ended. */
function checkAt(time: number): void {
	const now = performance.now();
	const at = Math.min(time, now + DEADLINE_SLICE_MS);
	if (nextCheck <= at) return;
	nextCheck = at;
	void sleep(Math.max(1, at - now)).then(() => {
		// Otherwise an earlier check was arranged meanwhile, which arranges the next one itself.
		if (nextCheck === at) check();
	});
}

/** Ends the tries whose time is over. */
function check(): void {
	nextCheck = Infinity;
	let next = Infinity;
	for (const watched of inProgress) {
		const end = watched.lastSign + watched.ms;
		if (end > performance.now()) next = Math.min(next, end);
		else if (!watched.isLate) {
			watched.isLate = true;
			watched.ended.abort();
		}
	}
	if (next < Infinity) checkAt(next);
}

/** Notes whenever a piece of a stream comes. */
function follow(stream: unknown, watched: Watched): void {
	if (!isEmitter(stream)) return;
	const emit = stream.emit.bind(stream);
	watched.lastSign = performance.now();
	// A listener would set the stream flowing before anybody stores what comes, or keep it from flowing then.
	stream.emit = (event, ...values) => {
		if (event === 'data') watched.lastSign = performance.now();
		return emit(event, ...values);
	};
}

function isEmitter(stream: unknown): stream is Emitter {
	return typeof stream === 'object' && stream !== null && 'emit' in stream && typeof stream.emit === 'function';
}
