import type { Clock } from '../../adapter/clock';
import { Scope } from '../scope';
import type { Caller } from './caller';
import { unlessStopped } from './cancellation';

/** How many reads of one queue may be under way at once. A write takes the place of all. */
const PARALLEL_READS = 4;
const placesOf = ({ writes }: Pick<Caller, 'writes'>) => (writes ? PARALLEL_READS : 1);

/** What a queue needs to know of a caller. */
type Queued = Pick<Caller, 'queue' | 'order' | 'writes' | 'signal' | 'item'>;

/** The entries that have begun are taken out when there are this many. */
const MANY = 100;

interface Job {
	caller: Queued;
	start: () => void;
}

/** The queue as its work sees it. All work in the queue shares this object, and what is kept in its scope, until the queue is empty. */
export interface QueueView extends Pick<Scope, 'of'> {
	/** The callers that wait behind the present work, in order. */
	following(): Iterable<Queued>;
	/** Calls `callback` once, as soon as nobody works or waits in the queue. */
	onceIdle(callback: () => void): void;
}

class ItemQueue extends Scope implements QueueView {
	/** In order; those before `begun` have begun. */
	private readonly jobs: Job[] = [];
	private begun = 0;
	/** The places that are taken, of PARALLEL_READS. */
	taken = 0;
	/** Whether the queue still waits for items that arrive in the same tick. */
	gathering = false;
	private callbacks: Array<() => void> = [];

	get isIdle(): boolean {
		return this.waiting === 0 && this.taken === 0;
	}

	/** How many jobs wait. */
	get waiting(): number {
		return this.jobs.length - this.begun;
	}

	get next(): Job | undefined {
		return this.jobs[this.begun];
	}

	*following(): Generator<Queued> {
		for (let place = this.begun; place < this.jobs.length; place++) yield this.jobs[place].caller;
	}

	add(job: Job): void {
		let place = this.jobs.length;
		while (place > this.begun && this.jobs[place - 1].caller.order > job.caller.order) place--;
		this.jobs.splice(place, 0, job);
	}

	remove(job: Job): void {
		this.jobs.splice(this.jobs.indexOf(job, this.begun), 1);
	}

	/** Starts the next job. A run may have some thousand: taking each from the front would move all others. */
	startNext(): void {
		const { caller, start } = this.jobs[this.begun];
		this.begun += 1;
		if (this.begun >= MANY && this.begun >= this.waiting) {
			this.jobs.splice(0, this.begun);
			this.begun = 0;
		}
		this.taken += placesOf(caller);
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
 * The item queues of a gate, by name. The declarative engine starts all items of an execution at once without waiting, so their
 * order is kept here: writes run one after the other, reads a few at a time.
 */
export class ItemQueues {
	private readonly queues = new Map<string, ItemQueue>();

	constructor(private readonly clock: Pick<Clock, 'sleep'>) {}

	/** @returns how many callers wait in a queue */
	waitingIn(name: string): number {
		return this.queues.get(name)?.waiting ?? 0;
	}

	/**
	 * Runs `work` when the caller is next in its queue.
	 *
	 * @throws ExecutionStopped when the execution is stopped before that
	 */
	async run<T>(caller: Queued, work: (queue: QueueView) => Promise<T>): Promise<T> {
		const queue = await unlessStopped<ItemQueue>(caller.signal, (start) => this.join(caller, start));
		try {
			return await work(queue);
		} finally {
			queue.taken -= placesOf(caller);
			this.startNext(caller.queue, queue);
		}
	}

	/** @returns a function that takes the caller out of its queue again */
	private join(caller: Queued, start: (queue: ItemQueue) => void): () => void {
		const queue = this.queues.get(caller.queue) ?? new ItemQueue();
		this.queues.set(caller.queue, queue);
		const job: Job = { caller, start: () => start(queue) };
		queue.add(job);
		this.gather(caller.queue, queue);
		return () => {
			queue.remove(job);
			this.startNext(caller.queue, queue);
		};
	}

	/** The items of an execution arrive within the same tick of the event loop, not always in order. */
	private gather(name: string, queue: ItemQueue): void {
		if (queue.gathering) return;
		queue.gathering = true;
		void this.clock.sleep(0).then(() => {
			queue.gathering = false;
			this.startNext(name, queue);
		});
	}

	private startNext(name: string, queue: ItemQueue): void {
		while (queue.next !== undefined) {
			if (queue.taken + placesOf(queue.next.caller) > PARALLEL_READS) return;
			queue.startNext();
		}
		if (!queue.isIdle) return;
		// The timer of a queue that was emptied by a stop may find a newer queue of the same name.
		if (this.queues.get(name) === queue) this.queues.delete(name);
		queue.idle();
	}
}
