import type { Clock, LocalTime } from '../../adapter/clock';
import type { Bounds } from '../clock';
import { type Headers, ServiceFailure } from '../errors/failure';
import { unlessStopped } from '../queue/cancellation';
import type { RequestContext, Priority } from '../queue/requestContext';
import { DEADLINE_GRACE_MS, NOTICEABLE_WAIT_MS, PROBE_MS, SHORT_WAIT_MS, SLEEP_SLICE_MS, WINDOW_MS } from '../timing';
import { type QuotaWindow, afterAnswer, afterRefusal, afterNoAnswer, isShared, windowAt, opensAt, unknownWindow } from './quotaWindow';
import { type TimedRequest, PRIORITIES, RECENT_MS, isIdle, releasedAt, reservationOf } from './reservation';

/** A request that may be sent now. When it has ended, call exactly one of the two functions. */
export interface Permit {
	sentAt: LocalTime;
	/** An answer with these headers has arrived. */
	answered(headers: Headers): void;
	/** There will be no answer; `wasSent` is false when it was never sent. */
	unanswered(wasSent: boolean): void;
}

/** A request that waits for one permit, or for two; `informed`: {@link RequestContext.onWait} was called, because the wait is long. */
interface Waiter {
	request: TimedRequest;
	requestContext: RequestContext;
	permits: number;
	informed: boolean;
	grant: () => void;
	fail: (error: Error) => void;
}

/**
 * Why a request has to wait, and until when: the limit is used up, or the answers to requests under
 * way have to show first how many requests are left.
 */
interface Wait {
	why: 'limit' | 'answers';
	until: LocalTime;
}

/** Every fourth permit ignores the order of priorities: otherwise an agent that is always busy would block bulk work for ever. */
const UNRANKED_EVERY = 4;

/** Grants permits one by one as the token's quota window allows (API document, Limits), in a fair order. */
export class RateLimiter {
	private window: QuotaWindow = unknownWindow;
	/** The requests of the last two windows; the sent ones are in the order in which they were sent. */
	private readonly recent: TimedRequest[] = [];
	private waiting: Waiter[] = [];
	/** The requests under way, the oldest first. */
	private readonly inFlight = new Set<{ sentAt: LocalTime }>();
	/** The requests that have a permit: for a reading, and for the write that is sent after it. */
	private readonly readPermits = new Set<RequestContext>();
	private readonly writePermits = new Set<RequestContext>();
	private grantedCount = 0;
	private lastGrantedAt = -Infinity;
	private isAsleep = false;

	private readonly startedAt: LocalTime;

	/** @param queuedBehind how many more items wait in an item queue */
	constructor(
		private readonly clock: Clock,
		private readonly queuedBehind: (queue: string) => number,
	) {
		this.startedAt = clock.now();
	}

	/**
	 * Resolves when a request may be sent.
	 *
	 * @param readPrecondition reads the precondition of the request, in the same request context. It is called when there are
	 *   permits for the reading and for the request, which is sent right after it.
	 * @returns the permit
	 * @throws ExecutionStopped when the execution is stopped before that
	 * @throws ServiceFailure when the limit opens only after the request's deadline; what `readPrecondition` throws
	 */
	async acquire(requestContext: RequestContext, readPrecondition?: () => Promise<void>): Promise<Permit> {
		if (this.readPermits.delete(requestContext)) return await this.startSending(requestContext);
		if (readPrecondition === undefined) return await this.whenGranted(requestContext, 1, () => this.issuePermit());
		await this.whenGranted(requestContext, 2, () => [this.readPermits.add(requestContext), this.writePermits.add(requestContext)]);
		try {
			await readPrecondition();
			return await this.startSending(requestContext);
		} finally {
			this.readPermits.delete(requestContext);
			this.writePermits.delete(requestContext);
			this.grantWaiting();
		}
	}

	/** Records that the service refused a request for the rate limit. Call `answered` with its headers first. */
	recordRefusal(): void {
		this.window = afterRefusal(this.window, this.clock.now());
	}

	/** @returns the failure for a request that cannot wait until the limit opens; `message`: the service's own words */
	limitFailure({ until = opensAt(this.window, this.clock.now()), message }: { until?: LocalTime; message?: string }): ServiceFailure {
		return new ServiceFailure({ kind: 'rateLimit', limit: this.window.limit, opensAt: this.clock.wallTime(until), message });
	}

	/** Whether the service's counters show that others use the token, in this window or the last ones. */
	get isShared(): boolean {
		return isShared(windowAt(this.window, this.clock.now()));
	}

	/**
	 * Whether requests that nobody waits for may be spent: no write waits, and others use little of the limit. In the first minute of a
	 * token they may not: how much others use is not known yet, and triggers that start together need it.
	 */
	get isIdle(): boolean {
		const now = this.clock.now();
		if (now < this.startedAt + WINDOW_MS) return false;
		const isWriteWaiting = this.writePermits.size > 0 || this.waiting.some(({ requestContext }) => requestContext.writes);
		return !isWriteWaiting && isIdle(windowAt(this.window, now), this.recent, now);
	}

	/** @returns the time on the service's clock at the moment `local`; undefined until an answer has shown it */
	serverTime(local: LocalTime): Bounds | undefined {
		const { offset } = this.window;
		return offset === null ? undefined : { earliest: local + offset.min, latest: local + offset.max };
	}

	/** How many requests are under way or have a permit. */
	private get inUse(): number {
		return this.inFlight.size + this.readPermits.size + this.writePermits.size;
	}

	/** Calls `grant` when the request is next and the permits are free. @returns its result */
	private async whenGranted<T>(requestContext: RequestContext, permits: number, grant: () => T): Promise<T> {
		return await unlessStopped<T>(requestContext.signal, (go, fail) => {
			const now = this.clock.now();
			const request: TimedRequest = { priority: requestContext.priority, queue: requestContext.queue, queuedAt: now };
			const waiter: Waiter = { request, requestContext, permits, informed: false, grant: () => go(grant()), fail };
			removeFrom(this.recent, ({ queuedAt, sentAt = queuedAt }) => sentAt <= now - RECENT_MS);
			this.recent.push(request);
			this.waiting.push(waiter);
			this.grantWaiting();
			return () => this.removeWaiting(waiter);
		});
	}

	/** Grants permits for as long as the window allows. */
	private grantWaiting(): void {
		while (this.waiting.length > 0) {
			const now = this.clock.now();
			this.window = windowAt(this.window, now);
			const kinds = new Map(this.waiting.map((waiter) => [kindOf(waiter), waiter]));
			const waits = new Map([...kinds].map(([kind, waiter]) => [kind, this.waitFor(waiter, now)]));
			const next = this.nextOf(this.waiting.filter((waiter) => waits.get(kindOf(waiter)) === undefined));
			if (next === undefined) return this.scheduleWakeUp(waits, now);
			this.removeWaiting(next);
			next.request.sentAt = now;
			removeFrom(this.recent, (one) => one === next.request);
			this.recent.push(next.request);
			this.grantedCount += 1;
			this.lastGrantedAt = now;
			next.requestContext.onWaited?.(now - next.request.queuedAt);
			next.grant();
		}
	}

	/** @returns undefined when the window has enough permits, besides the permits in use and the permits that the priority leaves to others */
	private waitFor({ requestContext: { priority }, permits }: Waiter, now: LocalTime): Wait | undefined {
		const { window, inUse } = this;
		const [oldest] = this.inFlight;
		const probedUntil = (oldest?.sentAt ?? this.lastGrantedAt) + PROBE_MS;
		if (window.endsAt === null && inUse > 0 && now < probedUntil) return { why: 'answers', until: probedUntil };
		const reservation = reservationOf(priority, window, this.recent, now, { inUse, requested: this.requestedBy(priority) });
		const needed = Math.min(window.limit, permits + reservation);
		if (window.remaining - inUse >= needed) return undefined;
		const opens = opensAt(window, now);
		if (window.remaining >= needed) return { why: 'answers', until: opens };
		const released = releasedAt(window);
		return { why: 'limit', until: window.remaining > 0 && now < released ? Math.min(released, opens) : opens };
	}

	/** @returns how many permits a priority asks for, with those for the items that wait in the item queues behind its requests */
	private requestedBy(priority: Priority): number {
		const waiting = this.waiting.filter(({ requestContext }) => requestContext.priority === priority);
		const queues = [...new Set(waiting.map(({ requestContext }) => requestContext.queue))];
		return [...waiting.map(({ permits }) => permits), ...queues.map(this.queuedBehind)].reduce((sum, count) => sum + count, 0);
	}

	/**
	 * Sorts by priority. Within a priority, a request that has a permit for its write comes first: nobody else can use that permit
	 * before this request has read. Then comes the queue that got its last permit longest ago, in item order.
	 */
	private nextOf(waiters: Waiter[]): Waiter | undefined {
		const isRanked = this.grantedCount % UNRANKED_EVERY !== UNRANKED_EVERY - 1;
		const rank = ({ requestContext: { priority } }: Waiter) => (isRanked ? PRIORITIES.indexOf(priority) : 0);
		const isNew = ({ requestContext }: Waiter) => Number(!this.writePermits.has(requestContext));
		const lasts = new Map<string, number>();
		for (const [place, { queue, sentAt }] of this.recent.entries()) if (sentAt !== undefined) lasts.set(queue, place);
		const last = ({ requestContext: { queue } }: Waiter) => lasts.get(queue) ?? -1;
		const place = ({ requestContext: a }: Waiter, { requestContext: b }: Waiter) => (a.queue === b.queue ? a.order - b.order : 0);
		return waiters.sort((a, b) => rank(a) - rank(b) || isNew(a) - isNew(b) || last(a) - last(b) || place(a, b)).at(0);
	}

	private removeWaiting(waiter: Waiter): void {
		this.waiting = this.waiting.filter((other) => other !== waiter);
	}

	/** @throws ExecutionStopped */
	private async startSending({ signal }: RequestContext): Promise<Permit> {
		return await unlessStopped<Permit>(signal, (go) => go(this.issuePermit()));
	}

	private issuePermit(): Permit {
		const sentAt = this.clock.now();
		const request = { sentAt };
		this.inFlight.add(request);
		const update = (change: (window: QuotaWindow, now: LocalTime) => QuotaWindow) => {
			if (!this.inFlight.delete(request)) return;
			this.window = change(this.window, this.clock.now());
			this.grantWaiting();
		};
		return {
			sentAt,
			answered: (headers) =>
				update((window, receivedAt) => afterAnswer(window, { headers, sentAt, receivedAt, inFlight: this.inFlight.size })),
			unanswered: (wasSent) => update((window, now) => (wasSent ? afterNoAnswer(window, now) : window)),
		};
	}

	private scheduleWakeUp(waits: Map<string, Wait | undefined>, now: LocalTime): void {
		let wakeAt = now + SLEEP_SLICE_MS;
		for (const waiter of this.waiting) {
			const { why, until } = waits.get(kindOf(waiter)) as Wait;
			const isOverdue = now > (waiter.requestContext.deadline ?? Infinity) + DEADLINE_GRACE_MS;
			if (why === 'limit' || isOverdue) this.informOrReject(waiter, until, now);
			wakeAt = Math.min(wakeAt, until);
		}
		if (this.waiting.length === 0 || this.isAsleep) return;
		this.isAsleep = true;
		void this.clock.sleep(Math.max(1, wakeAt - now)).then(() => {
			this.isAsleep = false;
			this.grantWaiting();
		});
	}

	private informOrReject(waiter: Waiter, until: LocalTime, now: LocalTime): void {
		const { deadline, onWait } = waiter.requestContext;
		if (deadline !== undefined && until > Math.max(deadline, now + SHORT_WAIT_MS)) {
			this.removeWaiting(waiter);
			waiter.fail(this.limitFailure({ until }));
		} else if (!waiter.informed && until - now >= NOTICEABLE_WAIT_MS) {
			waiter.informed = true;
			onWait?.(this.clock.wallTime(until));
		}
	}
}

/** Removes the matching entries without a new list, because it runs for each request. */
function removeFrom<T>(list: T[], fits: (one: T) => boolean): void {
	let size = 0;
	for (const one of list) if (!fits(one)) list[size++] = one;
	list.length = size;
}

/** Callers of one kind wait for the same reason and time. */
const kindOf = ({ requestContext: { priority }, permits }: Waiter) => `${priority} ${permits}`;
