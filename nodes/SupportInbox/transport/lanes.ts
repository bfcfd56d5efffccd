import type { Clock, Pass } from './pass';
import { ExecutionStopped, onStop } from './pass';

/** Reads of one lane that may be under way together. */
const READS_AT_ONCE = 4;

interface Job {
	pass: Pass;
	start: () => void;
}

interface Lane {
	waiting: Job[];
	reading: number;
	writing: boolean;
	/** Whether those that arrive now are being waited for. */
	gathering: boolean;
}

/**
 * Keeps the order within each lane: the engine starts all items at once without waiting, so the item order
 * of an execution is kept here. Writes run one after the other, reads a few at a time.
 */
export class Lanes {
	private readonly lanes = new Map<string, Lane>();

	constructor(private readonly clock: Pick<Clock, 'sleep'>) {}

	/**
	 * Runs `work` when it is its turn.
	 *
	 * @throws ExecutionStopped when the execution is stopped before
	 */
	async run<T>(pass: Pass, work: () => Promise<T>): Promise<T> {
		if (pass.signal?.aborted) throw new ExecutionStopped();
		const lane = this.lane(pass.lane);
		await this.turn(lane, pass);
		try {
			return await work();
		} finally {
			if (pass.writes) lane.writing = false;
			else lane.reading -= 1;
			this.next(pass.lane, lane);
		}
	}

	private lane(name: string): Lane {
		let lane = this.lanes.get(name);
		if (lane === undefined) {
			lane = { waiting: [], reading: 0, writing: false, gathering: false };
			this.lanes.set(name, lane);
		}
		return lane;
	}

	private async turn(lane: Lane, pass: Pass): Promise<void> {
		await new Promise<void>((resolve, reject) => {
			const forget = onStop(pass.signal, () => {
				const index = lane.waiting.indexOf(job);
				if (index < 0) return;
				lane.waiting.splice(index, 1);
				this.next(pass.lane, lane);
				reject(new ExecutionStopped());
			});
			const job: Job = {
				pass,
				start: () => {
					forget();
					resolve();
				},
			};
			let place = lane.waiting.length;
			while (place > 0 && lane.waiting[place - 1].pass.order > pass.order) place--;
			lane.waiting.splice(place, 0, job);
			this.gather(pass.lane, lane);
		});
	}

	/** The items of an execution arrive within the same turn of the event loop, not always in order. */
	private gather(name: string, lane: Lane): void {
		if (lane.gathering) return;
		lane.gathering = true;
		void this.clock.sleep(0).then(() => {
			lane.gathering = false;
			this.next(name, lane);
		});
	}

	private next(name: string, lane: Lane): void {
		for (let job = lane.waiting[0]; job !== undefined; job = lane.waiting[0]) {
			if (lane.writing || lane.reading >= (job.pass.writes ? 1 : READS_AT_ONCE)) return;
			lane.waiting.shift();
			if (job.pass.writes) lane.writing = true;
			else lane.reading += 1;
			job.start();
		}
		if (!lane.writing && lane.reading === 0) this.lanes.delete(name);
	}
}
