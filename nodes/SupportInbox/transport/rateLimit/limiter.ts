import type { Clock } from '../clock';
import type { Caller, Purpose } from '../order/caller';
import { unlessStopped } from '../order/cancellation';
import type { Headers } from '../errors/failure';
import { ServiceFailure } from '../errors/failure';
import { DEADLINE_GRACE_MS, NOTICEABLE_WAIT_MS, PROBE_MS, SHORT_WAIT_MS, SLEEP_SLICE_MS } from '../timing';
import type { Asked } from './reserve';
import { ASKED_MS, ORDER, releasedAt, reserved } from './reserve';
import type { Window } from './window';
import { afterAnswer, afterRefusal, afterSilence, isShared, opened, opensAt, unknownWindow } from './window';

/** One request that may leave. Exactly one of the two is to be called when it has ended. */
export interface Admission {
	sentAt: number;
	/** An answer with these headers has come. */
	answered(headers: Headers): void;
	/** No answer will come; `left` is false when it was never sent. */
	unanswered(left: boolean): void;
}

/**
 * Whether a request may leave now; if not, when to ask again (this machine's ms) and why: the limit is used up,
 * or answers under way have to say first what is left.
 */
type Decision = { admitted: true } | { admitted: false; until: number; why: 'limit' | 'answers' };

/** A caller that waits to send a request; `informed`: whether it knows that it takes long. */
interface Waiter {
	caller: Caller;
	asked: Asked;
	informed: boolean;
	go: (admission: Admission) => void;
	fail: (error: Error) => void;
}

/** Once in this number of admissions the order is ignored: otherwise an agent that never rests would keep bulk work waiting for ever. */
const UNRANKED_EVERY = 4;

/** Lets requests leave one by one as the token's window allows (API document, Limits), in a fair order. */
export class RateLimiter {
	private window: Window = unknownWindow;
	/** What was asked for lately, see {@link reserved}; what has left in the order in which it did. */
	private asked: Asked[] = [];
	private waiting: Waiter[] = [];
	/** The requests under way, oldest first. */
	private readonly inFlight = new Set<{ sentAt: number }>();
	private admissions = 0;
	private wakeAt = Infinity;

	constructor(private readonly clock: Clock) {}

	/**
	 * Resolves when one request may be sent.
	 *
	 * @throws ExecutionStopped when the execution is stopped while it waits
	 * @throws ServiceFailure when the limit opens only after the caller's deadline
	 */
	async acquire(caller: Caller): Promise<Admission> {
		return await unlessStopped<Admission>(caller.signal, (go, fail) => {
			const now = this.clock.now();
			const asked: Asked = { purpose: caller.purpose, queue: caller.queue, at: now };
			this.asked = [...this.asked.filter(({ at, leftAt = at }) => leftAt > now - ASKED_MS), asked];
			const waiter: Waiter = { caller, asked, informed: false, go, fail };
			this.waiting.push(waiter);
			this.admitWaiting();
			return () => this.withdraw(waiter);
		});
	}

	/** Notes a refusal for the rate limit; `answered` has been called with its headers before. */
	refused(): void {
		this.window = afterRefusal(this.window, this.clock.now());
	}

	/** @returns the failure for a caller that does not wait any longer; `message`: the service's own words */
	limitFailure({ until = opensAt(this.window, this.clock.now()), message }: { until?: number; message?: string } = {}): ServiceFailure {
		return new ServiceFailure({ kind: 'rateLimit', limit: this.window.limit, opensAt: this.clock.wallTime(until), message });
	}

	/** Whether the service's counters show that others spend from the token, in this window or the last ones. */
	get isShared(): boolean {
		return isShared(opened(this.window, this.clock.now()));
	}

	/** Whether nobody waits here and no answer is awaited. */
	get isIdle(): boolean {
		return this.waiting.length === 0 && this.inFlight.size === 0;
	}

	/** @returns between which times on the service's clock `local` lies, or undefined while unknown (ms) */
	serverTime(local: number): { earliest: number; latest: number } | undefined {
		const { offset } = this.window;
		return offset === null ? undefined : { earliest: local + offset.min, latest: local + offset.max };
	}

	/** Lets the next caller go for as long as the window allows, then arranges to be woken. */
	private admitWaiting(): void {
		while (this.waiting.length > 0) {
			const now = this.clock.now();
			this.window = opened(this.window, now);
			const purposes = new Set(this.waiting.map(({ caller }) => caller.purpose));
			const decisions = new Map([...purposes].map((purpose) => [purpose, this.tryAcquire(purpose, now)]));
			const next = this.nextOf(this.waiting.filter(({ caller }) => decisions.get(caller.purpose)?.admitted));
			if (next === undefined) return this.keepWaiting(decisions, now);
			this.withdraw(next);
			this.asked = [...this.asked.filter((one) => one !== next.asked), { ...next.asked, leftAt: now }];
			this.admissions += 1;
			next.go(this.admission(now));
		}
	}

	/** Whether one more request may leave for this purpose: what is left beyond the answers under way must exceed its reserve. */
	private tryAcquire(purpose: Purpose, now: number): Decision {
		const { window, inFlight } = this;
		const [oldest] = inFlight;
		if (window.endsAt === null && oldest !== undefined && now < oldest.sentAt + PROBE_MS) {
			return { admitted: false, until: oldest.sentAt + PROBE_MS, why: 'answers' };
		}
		const kept = reserved(purpose, window, this.asked, now, inFlight.size);
		if (window.remaining - inFlight.size > kept) return { admitted: true };
		const opens = opensAt(window, now);
		if (window.remaining > kept) return { admitted: false, until: opens, why: 'answers' };
		const released = releasedAt(window);
		return { admitted: false, until: window.remaining > 0 && now < released ? Math.min(released, opens) : opens, why: 'limit' };
	}

	/** In the order of purposes; among equals the queue whose last admission is longest ago, in item order. */
	private nextOf(waiters: Waiter[]): Waiter | undefined {
		const unranked = this.admissions % UNRANKED_EVERY === UNRANKED_EVERY - 1;
		const rank = ({ caller }: Waiter) => (unranked ? 0 : ORDER.indexOf(caller.purpose));
		const left = this.asked.filter(({ leftAt }) => leftAt !== undefined).map(({ queue }) => queue);
		const last = ({ caller }: Waiter) => left.lastIndexOf(caller.queue);
		const [next] = waiters.sort((a, b) => rank(a) - rank(b) || last(a) - last(b) || (a.caller.queue === b.caller.queue ? a.caller.order - b.caller.order : 0));
		return next;
	}

	private withdraw(waiter: Waiter): void {
		this.waiting = this.waiting.filter((other) => other !== waiter);
	}

	private admission(sentAt: number): Admission {
		const departure = { sentAt };
		this.inFlight.add(departure);
		const update = (change: (window: Window, now: number) => Window) => {
			if (!this.inFlight.delete(departure)) return;
			this.window = change(this.window, this.clock.now());
			this.admitWaiting();
		};
		return {
			sentAt,
			answered: (headers) =>
				update((window, receivedAt) => afterAnswer(window, { headers, sentAt, receivedAt, inFlight: this.inFlight.size })),
			unanswered: (left) => update((window, now) => (left ? afterSilence(window, now) : window)),
		};
	}

	private keepWaiting(decisions: Map<Purpose, Decision>, now: number): void {
		let until = Infinity;
		for (const waiter of this.waiting) {
			const decision = decisions.get(waiter.caller.purpose);
			if (decision?.admitted !== false) continue;
			const overdue = now > (waiter.caller.deadline ?? Infinity) + DEADLINE_GRACE_MS;
			if (decision.why === 'limit' || overdue) this.informOrRefuse(waiter, decision.until, now);
			until = Math.min(until, decision.until);
		}
		if (this.waiting.length > 0) this.wake(until, now);
	}

	private informOrRefuse(waiter: Waiter, until: number, now: number): void {
		const { deadline, onWait } = waiter.caller;
		if (deadline !== undefined && until > Math.max(deadline, now + SHORT_WAIT_MS)) {
			this.withdraw(waiter);
			waiter.fail(this.limitFailure({ until }));
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
