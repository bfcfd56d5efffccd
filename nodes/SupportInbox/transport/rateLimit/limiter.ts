import type { Clock } from '../clock';
import type { Headers } from '../errors/failure';
import { ServiceFailure } from '../errors/failure';
import type { Caller } from '../order/caller';
import { unlessStopped } from '../order/cancellation';
import { DEADLINE_GRACE_MS, NOTICEABLE_WAIT_MS, PROBE_MS, SHORT_WAIT_MS, SLEEP_SLICE_MS } from '../timing';
import type { Asked } from './reserve';
import { ASKED_MS, ORDER, releasedAt, reserved } from './reserve';
import type { Window } from './window';
import { afterAnswer, afterRefusal, afterSilence, isShared, opened, opensAt, unknownWindow } from './window';

/** A request that leaves. Exactly one of the two is to be called when it has ended. */
export interface Admission {
	sentAt: number;
	/** An answer with these headers has come. */
	answered(headers: Headers): void;
	/** No answer will come; `left` is false when it was never sent. */
	unanswered(left: boolean): void;
}

/** A caller that waits for one place or two; `informed`: whether it knows that it takes long. */
interface Waiter {
	caller: Caller;
	places: number;
	asked: Asked;
	informed: boolean;
	admit: () => void;
	fail: (error: Error) => void;
}

/**
 * Why nothing may leave now, and when to ask again (ms of this machine's clock): the limit is used up, or answers under way have
 * to say first what is left.
 */
interface Wait {
	why: 'limit' | 'answers';
	until: number;
}

/** Once in this number of admissions the order is ignored: otherwise an agent that never rests would keep bulk work waiting for ever. */
const UNRANKED_EVERY = 4;

/** Lets requests leave one by one as the token's window allows (API document, Limits), in a fair order. */
export class RateLimiter {
	private window: Window = unknownWindow;
	/** What was asked for lately, see {@link reserved}; what has left in the order in which it did. */
	private asked: Asked[] = [];
	private waiting: Waiter[] = [];
	private inFlight = 0;
	/** Who has a place for a reading that has not left, and who for a request that leaves after its reading. */
	private readonly toRead = new Set<Caller>();
	private readonly toWrite = new Set<Caller>();
	private admissions = 0;
	private admittedAt = -Infinity;
	private wakeAt = Infinity;

	constructor(private readonly clock: Clock) {}

	/**
	 * Resolves when a request may be sent.
	 *
	 * @param readFirst reads what the request rests on, as the same caller. It is called when there are places for the reading and for
	 *   the request, which leaves right after it.
	 * @throws ExecutionStopped when the execution is stopped before
	 * @throws ServiceFailure when the limit opens only after the caller's deadline; what `readFirst` throws
	 */
	async acquire(caller: Caller, readFirst?: () => Promise<void>): Promise<Admission> {
		if (this.toRead.delete(caller)) return await this.depart(caller);
		if (readFirst === undefined) return await this.inTurn(caller, 1, () => this.admission());
		await this.inTurn(caller, 2, () => [this.toRead.add(caller), this.toWrite.add(caller)]);
		try {
			await readFirst();
			return await this.depart(caller);
		} finally {
			this.toRead.delete(caller);
			this.toWrite.delete(caller);
			this.admitWaiting();
		}
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
		return this.waiting.length === 0 && this.taken === 0;
	}

	/** @returns between which times on the service's clock `local` lies, or undefined while unknown (ms) */
	serverTime(local: number): { earliest: number; latest: number } | undefined {
		const { offset } = this.window;
		return offset === null ? undefined : { earliest: local + offset.min, latest: local + offset.max };
	}

	/** The places that were given and whose requests have not ended. */
	private get taken(): number {
		return this.inFlight + this.toRead.size + this.toWrite.size;
	}

	/** @returns what `admit` gives as soon as the caller is next and there are as many places */
	private async inTurn<T>(caller: Caller, places: number, admit: () => T): Promise<T> {
		return await unlessStopped<T>(caller.signal, (go, fail) => {
			const now = this.clock.now();
			const asked: Asked = { purpose: caller.purpose, queue: caller.queue, at: now };
			this.asked = [...this.asked.filter(({ at, leftAt = at }) => leftAt > now - ASKED_MS), asked];
			const waiter: Waiter = { caller, places, asked, informed: false, admit: () => go(admit()), fail };
			this.waiting.push(waiter);
			this.admitWaiting();
			return () => this.withdraw(waiter);
		});
	}

	/** Lets the next caller go for as long as the window allows, then arranges to be woken. */
	private admitWaiting(): void {
		while (this.waiting.length > 0) {
			const now = this.clock.now();
			this.window = opened(this.window, now);
			const kinds = new Map(this.waiting.map((waiter) => [kindOf(waiter), waiter]));
			const waits = new Map([...kinds].map(([kind, waiter]) => [kind, this.tryAcquire(waiter, now)]));
			const next = this.nextOf(this.waiting.filter((waiter) => waits.get(kindOf(waiter)) === undefined));
			if (next === undefined) return this.keepWaiting(waits, now);
			this.withdraw(next);
			this.asked = [...this.asked.filter((one) => one !== next.asked), { ...next.asked, leftAt: now }];
			this.admissions += 1;
			this.admittedAt = now;
			next.admit();
		}
	}

	/** @returns undefined where the places may be taken: what is left beyond those that are taken suffices for them and for the purpose's reserve */
	private tryAcquire({ caller: { purpose }, places }: Waiter, now: number): Wait | undefined {
		const { window, taken } = this;
		const probedUntil = this.admittedAt + PROBE_MS;
		if (window.endsAt === null && taken > 0 && now < probedUntil) return { why: 'answers', until: probedUntil };
		const needed = Math.min(window.limit, places + reserved(purpose, window, this.asked, now, taken));
		if (window.remaining - taken >= needed) return undefined;
		const opens = opensAt(window, now);
		if (window.remaining >= needed) return { why: 'answers', until: opens };
		const released = releasedAt(window);
		return { why: 'limit', until: window.remaining > 0 && now < released ? Math.min(released, opens) : opens };
	}

	/**
	 * In the order of purposes. Among equals first those who have the place of a request already, which nobody else can use before
	 * they have read. Then the queue whose last admission is longest ago, in item order.
	 */
	private nextOf(waiters: Waiter[]): Waiter | undefined {
		const unranked = this.admissions % UNRANKED_EVERY === UNRANKED_EVERY - 1;
		const rank = ({ caller }: Waiter) => (unranked ? 0 : ORDER.indexOf(caller.purpose));
		const isNew = ({ caller }: Waiter) => Number(!this.toWrite.has(caller));
		const left = this.asked.filter(({ leftAt }) => leftAt !== undefined).map(({ queue }) => queue);
		const last = ({ caller }: Waiter) => left.lastIndexOf(caller.queue);
		const place = (a: Caller, b: Caller) => (a.queue === b.queue ? a.order - b.order : 0);
		const [next] = waiters.sort((a, b) => rank(a) - rank(b) || isNew(a) - isNew(b) || last(a) - last(b) || place(a.caller, b.caller));
		return next;
	}

	private withdraw(waiter: Waiter): void {
		this.waiting = this.waiting.filter((other) => other !== waiter);
	}

	/** @throws ExecutionStopped */
	private async depart({ signal }: Caller): Promise<Admission> {
		return await unlessStopped<Admission>(signal, (go) => go(this.admission()));
	}

	private admission(): Admission {
		const sentAt = this.clock.now();
		let hasEnded = false;
		this.inFlight += 1;
		const update = (change: (window: Window, now: number) => Window) => {
			if (hasEnded) return;
			hasEnded = true;
			this.inFlight -= 1;
			this.window = change(this.window, this.clock.now());
			this.admitWaiting();
		};
		return {
			sentAt,
			answered: (headers) => update((window, receivedAt) => afterAnswer(window, { headers, sentAt, receivedAt, inFlight: this.inFlight })),
			unanswered: (left) => update((window, now) => (left ? afterSilence(window, now) : window)),
		};
	}

	private keepWaiting(waits: Map<string, Wait | undefined>, now: number): void {
		let wakeAt = now + SLEEP_SLICE_MS;
		for (const waiter of this.waiting) {
			const { why, until } = waits.get(kindOf(waiter))!;
			const overdue = now > (waiter.caller.deadline ?? Infinity) + DEADLINE_GRACE_MS;
			if (why === 'limit' || overdue) this.informOrRefuse(waiter, until, now);
			wakeAt = Math.min(wakeAt, until);
		}
		if (this.waiting.length > 0) this.wake(wakeAt, now);
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

	private wake(at: number, now: number): void {
		if (this.wakeAt <= at && this.wakeAt > now) return;
		this.wakeAt = at;
		void this.clock.sleep(Math.max(1, at - now)).then(() => {
			if (this.wakeAt === at) this.wakeAt = Infinity;
			this.admitWaiting();
		});
	}
}

/** What decides whether a caller has to wait, beside the window. */
const kindOf = ({ caller: { purpose }, places }: Waiter) => `${purpose} ${places}`;
