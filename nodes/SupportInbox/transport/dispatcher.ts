import { type LocalTime, type Clock, MACHINE_CLOCK } from '../adapter/clock';
import type { ServiceTime } from '../store/time';
import type { Bounds } from './clock';
import { type Failure, type Headers, isRateLimit, networkFailure, ServiceFailure, stillUnknown } from './errors/failure';
import { entryOf } from './errors/table';
import { unlessStopped } from './queue/cancellation';
import { type ItemQueue, ItemQueues } from './queue/itemQueue';
import { KeyedMutex } from './queue/keyedMutex';
import type { RequestContext } from './queue/requestContext';
import { type Permit, RateLimiter } from './rateLimit/limiter';
import { CircuitBreaker } from './retry/circuitBreaker';
import { type Semantics, retryDelay } from './retry/retryPolicy';
import { REQUEST_TIMEOUT_MS } from './timing';

/**
 * An attempt of a request.
 * - `sentAt`: when it is sent.
 * - `unknownSince`: when the first earlier attempt of unknown outcome was sent.
 * - `onHeaders`: to be called with the headers as soon as an answer has arrived.
 */
export interface Attempt {
	sentAt: LocalTime;
	unknownSince?: LocalTime;
	onHeaders: (headers: Headers) => void;
}

/** Sends an attempt. */
type AttemptFunction<T> = (attempt: Attempt) => Promise<T>;

/**
 * How an attempt ended. `failure`: another attempt may follow; `error`: it has nothing to do with the request (a bug, a wrong field).
 * `unknownSince`: when the first attempt was sent that the service may have carried out, this one or an earlier one.
 */
type AttemptResult<T> = { value: T } | (({ failure: Failure; ms: number } | { error: unknown }) & { unknownSince?: LocalTime });

/**
 * All requests with a token to the service pass its dispatcher, which sends them in order (queue/), stays within the rate limit
 * (rateLimit/) and retries (retry/). One instance for each base URL and token, see session.ts.
 */
export class Dispatcher {
	private readonly queues: ItemQueues;
	private readonly mutex = new KeyedMutex();
	private readonly limiter: RateLimiter;
	private readonly breaker = new CircuitBreaker();

	constructor(readonly clock: Clock = MACHINE_CLOCK) {
		this.queues = new ItemQueues(clock);
		this.limiter = new RateLimiter(clock, (queue) => this.queues.waitingIn(queue));
	}

	/**
	 * Waits until the request is next in its item queue and runs `work` there. Everything `work` sends through
	 * {@link send} belongs to that turn in the queue.
	 *
	 * @throws ExecutionStopped when the execution is stopped before that
	 */
	async runInQueue<T>(requestContext: RequestContext, work: (queue: ItemQueue) => Promise<T>): Promise<T> {
		return await this.queues.run(requestContext, work);
	}

	/**
	 * Runs `work` while no other work of this process runs under the same name, see {@link KeyedMutex}: two executions may read and
	 * then write the same record, and their items are in queues of their own.
	 */
	async withLock<T>(name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
		return await this.mutex.withLock(name, work, signal);
	}

	/**
	 * Sends one request: waits for the rate limit, watches the headers, retries where that is safe. Once a write
	 * was sent, every error says that its outcome is unknown, unless every answer showed that it was not done.
	 *
	 * @param semantics what sending it twice does
	 * @param attemptFunction one attempt of it
	 * @param readPrecondition reads the precondition of the write; called when an attempt may be sent, which is sent right after
	 * @throws ServiceFailure when there is no usable answer; `outcomeUnknown` when the service may have done it
	 * @throws ExecutionStopped when the execution is stopped before an attempt: nothing is sent after that
	 */
	async send<T>(
		requestContext: RequestContext,
		semantics: Semantics,
		attemptFunction: AttemptFunction<T>,
		readPrecondition?: () => Promise<void>,
	): Promise<T> {
		const failures: Failure[] = [];
		let elapsedMs = 0;
		let unknownSince: LocalTime | undefined;
		try {
			for (;;) {
				const permit = await this.limiter.acquire(requestContext, readPrecondition);
				const result = await this.attemptOnce(attemptFunction, permit, semantics, unknownSince);
				if ('value' in result) return result.value;
				({ unknownSince } = result);
				if ('error' in result) throw result.error;
				const { failure, ms } = result;
				failures.push(failure);
				elapsedMs += ms;
				const requestTimeoutMs = this.breaker.lastTimedOut ? 0 : (requestContext.requestTimeoutMs ?? REQUEST_TIMEOUT_MS);
				const delay = retryDelay({ semantics, failures, elapsedWithOneMore: elapsedMs + ms, requestTimeoutMs }, this.clock.random());
				if (delay === undefined) {
					this.breaker.recordFailure(failure, this.clock.now());
					throw isRateLimit(failure) ? this.limiter.limitFailure(failure) : new ServiceFailure(failure);
				}
				elapsedMs += delay;
				await this.pause(delay, requestContext.signal);
			}
		} catch (error) {
			throw unknownSince === undefined ? error : stillUnknown(error, unknownSince);
		}
	}

	/** @returns the earliest and latest time that the service's clock may show at `local`; undefined while unknown */
	serverTime(local: LocalTime): Bounds | undefined {
		return this.limiter.serverTime(local);
	}

	/** @returns the service's clock at `local`, never too late; until an answer has shown it, this machine's is taken for it */
	earliestServerTime(local: LocalTime): ServiceTime {
		return this.serverTime(local)?.earliest ?? this.clock.wallTime(local);
	}

	/** Whether the service's counters show that other programs or processes use the token, now or a moment ago. */
	get isShared(): boolean {
		return this.limiter.isShared;
	}

	/** Whether requests that nobody waits for may be spent now. */
	get isIdle(): boolean {
		return this.limiter.isIdle;
	}

	/** Waits. @throws ExecutionStopped at once when the execution is stopped */
	async pause(ms: number, signal?: AbortSignal): Promise<void> {
		if (ms > 0) await unlessStopped<void>(signal, (go) => void this.clock.sleep(ms).then(go));
	}

	/** One attempt. @param unknownBefore when the first earlier attempt of unknown outcome was sent */
	private async attemptOnce<T>(
		attemptFunction: AttemptFunction<T>,
		permit: Permit,
		semantics: Semantics,
		unknownBefore?: number,
	): Promise<AttemptResult<T>> {
		const { sentAt, answered, unanswered } = permit;
		if (this.breaker.isOpen(sentAt)) {
			unanswered(false);
			return { failure: { kind: 'circuitOpen' }, ms: 0, unknownSince: unknownBefore };
		}
		const onHeaders = (headers: Headers) => {
			this.breaker.recordAnswer();
			answered(headers);
		};
		try {
			return { value: await attemptFunction({ sentAt, unknownSince: unknownBefore, onHeaders }) };
		} catch (error) {
			const failure = error instanceof ServiceFailure ? error.failure : networkFailure(error);
			const mayHaveHappened = failure === undefined || entryOf(failure).mayHaveHappened;
			unanswered(failure?.kind === 'network' && mayHaveHappened);
			const unknownSince = mayHaveHappened && semantics !== 'safe' ? (unknownBefore ?? sentAt) : unknownBefore;
			if (failure === undefined) return { error, unknownSince };
			if (!isRateLimit(failure)) return { failure, ms: this.clock.now() - sentAt, unknownSince };
			this.limiter.recordRefusal();
			return { failure, ms: 0, unknownSince };
		}
	}
}
