import type { INodeExecutionData } from 'n8n-workflow';

import type { ServiceFailure } from '../errors/failure';
import type { Departed } from './reconciliation';
import { RUN_FORGOTTEN_MS } from '../timing';

/**
 * How an item ended: with these items, which are `whole` when nothing is left to do after its place in the item queue, or
 * with an error while the outcome of its write was unknown.
 */
export type Outcome = { items: INodeExecutionData[]; whole: boolean } | { unknown: ServiceFailure; departed: Departed };

interface Run {
	outcomes: Map<string, Outcome>;
	touchedAt: number;
}

const MAX_RUNS = 200;
/** Outcomes of all runs together; a large workflow has some thousand items. */
const MAX_OUTCOMES = 20_000;

/**
 * Remembers how the items of a node's run ended while n8n may run the node again from its first item, so that
 * what was sent is not sent twice. In memory only, and bounded: the runs that nobody has touched for longest go first,
 * whole. The run at work stays as it is, or what it has sent already might be sent twice.
 */
export class OutcomeCache {
	private readonly runs = new Map<string, Run>();
	private size = 0;

	/** @returns how this item of this run ended before, if it did */
	get(run: string, item: string): Outcome | undefined {
		return this.runs.get(run)?.outcomes.get(item);
	}

	/**
	 * @param now ms of the gate's clock
	 * @returns whether it is the first entry of its run
	 */
	set(run: string, item: string, outcome: Outcome, now: number): boolean {
		const known = this.runs.get(run);
		const current = known ?? { outcomes: new Map<string, Outcome>(), touchedAt: now };
		if (!current.outcomes.has(item)) this.size++;
		current.outcomes.set(item, outcome);
		current.touchedAt = now;
		// The run that was touched last is at the end.
		this.runs.delete(run);
		this.runs.set(run, current);
		this.deleteOld(run, now);
		return known === undefined;
	}

	/** Forgets a run, because its execution has ended. */
	delete(run: string): void {
		this.size -= this.runs.get(run)?.outcomes.size ?? 0;
		this.runs.delete(run);
	}

	private deleteOld(present: string, now: number): void {
		for (const [name, { touchedAt }] of this.runs) {
			const fits = this.runs.size <= MAX_RUNS && this.size <= MAX_OUTCOMES;
			if (name === present || (fits && now - touchedAt < RUN_FORGOTTEN_MS)) return;
			this.delete(name);
		}
	}
}
