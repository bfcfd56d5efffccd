import type { Clock } from '../../adapter/clock';
import { SharedInstances } from '../sharedInstances';
import { unlessStopped } from './cancellation';
import type { RequestContext } from './requestContext';

/** How many reads of one queue may be under way at once. A write uses all slots. */
const PARALLEL_READS = 4;
const slotsOf = ({ writes }: Pick<RequestContext, 'writes'>) => (writes ? PARALLEL_READS : 1);

/** What a queue needs to know of a request. */
type QueuedRequest = Pick<RequestContext, 'queue' | 'order' | 'writes' | 'signal' | 'item'>;

/** The started jobs are removed when there are this many. */
const COMPACT_ABOVE = 100;

interface Job {
	requestContext: QueuedRequest;
	start: () => void;
}

/** The queue as its work sees it. All work in the queue shares this object, and its instances, until the queue is empty. */
export interface ItemQueue extends Pick<SharedInstances, 'of'> {
	/** The requests that wait behind the present work, in order. */
	following(): Iterable<QueuedRequest>;
	/** Calls `callback` once, as soon as nobody works or waits in the queue. */
	onceIdle(callback: () => void): void;
}

class RunQueue extends SharedInstances implements ItemQueue {
	/** In order; those before `started` have begun. */
	private readonly jobs: Job[] = [];
	private started = 0;
	/** The slots in use, of PARALLEL_READS. */
	usedSlots = 0;
	/** Whether the queue still waits for items that arrive in the same tick. */
	isCollecting = false;
	private callbacks: Array<() => void> = [];

	get isIdle(): boolean {
		return this.waiting === 0 && this.usedSlots === 0;
	}

	/** How many jobs wait. */
	get waiting(): number {
		return this.jobs.length - this.started;
	}

	get next(): Job | undefined {
		return this.jobs[this.started];
	}

	*following(): Generator<QueuedRequest> {
		for (let place = this.started; place < this.jobs.length; place++) yield this.jobs[place].requestContext;
	}

	add(job: Job): void {
		let place = this.jobs.length;
		while (place > this.started && this.jobs[place - 1].requestContext.order > job.requestContext.order) place--;
		this.jobs.splice(place, 0, job);
	}

	remove(job: Job): void {
		this.jobs.splice(this.jobs.indexOf(job, this.started), 1);
	}

	/** Starts the next job. A run may have some thousand: removing each from the front would move all others. */
	startNext(): void {
		const { requestContext, start } = this.jobs[this.started];
		this.started += 1;
		if (this.started >= COMPACT_ABOVE && this.started >= this.waiting) {
			this.jobs.splice(0, this.started);
			this.started = 0;
		}
		this.usedSlots += slotsOf(requestContext);
		start();
	}

	onceIdle(callback: () => void): void {
		if (this.isIdle) callback();
		else this.callbacks.push(callback);
	}

	/** Calls the callbacks of {@link onceIdle}. */
	idle(): void {
		for (const callback of this.callbacks.splice(0)) callback();
	}
}

/**
 * The item queues of a dispatcher, by name. The declarative engine starts all items of an execution at once without waiting, so their
 * order is kept here: writes run one after the other, reads a few at a time.
 */
export class ItemQueues {
	private readonly queues = new Map<string, RunQueue>();

	constructor(private readonly clock: Pick<Clock, 'sleep'>) {}

	/** @returns how many requests wait in a queue */
	waitingIn(name: string): number {
		return this.queues.get(name)?.waiting ?? 0;
	}

	/**
	 * Runs `work` when the request is next in its queue.
	 *
	 * @throws ExecutionStopped when the execution is stopped before that
	 */
	async run<T>(requestContext: QueuedRequest, work: (queue: ItemQueue) => Promise<T>): Promise<T> {
		const queue = await unlessStopped<RunQueue>(requestContext.signal, (start) => this.join(requestContext, start));
		try {
			return await work(queue);
		} finally {
			queue.usedSlots -= slotsOf(requestContext);
			this.startNext(requestContext.queue, queue);
		}
	}

	/** @returns a function that removes the request from its queue */
	private join(requestContext: QueuedRequest, start: (queue: RunQueue) => void): () => void {
		const queue = this.queues.get(requestContext.queue) ?? new RunQueue();
		this.queues.set(requestContext.queue, queue);
		const job: Job = { requestContext, start: () => start(queue) };
		queue.add(job);
		this.collect(requestContext.queue, queue);
		return () => {
			queue.remove(job);
			this.startNext(requestContext.queue, queue);
		};
	}

	/** The items of an execution arrive within the same tick of the event loop, not always in order. */
	private collect(name: string, queue: RunQueue): void {
		if (queue.isCollecting) return;
		queue.isCollecting = true;
		void this.clock.sleep(0).then(() => {
			queue.isCollecting = false;
			this.startNext(name, queue);
		});
	}

	private startNext(name: string, queue: RunQueue): void {
		while (queue.next !== undefined) {
			if (queue.usedSlots + slotsOf(queue.next.requestContext) > PARALLEL_READS) return;
			queue.startNext();
		}
		if (!queue.isIdle) return;
		// The timer of a queue that was emptied by a stop may find a newer queue of the same name.
		if (this.queues.get(name) === queue) this.queues.delete(name);
		queue.idle();
	}
}
