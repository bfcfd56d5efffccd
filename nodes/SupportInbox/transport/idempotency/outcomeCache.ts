import type { INodeExecutionData } from 'n8n-workflow';

import type { ServiceFailure } from '../retry/failure';
import { RUN_FORGOTTEN_MS } from '../timing';
import type { SentWrite } from './reconciliation';

/** How an item ended: with these items, or so that nobody knows whether what was sent was done. */
export type Outcome = { items: INodeExecutionData[] } | { unknown: ServiceFailure; sent: SentWrite };

interface Run {
	outcomes: Map<string, Outcome>;
	touchedAt: number;
}

const MAX_RUNS = 200;

/**
 * Remembers how the items of a node's run ended while n8n may run the node again from its first item, so that
 * what was sent is not sent twice. In memory only, and bounded.
 */
export class OutcomeCache {
	private readonly runs = new Map<string, Run>();

	/** @returns how this item of this run ended before, if it did */
	get(run: string, item: string): Outcome | undefined {
		return this.runs.get(run)?.outcomes.get(item);
	}

	/**
	 * @param now ms of this machine's clock
	 * @returns whether it is the first entry of its run
	 */
	set(run: string, item: string, outcome: Outcome, now: number): boolean {
		const known = this.runs.get(run);
		const current = known ?? { outcomes: new Map<string, Outcome>(), touchedAt: now };
		current.outcomes.set(item, outcome);
		current.touchedAt = now;
		// The run that was touched last is at the end.
		this.runs.delete(run);
		this.runs.set(run, current);
		this.deleteOld(now);
		return known === undefined;
	}

	/** Forgets a run, because its execution has ended. */
	delete(run: string): void {
		this.runs.delete(run);
	}

	private deleteOld(now: number): void {
		for (const [name, { touchedAt }] of this.runs) {
			if (this.runs.size <= MAX_RUNS && now - touchedAt < RUN_FORGOTTEN_MS) return;
			this.runs.delete(name);
		}
	}
}

const ofGates = new WeakMap<object, OutcomeCache>();

/** @returns the outcomes of what was sent through this gate */
export function outcomeCacheOf(gate: object): OutcomeCache {
	const cache = ofGates.get(gate) ?? new OutcomeCache();
	ofGates.set(gate, cache);
	return cache;
}
