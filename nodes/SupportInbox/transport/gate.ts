import { sleep } from 'n8n-workflow';

import type { Failure, Headers } from './failure';
import { networkFailure, ServiceFailure } from './failure';
import { Lanes } from './lanes';
import type { Clock, Pass, Purpose } from './pass';
import { cancelled } from './pass';
import type { Budget } from './rateLimit';
import { afterAnswer, afterRefusal, mayGo, unknownBudget } from './rateLimit';
import type { Repeat } from './retry';
import { afterFailure, isRateLimit, mayHaveHappened, PATIENCE_MS } from './retry';

/** One try of a request: `seen` is to be called with the headers as soon as an answer has come. */
export type Try<T> = (attempt: { earlierUncertain: boolean; seen: (headers: Headers) => void }) => Promise<T>;

const REAL_CLOCK: Clock = { now: () => Date.now(), sleep, random: () => Math.random() };

/** Requests of each window kept for people and triggers while bulk work runs. */
const RESERVE = 5;
const NOTICEABLE_WAIT_MS = 5_000;
/** A wait is slept in slices, so that a cancelled one leaves no long timer behind. */
const SLICE_MS = 1_000;
const RANK: Record<Purpose, number> = { person: 0, trigger: 1, bulk: 2 };

interface Waiter {
	pass: Pass;
	resolve: () => void;
	reject: (error: Error) => void;
	told: boolean;
}

/**
 * The one door to the service for everything that holds a token: it keeps order, budget and retries
 * (API document, Limits). One instance per base URL and token, see connection.ts.
 */
export class Gate {
	private budget: Budget = unknownBudget();
	private inFlight = 0;
	private waiting: Waiter[] = [];
	private wakeAt = Infinity;
	private turns = 0;
	private readonly lastTurn = new Map<string, number>();
	private readonly lanes: Lanes;

	constructor(private readonly clock: Clock = REAL_CLOCK) {
		this.lanes = new Lanes(clock);
	}

	/**
	 * Waits for the caller's turn in its lane and runs `work` in it. Everything `work` sends through
	 * {@link send} belongs to that turn.
	 *
	 * @throws ManualExecutionCancelledError when the execution is stopped before its turn
	 */
	async enter<T>(pass: Pass, work: () => Promise<T>): Promise<T> {
		return await this.lanes.run(pass, work);
	}

	/**
	 * Sends one request: waits for the budget, watches the headers, tries again where that is safe.
	 *
	 * @param repeat how often the request may be sent
	 * @param once one try of it
	 * @throws ServiceFailure when there is no usable answer; `uncertain` when the service may have done it
	 */
	async send<T>(pass: Pass, repeat: Repeat, once: Try<T>): Promise<T> {
		const failures: Failure[] = [];
		let uncertain = false;
		let spent = 0;
		for (;;) {
			await this.permit(pass);
			const sentAt = this.clock.now();
			const outcome = await this.try(once, uncertain, sentAt);
			if ('value' in outcome) return outcome.value;
			if (pass.signal?.aborted) throw cancelled();
			const { failure } = outcome;
			failures.push(failure);
			if (isRateLimit(failure)) this.budget = afterRefusal(this.budget, this.clock.now());
			const took = isRateLimit(failure) ? 0 : this.clock.now() - sentAt;
			spent += took;
			const tries = { repeat, failures, elapsedWithOneMore: spent + took, patience: pass.patience ?? PATIENCE_MS };
			const next = afterFailure(tries, this.clock.random());
			if (next.kind !== 'again') throw this.ended(failure, next.kind === 'uncertain');
			uncertain ||= mayHaveHappened(failure);
			spent += next.delay;
			await this.pause(next.delay, pass.signal);
		}
	}

	/** One try; what is no failure of the service (a bug, a cancelled execution) is thrown on. */
	private async try<T>(once: Try<T>, earlierUncertain: boolean, sentAt: number): Promise<{ value: T } | { failure: Failure }> {
		let answered = false;
		const seen = (headers: Headers) => {
			if (answered) return;
			answered = true;
			this.answered(headers, sentAt);
		};
		return await once({ earlierUncertain, seen })
			.then(
				(value) => ({ value }),
				(error) => ({ failure: failureOf(error) }),
			)
			.finally(() => seen({}));
	}

	private answered(headers: Headers, sentAt: number): void {
		this.inFlight -= 1;
		this.budget = afterAnswer(this.budget, { headers, sentAt, receivedAt: this.clock.now() });
		this.pump();
	}

	/** A refusal that outlasted every try is told as what it is: the limit, and when it opens. */
	private ended(failure: Failure, uncertain: boolean): ServiceFailure {
		if (!isRateLimit(failure)) return new ServiceFailure(failure, uncertain);
		const verdict = mayGo(this.budget, { now: this.clock.now(), inFlight: 0, reserve: 0 });
		const opensAt = verdict.go || verdict.until === null ? this.clock.now() : verdict.until;
		return new ServiceFailure({ kind: 'limit', limit: this.budget.limit, opensAt });
	}

	/** Resolves when the caller may send one request; counts it as under way. */
	private async permit(pass: Pass): Promise<void> {
		if (pass.signal?.aborted) throw cancelled();
		return await new Promise<void>((resolve, reject) => {
			const waiter: Waiter = { pass, resolve, reject, told: false };
			const onAbort = () => {
				if (this.leave(waiter)) reject(cancelled());
			};
			waiter.resolve = () => {
				pass.signal?.removeEventListener('abort', onAbort);
				resolve();
			};
			pass.signal?.addEventListener('abort', onAbort, { once: true });
			this.waiting.push(waiter);
			this.pump();
		});
	}

	private leave(waiter: Waiter): boolean {
		const index = this.waiting.indexOf(waiter);
		if (index >= 0) this.waiting.splice(index, 1);
		return index >= 0;
	}

	/** Lets through whoever is next for as long as the budget allows, then arranges to be woken. */
	private pump(): void {
		for (let waiter = this.first(); waiter !== undefined; waiter = this.first()) {
			const now = this.clock.now();
			const reserve = waiter.pass.purpose === 'bulk' ? RESERVE : 0;
			const verdict = mayGo(this.budget, { now, inFlight: this.inFlight, reserve });
			if (verdict.go) {
				this.leave(waiter);
				this.inFlight += 1;
				this.lastTurn.set(waiter.pass.lane, ++this.turns);
				waiter.resolve();
				continue;
			}
			if (verdict.until === null) return;
			this.tellWaiters(verdict.until, now);
			this.wake(verdict.until, now);
			return;
		}
		this.lastTurn.clear();
	}

	/** People first, then triggers, then the execution that has waited longest for a turn, in item order. */
	private first(): Waiter | undefined {
		const turn = (w: Waiter) => this.lastTurn.get(w.pass.lane) ?? 0;
		return this.waiting.reduce<Waiter | undefined>((best, w) => {
			if (best === undefined) return w;
			const difference =
				RANK[w.pass.purpose] - RANK[best.pass.purpose] ||
				turn(w) - turn(best) ||
				(w.pass.lane === best.pass.lane ? w.pass.order - best.pass.order : 0);
			return difference < 0 ? w : best;
		}, undefined);
	}

	private tellWaiters(until: number, now: number): void {
		for (const waiter of [...this.waiting]) {
			const { deadline, onWait } = waiter.pass;
			if (deadline !== undefined && until > deadline) {
				this.leave(waiter);
				waiter.reject(new ServiceFailure({ kind: 'limit', limit: this.budget.limit, opensAt: until }));
			} else if (!waiter.told && until - now >= NOTICEABLE_WAIT_MS) {
				waiter.told = true;
				onWait?.(until);
			}
		}
	}

	private wake(until: number, now: number): void {
		const at = Math.min(until, now + SLICE_MS);
		if (this.waiting.length === 0 || this.wakeAt <= at) return;
		this.wakeAt = at;
		void this.clock.sleep(Math.max(1, at - now)).then(() => {
			this.wakeAt = Infinity;
			this.pump();
		});
	}

	private async pause(ms: number, signal?: AbortSignal): Promise<void> {
		const end = this.clock.now() + ms;
		for (let left = ms; left > 0; left = end - this.clock.now()) {
			if (signal?.aborted) throw cancelled();
			await this.clock.sleep(Math.min(left, SLICE_MS));
		}
		if (signal?.aborted) throw cancelled();
	}
}

/** The failure inside whatever a try threw. @throws what is no failure of the service */
function failureOf(error: unknown): Failure {
	const failure = error instanceof ServiceFailure ? error.failure : networkFailure(error);
	if (failure === undefined) throw error;
	return failure;
}
