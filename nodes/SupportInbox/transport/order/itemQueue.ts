import type { Clock } from '../clock';
import { Scope } from '../scope';
import type { Caller } from './caller';
import { unlessStopped } from './cancellation';

/** How many reads of one queue may be under way at once. A write takes the place of all. */
const PARALLEL_READS = 4;
const placesOf = ({ writes }: Pick<Caller, 'writes'>) => (writes ? PARALLEL_READS : 1);

/** What a queue needs to know of a caller. */
type Queued = Pick<Caller, 'queue' | 'order' | 'writes' | 'signal' | 'item'>;

interface Job {
	caller: Queued;
	start: () => void;
}

/** The queue as its work sees it. All work in the queue shares this object, and what is kept in its scope, until the queue is empty. */
export interface QueueView extends Pick<Scope, 'of'> {
	/** The callers that wait behind the present work, in order. */
	following(): Queued[];
	/** Calls `callback` once, as soon as nobody works or waits in the queue. */
	onceIdle(callback: () => void): void;
}

class ItemQueue extends Scope implements QueueView {
	waiting: Job[] = [];
	/** The places that are taken, of PARALLEL_READS. */
	taken = 0;
	/** Whether the queue still waits for items that arrive in the same tick. */
	gathering = false;
	private callbacks: Array<() => void> = [];

	get isIdle(): boolean {
		return this.waiting.length === 0 && this.taken === 0;
	}

	following(): Queued[] {
		return this.waiting.map(({ caller }) => caller);
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
		return this.queues.get(name)?.waiting.length ?? 0;
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
		let place = queue.waiting.length;
		while (place > 0 && queue.waiting[place - 1].caller.order > caller.order) place--;
		queue.waiting.splice(place, 0, job);
		this.gather(caller.queue, queue);
		return () => {
			queue.waiting.splice(queue.waiting.indexOf(job), 1);
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
		for (let job = queue.waiting[0]; job !== undefined; job = queue.waiting[0]) {
			if (queue.taken + placesOf(job.caller) > PARALLEL_READS) return;
			queue.waiting.shift();
			queue.taken += placesOf(job.caller);
			job.start();
		}
		if (!queue.isIdle) return;
		// The timer of a queue that was emptied by a stop may find a newer queue of the same name.
		if (this.queues.get(name) === queue) this.queues.delete(name);
		queue.idle();
	}
}
