import { sleep } from 'n8n-workflow';

import type { Failure, Headers } from './failure';
import { networkFailure, ServiceFailure } from './failure';
import { Lanes } from './lanes';
import type { Outage } from './outage';
import { afterGivingUp, isDoubtful, isDown, noOutage } from './outage';
import type { Clock, Pass } from './pass';
import { ExecutionStopped, onStop } from './pass';
import type { Repeat } from './retry';
import { afterFailure, isRateLimit, mayHaveHappened, PATIENCE_MS } from './retry';
import type { Passing } from './turnstile';
import { Turnstile } from './turnstile';

/** One try of a request: `seen` is to be called with the headers as soon as an answer has come. */
export type Try<T> = (attempt: { earlierUncertain: boolean; seen: (headers: Headers) => void }) => Promise<T>;

const REAL_CLOCK: Clock = { now: () => Date.now(), sleep, random: () => Math.random() };

/**
 * The one door to the service for everything that holds a token: it keeps order (lanes.ts), budget
 * (turnstile.ts) and retries (retry.ts). One instance per base URL and token, see connection.ts.
 */
export class Gate {
	private readonly lanes: Lanes;
	private readonly turnstile: Turnstile;
	private outage: Outage = noOutage;

	constructor(readonly clock: Clock = REAL_CLOCK) {
		this.lanes = new Lanes(clock);
		this.turnstile = new Turnstile(clock);
	}

	/**
	 * Waits for the caller's turn in its lane and runs `work` in it. Everything `work` sends through
	 * {@link send} belongs to that turn.
	 *
	 * @throws ExecutionStopped when the execution is stopped before its turn
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
	 * @throws ExecutionStopped when the execution is stopped; nothing is sent after that
	 */
	async send<T>(pass: Pass, repeat: Repeat, once: Try<T>): Promise<T> {
		const failures: Failure[] = [];
		let uncertainSince: number | undefined;
		let spent = 0;
		for (;;) {
			const passing = await this.turnstile.enter(pass);
			const outcome = await this.tryOnce(once, passing, uncertainSince !== undefined);
			if ('value' in outcome) return outcome.value;
			if (pass.signal?.aborted) throw new ExecutionStopped();
			const { failure } = outcome;
			failures.push(failure);
			const refused = isRateLimit(failure);
			if (refused) this.turnstile.refused();
			if (mayHaveHappened(failure)) uncertainSince ??= passing.sentAt;
			const took = refused ? 0 : this.clock.now() - passing.sentAt;
			spent += took;
			const patience = isDoubtful(this.outage) ? 0 : (pass.patience ?? PATIENCE_MS);
			const next = afterFailure({ repeat, failures, elapsedWithOneMore: spent + took, patience }, this.clock.random());
			if (next.kind !== 'again') {
				this.outage = afterGivingUp(this.outage, failure, this.clock.now());
				if (refused) throw this.turnstile.limitFailure();
				throw new ServiceFailure(failure, next.kind === 'uncertain', uncertainSince);
			}
			spent += next.delay;
			await this.pause(next.delay, pass.signal);
		}
	}

	/** @returns the earliest time on the service's clock that `local` can be, or undefined while unknown (ms) */
	serverTime(local: number): number | undefined {
		return this.turnstile.serverTime(local);
	}

	/** Waits. @throws ExecutionStopped at once when the execution is stopped */
	async pause(ms: number, signal?: AbortSignal): Promise<void> {
		if (signal?.aborted) throw new ExecutionStopped();
		if (ms <= 0) return;
		await new Promise<void>((resolve, reject) => {
			const forget = onStop(signal, () => reject(new ExecutionStopped()));
			void this.clock.sleep(ms).then(() => {
				forget();
				resolve();
			});
		});
	}

	/** One try; what is no failure of the service (a bug, a wrong field) is thrown on. */
	private async tryOnce<T>(
		once: Try<T>,
		passing: Passing,
		earlierUncertain: boolean,
	): Promise<{ value: T } | { failure: Failure }> {
		if (isDown(this.outage, passing.sentAt)) {
			passing.unanswered(false);
			return { failure: { kind: 'down' } };
		}
		const seen = (headers: Headers) => {
			this.outage = noOutage;
			passing.answered(headers);
		};
		return await once({ earlierUncertain, seen }).then(
			(value) => ({ value }),
			(error) => {
				const failure = error instanceof ServiceFailure ? error.failure : networkFailure(error);
				passing.unanswered(failure?.kind === 'network' && failure.left);
				if (failure === undefined) throw error;
				return { failure };
			},
		);
	}
}
