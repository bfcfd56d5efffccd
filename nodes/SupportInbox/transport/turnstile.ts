import type { Headers } from './failure';
import { ServiceFailure } from './failure';
import type { Clock, Pass, Purpose } from './pass';
import { ExecutionStopped, onStop } from './pass';
import type { Budget, Verdict } from './rateLimit';
import { afterAnswer, afterRefusal, afterSilence, mayGo, opensAt, unknownBudget } from './rateLimit';

/** Share of each window that a caller leaves: bulk work for people and triggers, people for triggers. */
const LEAVES: Record<Purpose, number> = { person: 1 / 30, trigger: 0, bulk: 1 / 10 };
const RANK: Record<Purpose, number> = { person: 0, trigger: 1, bulk: 2 };
/** So often nobody is preferred, or an agent that never rests would keep bulk work waiting for ever. */
const EVERYBODYS_TURN = 4;

const NOTICEABLE_WAIT_MS = 5_000;
/** Nobody is sent away for a wait this short: the clocks are known to a second only. */
const SHORT_WAIT_MS = 1_500;
/** How long after its deadline a caller still waits for answers under way to say what is left. */
const GRACE_MS = 3_000;
/** A wait is slept in slices, so that a cancelled one leaves no long timer behind. */
const SLICE_MS = 1_000;
/** How many lanes' last turns are remembered while they are not waiting. */
const REMEMBERED_LANES = 1_000;

/** One request that was let through. Exactly one of the two is to be called when it has ended. */
export interface Passing {
	sentAt: number;
	/** An answer with these headers has come. */
	answered(headers: Headers): void;
	/** No answer will come; `left` is false when it was never sent. */
	unanswered(left: boolean): void;
}

interface Waiter {
	pass: Pass;
	go: (passing: Passing) => void;
	fail: (error: Error) => void;
	told: boolean;
}

/** Lets requests through one by one as the token's budget allows (API document, Limits), in a fair order. */
export class Turnstile {
	private budget: Budget = unknownBudget();
	/** Departures of the requests under way, oldest first. */
	private readonly underWay = new Set<{ sentAt: number }>();
	private waiting: Waiter[] = [];
	private wakeAt = Infinity;
	private turns = 0;
	private readonly lastTurn = new Map<string, number>();

	constructor(private readonly clock: Clock) {}

	/**
	 * Resolves when one request may be sent.
	 *
	 * @throws ExecutionStopped when the execution is stopped while it waits
	 * @throws ServiceFailure when the limit opens only after the caller's deadline
	 */
	async enter(pass: Pass): Promise<Passing> {
		if (pass.signal?.aborted) throw new ExecutionStopped();
		return await new Promise<Passing>((resolve, reject) => {
			const forget = onStop(pass.signal, () => this.leave(waiter) && reject(new ExecutionStopped()));
			const waiter: Waiter = {
				pass,
				told: false,
				go: (passing) => {
					forget();
					resolve(passing);
				},
				fail: (error) => {
					forget();
					reject(error);
				},
			};
			this.waiting.push(waiter);
			this.pump();
		});
	}

	/** Takes in a refusal for the rate limit; its headers have been taken in before. */
	refused(): void {
		this.budget = afterRefusal(this.budget, this.clock.now());
	}

	/** @returns what to tell someone who does not wait any longer */
	limitFailure(until = opensAt(this.budget, this.clock.now())): ServiceFailure {
		return new ServiceFailure({ kind: 'limit', limit: this.budget.limit, opensAt: until });
	}

	/** @returns the earliest time on the service's clock that `local` can be, or undefined while unknown */
	serverTime(local: number): number | undefined {
		return this.budget.offset === null ? undefined : local + this.budget.offset.min;
	}

	private leave(waiter: Waiter): boolean {
		const index = this.waiting.indexOf(waiter);
		if (index >= 0) this.waiting.splice(index, 1);
		return index >= 0;
	}

	/** Lets through whoever is next for as long as the budget allows, then arranges to be woken. */
	private pump(): void {
		while (this.waiting.length > 0) {
			const now = this.clock.now();
			const verdicts = this.verdicts(now);
			const next = this.first((waiter) => verdicts[waiter.pass.purpose].go);
			if (next === undefined) {
				this.keepWaiting(verdicts, now);
				return;
			}
			this.leave(next);
			this.lastTurn.set(next.pass.lane, ++this.turns);
			next.go(this.passing(now));
		}
		this.lastTurn.clear();
	}

	private verdicts(now: number): Record<Purpose, Verdict> {
		const inFlight = this.underWay.size;
		const [first] = this.underWay;
		const verdict = (share: number) => mayGo(this.budget, { now, inFlight, oldest: first?.sentAt ?? now, share });
		return { person: verdict(LEAVES.person), trigger: verdict(LEAVES.trigger), bulk: verdict(LEAVES.bulk) };
	}

	private passing(sentAt: number): Passing {
		const departure = { sentAt };
		this.underWay.add(departure);
		const ended = (change: (budget: Budget, now: number) => Budget) => {
			if (!this.underWay.delete(departure)) return;
			this.budget = change(this.budget, this.clock.now());
			this.pump();
		};
		return {
			sentAt,
			answered: (headers) => ended((budget, receivedAt) => afterAnswer(budget, { headers, sentAt, receivedAt })),
			unanswered: (left) => ended((budget, now) => (left ? afterSilence(budget, now) : budget)),
		};
	}

	/** People first, then triggers, then the execution that has waited longest for a turn, in item order. */
	private first(may: (waiter: Waiter) => boolean): Waiter | undefined {
		const everybody = this.turns % EVERYBODYS_TURN === EVERYBODYS_TURN - 1;
		const rank = ({ pass }: Waiter) => (everybody ? 0 : RANK[pass.purpose]);
		const turn = ({ pass }: Waiter) => this.lastTurn.get(pass.lane) ?? 0;
		return this.waiting.filter(may).reduce<Waiter | undefined>((best, waiter) => {
			if (best === undefined) return waiter;
			const difference =
				rank(waiter) - rank(best) ||
				turn(waiter) - turn(best) ||
				(waiter.pass.lane === best.pass.lane ? waiter.pass.order - best.pass.order : 0);
			return difference < 0 ? waiter : best;
		}, undefined);
	}

	private keepWaiting(verdicts: Record<Purpose, Verdict>, now: number): void {
		let until = Infinity;
		for (const waiter of [...this.waiting]) {
			const verdict = verdicts[waiter.pass.purpose];
			if (verdict.go) continue;
			const overdue = now > (waiter.pass.deadline ?? Infinity) + GRACE_MS;
			if (verdict.why === 'limit' || overdue) this.tell(waiter, verdict.until, now);
			until = Math.min(until, verdict.until);
		}
		if (this.lastTurn.size > REMEMBERED_LANES) this.forgetLanes();
		if (this.waiting.length > 0) this.wake(until, now);
	}

	private tell(waiter: Waiter, until: number, now: number): void {
		const { deadline, onWait } = waiter.pass;
		if (deadline !== undefined && until > Math.max(deadline, now + SHORT_WAIT_MS)) {
			this.leave(waiter);
			waiter.fail(this.limitFailure(until));
		} else if (!waiter.told && until - now >= NOTICEABLE_WAIT_MS) {
			waiter.told = true;
			onWait?.(until);
		}
	}

	private forgetLanes(): void {
		const present = new Set(this.waiting.map(({ pass }) => pass.lane));
		for (const lane of [...this.lastTurn.keys()]) if (!present.has(lane)) this.lastTurn.delete(lane);
	}

	private wake(until: number, now: number): void {
		const at = Math.min(until, now + SLICE_MS);
		if (this.wakeAt <= at && this.wakeAt > now) return;
		this.wakeAt = at;
		void this.clock.sleep(Math.max(1, at - now)).then(() => {
			if (this.wakeAt === at) this.wakeAt = Infinity;
			this.pump();
		});
	}
}
