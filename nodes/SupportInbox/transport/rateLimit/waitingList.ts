import type { Caller, Purpose } from '../order/caller';

const RANK: Record<Purpose, number> = { person: 0, trigger: 1, details: 2, bulk: 3, sweep: 4 };
/** Once in this number of admissions the priority is ignored: otherwise an agent that never rests would keep bulk work waiting for ever. */
const UNRANKED_EVERY = 4;
/** Of how many queues the last admission is remembered while they are not waiting. */
const REMEMBERED_QUEUES = 1_000;

/** Somebody who waits to send a request. */
export interface Waiting {
	caller: Caller;
}

/** Those who wait for the limit, in a fair order. */
export class WaitingList<W extends Waiting> {
	private readonly waiting: W[] = [];
	private admissionCount = 0;
	private readonly lastAdmission = new Map<string, number>();

	get all(): readonly W[] {
		return this.waiting;
	}

	get isEmpty(): boolean {
		return this.waiting.length === 0;
	}

	add(waiter: W): void {
		this.waiting.push(waiter);
	}

	/** @returns whether it was still waiting */
	withdraw(waiter: W): boolean {
		const index = this.waiting.indexOf(waiter);
		if (index >= 0) this.waiting.splice(index, 1);
		return index >= 0;
	}

	/** In the order of {@link Purpose}; among equals the queue whose last admission is longest ago, in item order. */
	next(may: (waiter: W) => boolean): W | undefined {
		const unranked = this.admissionCount % UNRANKED_EVERY === UNRANKED_EVERY - 1;
		const rank = ({ caller }: W) => (unranked ? 0 : RANK[caller.purpose]);
		const lastOf = ({ caller }: W) => this.lastAdmission.get(caller.queue) ?? 0;
		return this.waiting.filter(may).reduce<W | undefined>((best, waiter) => {
			if (best === undefined) return waiter;
			const difference =
				rank(waiter) - rank(best) ||
				lastOf(waiter) - lastOf(best) ||
				(waiter.caller.queue === best.caller.queue ? waiter.caller.order - best.caller.order : 0);
			return difference < 0 ? waiter : best;
		}, undefined);
	}

	/** Withdraws one that was admitted: its queue comes after the others then. */
	noteAdmission(waiter: W): void {
		this.withdraw(waiter);
		this.lastAdmission.set(waiter.caller.queue, ++this.admissionCount);
		if (this.isEmpty) this.lastAdmission.clear();
		else if (this.lastAdmission.size > REMEMBERED_QUEUES) this.forgetQueues();
	}

	private forgetQueues(): void {
		const present = new Set(this.waiting.map(({ caller }) => caller.queue));
		for (const queue of [...this.lastAdmission.keys()]) if (!present.has(queue)) this.lastAdmission.delete(queue);
	}
}
