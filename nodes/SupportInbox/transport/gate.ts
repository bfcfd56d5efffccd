import { type Clock, MACHINE_CLOCK } from '../adapter/clock';
import { type Failure, type Headers, isRateLimit, networkFailure, ServiceFailure, stillUnknown } from './errors/failure';
import { entryOf } from './errors/table';
import type { Caller } from './order/caller';
import { ExecutionStopped, unlessStopped } from './order/cancellation';
import { type QueueView, ItemQueues } from './order/itemQueue';
import { KeyedLock } from './order/keyedLock';
import { type Admission, RateLimiter } from './rateLimit/limiter';
import { CircuitBreaker } from './retry/circuitBreaker';
import { type Semantics, delayAfter } from './retry/policy';
import { ALL_TRIES_MS } from './timing';

/**
 * A try of a request.
 * - `sentAt`: when it leaves, in ms of the gate's clock.
 * - `unknownSince`: when the first earlier try of unknown outcome left, in ms of the gate's clock.
 * - `onHeaders`: to be called with the headers as soon as an answer has come.
 */
export interface Attempt {
	sentAt: number;
	unknownSince?: number;
	onHeaders: (headers: Headers) => void;
}

type Try<T> = (attempt: Attempt) => Promise<T>;

/**
 * How a try ended. `failure`: another try may follow; `error`: it has nothing to do with the request (a bug, a wrong field).
 * `unknownSince`: when the first try left that the service may have carried out, this one or an earlier one.
 */
type End<T> = { value: T } | (({ failure: Failure; ms: number } | { error: unknown }) & { unknownSince?: number });

/**
 * All requests with a token to the service pass its gate, which keeps order (order/), stays within the rate limit
 * (rateLimit/) and tries again (retry/). One instance for each base URL and token, see session.ts.
 */
export class Gate {
	private readonly queues: ItemQueues;
	private readonly locks = new KeyedLock();
	private readonly limiter: RateLimiter;
	private readonly breaker = new CircuitBreaker();

	constructor(readonly clock: Clock = MACHINE_CLOCK) {
		this.queues = new ItemQueues(clock);
		this.limiter = new RateLimiter(clock, (queue) => this.queues.waitingIn(queue));
	}

	/**
	 * Waits until the caller is next in its item queue and runs `work` there. Everything `work` sends through
	 * {@link send} belongs to that place in the queue.
	 *
	 * @throws ExecutionStopped when the execution is stopped before that
	 */
	async enter<T>(caller: Caller, work: (queue: QueueView) => Promise<T>): Promise<T> {
		return await this.queues.run(caller, work);
	}

	/**
	 * Runs `work` while no other work of this process runs under the same name, see {@link KeyedLock}: two executions may read and
	 * then write the same record, and their items are in queues of their own.
	 */
	async alone<T>(name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
		return await this.locks.run(name, work, signal);
	}

	/**
	 * Sends one request: waits for the rate limit, watches the headers, tries again where that is safe. Once a write has
	 * left, every error says that its outcome is unknown, unless every answer showed that it was not done.
	 *
	 * @param semantics what sending it twice does
	 * @param tryOnce one try of it
	 * @param readFirst reads the precondition of the write; called when a try may leave, and the try leaves right after
	 * @throws ServiceFailure when there is no usable answer; `outcomeUnknown` when the service may have done it
	 * @throws ExecutionStopped when the execution is stopped before the answer; nothing is sent after that
	 */
	async send<T>(caller: Caller, semantics: Semantics, tryOnce: Try<T>, readFirst?: () => Promise<void>): Promise<T> {
		const failures: Failure[] = [];
		let spent = 0;
		let unknownSince: number | undefined;
		try {
			for (;;) {
				const end = await this.once(tryOnce, await this.limiter.acquire(caller, readFirst), semantics, unknownSince);
				if ('value' in end) return end.value;
				({ unknownSince } = end);
				if ('error' in end) throw end.error;
				if (caller.signal?.aborted) throw new ExecutionStopped();
				const { failure, ms } = end;
				failures.push(failure);
				spent += ms;
				const allTriesMs = this.breaker.isSuspicious ? 0 : (caller.allTriesMs ?? ALL_TRIES_MS);
				const delay = delayAfter({ semantics, failures, elapsedWithOneMore: spent + ms, allTriesMs }, this.clock.random());
				if (delay === undefined) {
					this.breaker.gaveUp(failure, this.clock.now());
					throw isRateLimit(failure) ? this.limiter.limitFailure(failure) : new ServiceFailure(failure);
				}
				spent += delay;
				await this.pause(delay, caller.signal);
			}
		} catch (error) {
			throw unknownSince === undefined ? error : stillUnknown(error, unknownSince);
		}
	}

	/** @returns the earliest and latest time that the service's clock may show at `local` (ms); undefined while unknown */
	serverTime(local: number): { earliest: number; latest: number } | undefined {
		return this.limiter.serverTime(local);
	}

	/** Whether the service's counters show that other programs or processes use the token, now or a moment ago. */
	get isShared(): boolean {
		return this.limiter.isShared;
	}

	/** Whether requests of the rate limit would be left over: see {@link RateLimiter.isIdle}. */
	get isIdle(): boolean {
		return this.limiter.isIdle;
	}

	/** Waits. @throws ExecutionStopped at once when the execution is stopped */
	async pause(ms: number, signal?: AbortSignal): Promise<void> {
		if (ms > 0 || signal?.aborted) await unlessStopped<void>(signal, (go) => void this.clock.sleep(ms).then(go));
	}

	/** One try. @param earlier when the first earlier try of unknown outcome left */
	private async once<T>(tryOnce: Try<T>, admission: Admission, semantics: Semantics, earlier?: number): Promise<End<T>> {
		const { sentAt, answered, unanswered } = admission;
		if (this.breaker.isOpen(sentAt)) {
			unanswered(false);
			return { failure: { kind: 'circuitOpen' }, ms: 0, unknownSince: earlier };
		}
		const onHeaders = (headers: Headers) => {
			this.breaker.answered();
			answered(headers);
		};
		try {
			return { value: await tryOnce({ sentAt, unknownSince: earlier, onHeaders }) };
		} catch (error) {
			const failure = error instanceof ServiceFailure ? error.failure : networkFailure(error);
			const mayHaveHappened = failure === undefined || entryOf(failure).mayHaveHappened;
			unanswered(failure?.kind === 'network' && mayHaveHappened);
			const unknownSince = mayHaveHappened && semantics !== 'safe' ? (earlier ?? sentAt) : earlier;
			if (failure === undefined) return { error, unknownSince };
			if (!isRateLimit(failure)) return { failure, ms: this.clock.now() - sentAt, unknownSince };
			this.limiter.refused();
			return { failure, ms: 0, unknownSince };
		}
	}
}
