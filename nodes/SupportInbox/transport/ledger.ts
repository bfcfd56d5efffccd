import type { INodeExecutionData } from 'n8n-workflow';

import type { ServiceFailure } from './failure';
import type { Change } from './turn';

/** How an item ended: with these items, or so that nobody knows whether what was sent was done. */
export type Ending = { items: INodeExecutionData[] } | { uncertain: ServiceFailure; change: Change };

interface Run {
	endings: Map<string, Ending>;
	touched: number;
}

const MAX_RUNS = 200;
/** n8n tries a node again within seconds; a run that nobody touched for so long is over. */
const FORGOTTEN_AFTER_MS = 3 * 60 * 60_000;

/**
 * Remembers how the items of a node's run ended while n8n may run the node again from its first item, so that
 * what was sent is not sent twice. In memory only, and bounded.
 */
export class Ledger {
	private readonly runs = new Map<string, Run>();

	/** @returns how this item of this run ended before, if it did */
	recall(run: string, item: string): Ending | undefined {
		return this.runs.get(run)?.endings.get(item);
	}

	/**
	 * @param now ms of this machine's clock
	 * @returns whether it is the first entry of its run
	 */
	note(run: string, item: string, ending: Ending, now: number): boolean {
		const known = this.runs.get(run);
		const current = known ?? { endings: new Map<string, Ending>(), touched: now };
		current.endings.set(item, ending);
		current.touched = now;
		// The run that was touched last is at the end.
		this.runs.delete(run);
		this.runs.set(run, current);
		this.forgetOld(now);
		return known === undefined;
	}

	/** Forgets a run, because its execution has ended. */
	forget(run: string): void {
		this.runs.delete(run);
	}

	private forgetOld(now: number): void {
		for (const [name, { touched }] of this.runs) {
			if (this.runs.size <= MAX_RUNS && now - touched < FORGOTTEN_AFTER_MS) return;
			this.runs.delete(name);
		}
	}
}
