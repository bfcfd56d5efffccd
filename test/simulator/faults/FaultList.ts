import type { RecordedRequest } from '../messages';
import { MatchCounter } from '../requestMatch';
import type { Fault } from './Fault';

/** The faults waiting for their requests, in the order in which they were added. */
export class FaultList {
	private pending: Array<{ fault: Fault; counter: MatchCounter }> = [];

	add(fault: Fault): void {
		this.pending.push({ fault, counter: new MatchCounter(fault.when) });
	}

	clear(): void {
		this.pending = [];
	}

	/** @returns the fault that hits this request, if any; every matching fault counts the request */
	hit(request: RecordedRequest): Fault | undefined {
		const hits = this.pending.filter(({ counter }) => counter.hits(request));
		this.pending = this.pending.filter(({ counter }) => !counter.isSpent);
		return hits[0]?.fault;
	}
}
