import type { Clock } from '../clock';
import type { Caller, Purpose } from '../order/caller';
import { unlessStopped } from '../order/cancellation';
import { ServiceFailure } from '../errors/failure';
import { DEADLINE_GRACE_MS, NOTICEABLE_WAIT_MS, SHORT_WAIT_MS, SLEEP_SLICE_MS } from '../timing';
import type { Admission, Decision, Situation } from './admission';
import { admit } from './admission';
import type { Demand } from './demand';
import { afterAdmission, afterAsking, inWindow, noDemand } from './demand';
import { isShared } from './othersUse';
import type { Quota } from './quota';
import { afterAnswer, afterRefusal, afterSilence, opened, opensAt, unknownQuota } from './quota';
import type { Waiter } from './waitingList';
import { WaitingList } from './waitingList';

interface Departure {
	sentAt: number;
	purpose: Purpose;
}

/** Admits requests one by one as the token's quota allows (API document, Limits), in a fair order. */
export class RateLimiter {
	private quota: Quota = unknownQuota();
	private demand: Demand = noDemand;
	/** Departures of the requests under way, oldest first. */
	private readonly inFlight = new Set<Departure>();
	private readonly waiting = new WaitingList();
	private wakeAt = Infinity;

	constructor(private readonly clock: Clock) {}

	/**
	 * Resolves when one request may be sent.
	 *
	 * @throws ExecutionStopped when the execution is stopped while it waits
	 * @throws ServiceFailure when the limit opens only after the caller's deadline
	 */
	async admit(caller: Caller): Promise<Admission> {
		return await unlessStopped<Admission>(caller.signal, (go, fail) => {
			const waiter: Waiter = { caller, informed: false, go, fail };
			this.waiting.add(waiter);
			this.catchUp();
			this.demand = afterAsking(this.demand, caller.purpose);
			this.admitWaiting();
			return () => void this.waiting.withdraw(waiter);
		});
	}

	/** Notes a refusal for the rate limit; `answered` has been called with its headers before. */
	refused(): void {
		this.quota = afterRefusal(this.quota, this.clock.now());
	}

	/** @returns the failure for someone who does not wait any longer */
	limitFailure(until = opensAt(this.quota, this.clock.now())): ServiceFailure {
		return new ServiceFailure({ kind: 'rateLimit', limit: this.quota.limit, opensAt: this.clock.wallTime(until) });
	}

	/** Whether the service's counters show that others spend from the token, in this window or the last ones. */
	get isShared(): boolean {
		return isShared(opened(this.quota, this.clock.now()).others);
	}

	/** Whether nobody waits here and no answer is awaited. */
	get isIdle(): boolean {
		return this.waiting.isEmpty && this.inFlight.size === 0;
	}

	/** @returns between which times on the service's clock `local` lies, or undefined while unknown (ms) */
	serverTime(local: number): { earliest: number; latest: number } | undefined {
		const { offset } = this.quota;
		return offset === null ? undefined : { earliest: local + offset.min, latest: local + offset.max };
	}

	/** Admits the next caller for as long as the quota allows, then arranges to be woken. */
	private admitWaiting(): void {
		while (!this.waiting.isEmpty) {
			const now = this.clock.now();
			const decisions = this.decisions(now);
			const next = this.waiting.next((waiter) => decisions[waiter.caller.purpose].admitted);
			if (next === undefined) {
				this.keepWaiting(decisions, now);
				return;
			}
			this.waiting.noteAdmission(next);
			this.demand = afterAdmission(this.demand, next.caller.purpose);
			next.go(this.admission(now, next.caller.purpose));
		}
	}

	/** A window that has ended by now belongs to the past. */
	private catchUp(now = this.clock.now()): void {
		this.quota = opened(this.quota, now);
		this.demand = inWindow(this.demand, this.quota.window);
	}

	private situation(now: number): Situation {
		this.catchUp(now);
		const [first] = this.inFlight;
		return {
			quota: this.quota,
			demand: this.demand,
			now,
			inFlight: this.inFlight.size,
			oldest: first?.sentAt ?? now,
			bulkIsActive: this.isActive('bulk'),
		};
	}

	private isActive(purpose: Purpose): boolean {
		if (this.waiting.all.some(({ caller }) => caller.purpose === purpose)) return true;
		for (const departure of this.inFlight) if (departure.purpose === purpose) return true;
		return false;
	}

	/** @returns what is decided about each purpose that somebody waits for */
	private decisions(now: number): Record<Purpose, Decision> {
		const situation = this.situation(now);
		const decisions: Partial<Record<Purpose, Decision>> = {};
		for (const { caller } of this.waiting.all) decisions[caller.purpose] ??= admit(caller.purpose, situation);
		return decisions as Record<Purpose, Decision>;
	}

	private admission(sentAt: number, purpose: Purpose): Admission {
		const departure = { sentAt, purpose };
		this.inFlight.add(departure);
		const ended = (change: (quota: Quota, now: number) => Quota) => {
			if (!this.inFlight.delete(departure)) return;
			this.quota = change(this.quota, this.clock.now());
			this.admitWaiting();
		};
		return {
			sentAt,
			answered: (headers) =>
				ended((quota, receivedAt) => afterAnswer(quota, { headers, sentAt, receivedAt, inFlight: this.inFlight.size })),
			unanswered: (left) => ended((quota, now) => (left ? afterSilence(quota, now) : quota)),
		};
	}

	private keepWaiting(decisions: Record<Purpose, Decision>, now: number): void {
		let until = Infinity;
		for (const waiter of [...this.waiting.all]) {
			const decision = decisions[waiter.caller.purpose];
			if (decision.admitted) continue;
			const overdue = now > (waiter.caller.deadline ?? Infinity) + DEADLINE_GRACE_MS;
			if (decision.why === 'limit' || overdue) this.informOrRefuse(waiter, decision.until, now);
			until = Math.min(until, decision.until);
		}
		if (!this.waiting.isEmpty) this.wake(until, now);
	}

	private informOrRefuse(waiter: Waiter, until: number, now: number): void {
		const { deadline, onWait } = waiter.caller;
		if (deadline !== undefined && until > Math.max(deadline, now + SHORT_WAIT_MS)) {
			this.waiting.withdraw(waiter);
			waiter.fail(this.limitFailure(until));
		} else if (!waiter.informed && until - now >= NOTICEABLE_WAIT_MS) {
			waiter.informed = true;
			onWait?.(this.clock.wallTime(until));
		}
	}

	private wake(until: number, now: number): void {
		const at = Math.min(until, now + SLEEP_SLICE_MS);
		if (this.wakeAt <= at && this.wakeAt > now) return;
		this.wakeAt = at;
		void this.clock.sleep(Math.max(1, at - now)).then(() => {
			if (this.wakeAt === at) this.wakeAt = Infinity;
			this.admitWaiting();
		});
	}
}
