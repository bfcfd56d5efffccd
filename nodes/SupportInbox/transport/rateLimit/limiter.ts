import type { Clock } from '../../adapter/clock';
import type { Bounds } from '../clock';
import { type Headers, ServiceFailure } from '../errors/failure';
import type { Caller, Purpose } from '../order/caller';
import { unlessStopped } from '../order/cancellation';
import { DEADLINE_GRACE_MS, NOTICEABLE_WAIT_MS, PROBE_MS, SHORT_WAIT_MS, SLEEP_SLICE_MS, WINDOW_MS } from '../timing';
import { type TimedRequest, ORDER, RECENT_MS, releasedAt, reserved } from './reserve';
import { type Window, afterAnswer, afterRefusal, afterSilence, isShared, opened, opensAt, unknownWindow } from './window';

/** A request that may leave now. When it has ended, call exactly one of the two functions. */
export interface Admission {
	sentAt: number;
	/** An answer with these headers has come. */
	answered(headers: Headers): void;
	/** No answer will come; `left` is false when it was never sent. */
	unanswered(left: boolean): void;
}

/** A caller that waits for one place or two; `informed`: {@link Caller.onWait} was called, because the wait is long. */
interface Waiter {
	/** What is remembered of it afterwards. */
	request: TimedRequest;
	caller: Caller;
	places: number;
	informed: boolean;
	admit: () => void;
	fail: (error: Error) => void;
}

/**
 * Why a caller has to wait, and until when (ms of this machine's clock): the limit is used up, or the answers to requests under
 * way have to show first how many requests are left.
 */
interface Wait {
	why: 'limit' | 'answers';
	until: number;
}

/** Every fourth admission ignores the order of purposes: otherwise an agent that is always busy would block bulk work for ever. */
const UNRANKED_EVERY = 4;

/** The purposes of requests that somebody waits for. */
const IN_VIEW: readonly Purpose[] = ['person', 'bulk'];

/** Lets requests leave one by one as the token's window allows (API document, Limits), in a fair order. */
export class RateLimiter {
	private window: Window = unknownWindow;
	/** The requests of the last two windows; the sent ones are in the order in which they left. */
	private readonly recent: TimedRequest[] = [];
	private waiting: Waiter[] = [];
	/** The requests under way, the oldest first. */
	private readonly inFlight = new Set<{ sentAt: number }>();
	/** The callers that have a place: for a reading, and for the write that leaves after it. */
	private readonly toRead = new Set<Caller>();
	private readonly toWrite = new Set<Caller>();
	private admissions = 0;
	private admittedAt = -Infinity;
	private isAsleep = false;

	/** @param behind how many items wait in an item queue to come here */
	constructor(
		private readonly clock: Clock,
		private readonly behind: (queue: string) => number,
	) {}

	/**
	 * Resolves when a request may be sent.
	 *
	 * @param readFirst reads the precondition of the request, as the same caller. It is called when there are places for the reading
	 *   and for the request, which leaves right after it.
	 * @throws ExecutionStopped when the execution is stopped before that
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

	/** Notes a refusal for the rate limit. Call `answered` with its headers first. */
	refused(): void {
		this.window = afterRefusal(this.window, this.clock.now());
	}

	/** @returns the failure for a caller that cannot wait until the limit opens; `message`: the service's own words */
	limitFailure({ until = opensAt(this.window, this.clock.now()), message }: { until?: number; message?: string }): ServiceFailure {
		return new ServiceFailure({ kind: 'rateLimit', limit: this.window.limit, opensAt: this.clock.wallTime(until), message });
	}

	/** Whether the service's counters show that others use the token, in this window or the last ones. */
	get isShared(): boolean {
		return isShared(opened(this.window, this.clock.now()));
	}

	/**
	 * Whether requests would be left over, so that triggers may read in the background: in the last third of the window, or where
	 * others than triggers used less than a quarter of this and of the last one. Not while a write waits.
	 */
	get isIdle(): boolean {
		const now = this.clock.now();
		const window = opened(this.window, now);
		if (this.waiting.some(({ caller }) => caller.writes)) return false;
		if (window.endsAt !== null && now >= window.endsAt - WINDOW_MS / 3) return true;
		const ofOthers = this.recent.filter(({ purpose, leftAt }) => leftAt !== undefined && IN_VIEW.includes(purpose));
		const inWindow = ofOthers.filter(({ leftAt = 0 }) => leftAt >= window.openedAt).length;
		const quarter = window.limit / 4;
		return inWindow + window.others < quarter && ofOthers.length - inWindow + window.othersBefore < quarter;
	}

	/** @returns the time on the service's clock at the moment `local` (ms of this machine's clock); undefined until an answer has shown it */
	serverTime(local: number): Bounds | undefined {
		const { offset } = this.window;
		return offset === null ? undefined : { earliest: local + offset.min, latest: local + offset.max };
	}

	/** How many requests are under way or have a place. */
	private get taken(): number {
		return this.inFlight.size + this.toRead.size + this.toWrite.size;
	}

	/** Calls `admit` when the caller is next and the places are free. @returns its result */
	private async inTurn<T>(caller: Caller, places: number, admit: () => T): Promise<T> {
		return await unlessStopped<T>(caller.signal, (go, fail) => {
			const now = this.clock.now();
			const request: TimedRequest = { purpose: caller.purpose, queue: caller.queue, at: now };
			const waiter: Waiter = { request, caller, places, informed: false, admit: () => go(admit()), fail };
			removeFrom(this.recent, ({ at, leftAt = at }) => leftAt <= now - RECENT_MS);
			this.recent.push(request);
			this.waiting.push(waiter);
			this.admitWaiting();
			return () => this.withdraw(waiter);
		});
	}

	/** Admits callers for as long as the window allows. */
	private admitWaiting(): void {
		while (this.waiting.length > 0) {
			const now = this.clock.now();
			this.window = opened(this.window, now);
			const kinds = new Map(this.waiting.map((waiter) => [kindOf(waiter), waiter]));
			const waits = new Map([...kinds].map(([kind, waiter]) => [kind, this.tryAcquire(waiter, now)]));
			const next = this.nextOf(this.waiting.filter((waiter) => waits.get(kindOf(waiter)) === undefined));
			if (next === undefined) return this.keepWaiting(waits, now);
			this.withdraw(next);
			next.request.leftAt = now;
			removeFrom(this.recent, (one) => one === next.request);
			this.recent.push(next.request);
			this.admissions += 1;
			this.admittedAt = now;
			next.caller.onWaited?.(now - next.request.at);
			next.admit();
		}
	}

	/** @returns undefined when the window has enough places, besides the taken places and the places that the purpose leaves to others */
	private tryAcquire({ caller: { purpose }, places }: Waiter, now: number): Wait | undefined {
		const { window, taken } = this;
		const [oldest] = this.inFlight;
		const probedUntil = (oldest?.sentAt ?? this.admittedAt) + PROBE_MS;
		if (window.endsAt === null && taken > 0 && now < probedUntil) return { why: 'answers', until: probedUntil };
		const needed = Math.min(window.limit, places + reserved(purpose, window, this.recent, now, { taken, wanted: this.wantedBy(purpose) }));
		if (window.remaining - taken >= needed) return undefined;
		const opens = opensAt(window, now);
		if (window.remaining >= needed) return { why: 'answers', until: opens };
		const released = releasedAt(window);
		return { why: 'limit', until: window.remaining > 0 && now < released ? Math.min(released, opens) : opens };
	}

	/** @returns how many places a purpose asks for, with those for the items that wait in the item queues behind its callers */
	private wantedBy(purpose: Purpose): number {
		const waiting = this.waiting.filter(({ caller }) => caller.purpose === purpose);
		const queues = [...new Set(waiting.map(({ caller }) => caller.queue))];
		return [...waiting.map(({ places }) => places), ...queues.map(this.behind)].reduce((sum, count) => sum + count, 0);
	}

	/**
	 * Sorts by purpose. Within a purpose, a caller that has a place for its write comes first: nobody else can use that place
	 * before this caller has read. Then comes the queue whose last admission is longest ago, in item order.
	 */
	private nextOf(waiters: Waiter[]): Waiter | undefined {
		const isRanked = this.admissions % UNRANKED_EVERY !== UNRANKED_EVERY - 1;
		const rank = ({ caller: { purpose } }: Waiter) => (isRanked ? ORDER.indexOf(purpose) : 0);
		const isNew = ({ caller }: Waiter) => Number(!this.toWrite.has(caller));
		const lasts = new Map<string, number>();
		for (const [place, { queue, leftAt }] of this.recent.entries()) if (leftAt !== undefined) lasts.set(queue, place);
		const last = ({ caller: { queue } }: Waiter) => lasts.get(queue) ?? -1;
		const place = (a: Waiter, b: Waiter) => (a.caller.queue === b.caller.queue ? a.caller.order - b.caller.order : 0);
		return waiters.sort((a, b) => rank(a) - rank(b) || isNew(a) - isNew(b) || last(a) - last(b) || place(a, b)).at(0);
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
		const request = { sentAt };
		this.inFlight.add(request);
		const update = (change: (window: Window, now: number) => Window) => {
			if (!this.inFlight.delete(request)) return;
			this.window = change(this.window, this.clock.now());
			this.admitWaiting();
		};
		return {
			sentAt,
			answered: (headers) => update((window, receivedAt) => afterAnswer(window, { headers, sentAt, receivedAt, inFlight: this.inFlight.size })),
			unanswered: (left) => update((window, now) => (left ? afterSilence(window, now) : window)),
		};
	}

	private keepWaiting(waits: Map<string, Wait | undefined>, now: number): void {
		let wakeAt = now + SLEEP_SLICE_MS;
		for (const waiter of this.waiting) {
			const { why, until } = waits.get(kindOf(waiter)) as Wait;
			const isOverdue = now > (waiter.caller.deadline ?? Infinity) + DEADLINE_GRACE_MS;
			if (why === 'limit' || isOverdue) this.informOrRefuse(waiter, until, now);
			wakeAt = Math.min(wakeAt, until);
		}
		if (this.waiting.length === 0 || this.isAsleep) return;
		this.isAsleep = true;
		void this.clock.sleep(Math.max(1, wakeAt - now)).then(() => {
			this.isAsleep = false;
			this.admitWaiting();
		});
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
}

/** Removes what fits, in place: each request comes here. */
function removeFrom<T>(list: T[], fits: (one: T) => boolean): void {
	let kept = 0;
	for (const one of list) if (!fits(one)) list[kept++] = one;
	list.length = kept;
}

/** Callers of one kind wait for the same reason and time. */
const kindOf = ({ caller: { purpose }, places }: Waiter) => `${purpose} ${places}`;
