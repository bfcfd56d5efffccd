import type { Caller, Purpose } from '../order/caller';
import type { Admission } from './admission';

const RANK: Record<Purpose, number> = { person: 0, trigger: 1, details: 2, bulk: 3, sweep: 4 };
/** Once in this number of admissions the priority is ignored: otherwise an agent that never rests would keep bulk work waiting for ever. */
const UNRANKED_EVERY = 4;
/** Of how many queues the last admission is remembered. */
const REMEMBERED_QUEUES = 1_000;

/** Somebody who waits to send a request; `informed`: whether they know that it takes long. */
export interface Waiter {
	caller: Caller;
	informed: boolean;
	go: (admission: Admission) => void;
	fail: (error: Error) => void;
}

/** Those who wait for the limit, in a fair order. */
export class WaitingList {
	private readonly waiting: Waiter[] = [];
	private admissionCount = 0;
	private readonly lastAdmission = new Map<string, number>();

	get all(): readonly Waiter[] {
		return this.waiting;
	}

	get isEmpty(): boolean {
		return this.waiting.length === 0;
	}

	add(waiter: Waiter): void {
		this.waiting.push(waiter);
	}

	/** @returns whether it was still waiting */
	withdraw(waiter: Waiter): boolean {
		const index = this.waiting.indexOf(waiter);
		if (index >= 0) this.waiting.splice(index, 1);
		return index >= 0;
	}

	/** In the order of {@link Purpose}; among equals the queue whose last admission is longest ago, in item order. */
	next(may: (waiter: Waiter) => boolean): Waiter | undefined {
		const unranked = this.admissionCount % UNRANKED_EVERY === UNRANKED_EVERY - 1;
		const rank = ({ caller }: Waiter) => (unranked ? 0 : RANK[caller.purpose]);
		const lastOf = ({ caller }: Waiter) => this.lastAdmission.get(caller.queue) ?? 0;
		return this.waiting.filter(may).reduce<Waiter | undefined>((best, waiter) => {
			if (best === undefined) return waiter;
			const difference =
				rank(waiter) - rank(best) ||
				lastOf(waiter) - lastOf(best) ||
				(waiter.caller.queue === best.caller.queue ? waiter.caller.order - best.caller.order : 0);
			return difference < 0 ? waiter : best;
		}, undefined);
	}

	/** Withdraws one that was admitted: its queue comes after the others then. */
	noteAdmission(waiter: Waiter): void {
		this.withdraw(waiter);
		const { queue } = waiter.caller;
		// The queue that was admitted last is at the end; the first one counts like one that never was.
		this.lastAdmission.delete(queue);
		this.lastAdmission.set(queue, ++this.admissionCount);
		if (this.isEmpty) this.lastAdmission.clear();
		else if (this.lastAdmission.size > REMEMBERED_QUEUES) this.lastAdmission.delete([...this.lastAdmission.keys()][0]);
	}
}
