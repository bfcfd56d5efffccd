import { sleep } from 'n8n-workflow';
import type { Clock } from './clock';
import { type Failure, type Headers, type StatusFailure, isDenied, isRateLimit, isTimeout, networkFailure, ServiceFailure, stillUnknown } from './errors/failure';
import { entryOf } from './errors/table';
import type { Caller } from './order/caller';
import { ExecutionStopped, unlessStopped } from './order/cancellation';
import { type QueueView, ItemQueues } from './order/itemQueue';
import { KeyedLock } from './order/keyedLock';
import { type Admission, RateLimiter } from './rateLimit/limiter';
import { type Semantics, delayAfter } from './retry/policy';
import { ALL_TRIES_MS, CIRCUIT_OPEN_MS, NOTICEABLE_WAIT_MS, SLEEP_SLICE_MS } from './timing';

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

const OPEN_AFTER = 2;
const CLOSED = { timedOut: 0, openUntil: -Infinity };

const steadyNow = () => performance.timeOrigin + performance.now();

const REAL_CLOCK: Clock = {
	now: steadyNow,
	wallTime: (at) => Date.now() + (at - steadyNow()),
	sleep,
	random: () => Math.random(),
};

/**
 * All requests with a token to the service pass its gate, which keeps order (order/), stays within the rate limit
 * (rateLimit/) and tries again (retry/). One instance for each base URL and token, see session.ts.
 */
export class Gate {
	private readonly queues: ItemQueues;
	private readonly locks = new KeyedLock();
	private readonly limiter: RateLimiter;
	/**
	 * A circuit breaker. `timedOut`: requests in a row that timed out in all their tries; the next one gets a single try. From OPEN_AFTER
	 * on nothing is sent before `openUntil` (ms of the clock). A refused or reset connection does not count: it costs no time, and the
	 * next item may succeed.
	 */
	private circuit = CLOSED;

	constructor(readonly clock: Clock = REAL_CLOCK) {
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
		let unknownSince: number | undefined;
		let spent = 0;
		let wasDenied = false;
		try {
			for (;;) {
				const admission = await this.limiter.acquire(caller, readFirst);
				const before = unknownSince;
				if (semantics !== 'safe') unknownSince ??= admission.sentAt;
				const outcome = await this.attempt(tryOnce, admission, before);
				if ('value' in outcome) return outcome.value;
				const { failure } = outcome;
				if (!entryOf(failure).mayHaveHappened) unknownSince = before;
				if (caller.signal?.aborted) throw new ExecutionStopped();
				if (isDenied(failure) && !wasDenied && caller.denials?.areLasting !== true) {
					wasDenied = true;
					await this.nextWindow(caller, failure);
					continue;
				}
				if (caller.denials) caller.denials.areLasting ||= wasDenied && isDenied(failure);
				failures.push(failure);
				const refusal = isRateLimit(failure) ? failure : undefined;
				if (refusal) this.limiter.refused();
				const took = refusal ? 0 : this.clock.now() - admission.sentAt;
				spent += took;
				const allTriesMs = this.circuit.timedOut > 0 ? 0 : (caller.allTriesMs ?? ALL_TRIES_MS);
				const delay = delayAfter({ semantics, failures, elapsedWithOneMore: spent + took, allTriesMs }, this.clock.random());
				if (delay === undefined) {
					if (isTimeout(failure)) this.noteTimeout();
					throw refusal ? this.limiter.limitFailure(refusal) : new ServiceFailure(failure);
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

	/** Waits. @throws ExecutionStopped at once when the execution is stopped */
	async pause(ms: number, signal?: AbortSignal): Promise<void> {
		if (ms > 0 || signal?.aborted) await unlessStopped<void>(signal, (go) => void this.clock.sleep(ms).then(go));
	}

	/**
	 * A 403 although requests are left may mean the rate limit after all: it is waited for once, by the request alone.
	 *
	 * @throws ServiceFailure where the wait would pass the caller's deadline; ExecutionStopped
	 */
	private async nextWindow({ deadline = Infinity, signal, onWait, onWaited }: Caller, failure: StatusFailure): Promise<void> {
		const begun = this.clock.now();
		const until = this.limiter.opensAt;
		const opensAt = this.clock.wallTime(until);
		if (until > deadline) throw new ServiceFailure({ ...failure, opensAt });
		if (until - begun >= NOTICEABLE_WAIT_MS) onWait?.(opensAt);
		for (let now = begun; now < until; now = this.clock.now()) await this.pause(Math.min(until - now, SLEEP_SLICE_MS), signal);
		onWaited?.(this.clock.now() - begun);
	}

	/** Notices a dead service, so that a hundred items do not each wait for it: that would take 18 minutes when they read, 23 to 72 when they write. */
	private noteTimeout(): void {
		const timedOut = this.circuit.timedOut + 1;
		this.circuit = { timedOut, openUntil: timedOut >= OPEN_AFTER ? this.clock.now() + CIRCUIT_OPEN_MS : this.circuit.openUntil };
	}

	/** One try. An error that has nothing to do with the request (a bug, a wrong field) is thrown on. */
	private async attempt<T>(
		tryOnce: Try<T>,
		admission: Admission,
		unknownSince?: number,
	): Promise<{ value: T } | { failure: Failure }> {
		if (admission.sentAt < this.circuit.openUntil) {
			admission.unanswered(false);
			return { failure: { kind: 'circuitOpen' } };
		}
		const onHeaders = (headers: Headers) => {
			this.circuit = CLOSED;
			admission.answered(headers);
		};
		return await tryOnce({ sentAt: admission.sentAt, unknownSince, onHeaders }).then(
			(value) => ({ value }),
			(error) => {
				const failure = error instanceof ServiceFailure ? error.failure : networkFailure(error);
				admission.unanswered(failure?.kind === 'network' && entryOf(failure).mayHaveHappened);
				if (failure === undefined) throw error;
				return { failure };
			},
		);
	}
}
