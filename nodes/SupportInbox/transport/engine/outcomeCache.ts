import { createHash } from 'node:crypto';
import type { INodeExecutionData } from 'n8n-workflow';
import { isTool, nodeKey } from '../../adapter/node';
import { onExecutionEnd, runIndexOf, toolCallIdOf } from '../../adapter/run';
import type { ServiceFailure } from '../errors/failure';
import type { Departed } from '../idempotency/reconciliation';
import { RUN_FORGOTTEN_MS } from '../timing';
import type { ReadyItem } from './sendingItem';

/**
 * How an item ended: with these items, or with an error while the outcome of its write was unknown. `isWhole`: the work after
 * the item's place in the item queue is done as well.
 */
type ItemOutcome = { items: INodeExecutionData[]; isWhole: boolean } | { unknown: ServiceFailure; departed: Departed };

interface NodeRun {
	outcomes: Map<string, ItemOutcome>;
	touchedAt: number;
}

const MAX_RUNS = 200;
/** The most outcomes of all runs together; a large workflow has some thousand items. */
const MAX_OUTCOMES = 20_000;

/**
 * Remembers how the items of a node's run ended while n8n may run the node again from its first item, so that no write
 * is sent twice. In memory only, and bounded: the run whose last entry is oldest is deleted first, with all its items.
 * The current run is never deleted, because its writes might then be sent twice.
 */
export class OutcomeCache {
	private readonly runs = new Map<string, NodeRun>();
	private size = 0;

	/** @returns how this item of this run ended earlier; undefined: it did not */
	get(run: string, item: string): ItemOutcome | undefined {
		return this.runs.get(run)?.outcomes.get(item);
	}

	/**
	 * @param now ms of the gate's clock
	 * @returns whether it is the first entry of its run
	 */
	set(run: string, item: string, outcome: ItemOutcome, now: number): boolean {
		const earlier = this.runs.get(run);
		const current = earlier ?? { outcomes: new Map<string, ItemOutcome>(), touchedAt: now };
		if (!current.outcomes.has(item)) this.size++;
		current.outcomes.set(item, outcome);
		current.touchedAt = now;
		// The run that was touched last is at the end.
		this.runs.delete(run);
		this.runs.set(run, current);
		this.deleteOld(run, now);
		return earlier === undefined;
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

/** An item's entry in the outcome cache. */
export interface OutcomeEntry {
	get(): ItemOutcome | undefined;
	set(outcome: ItemOutcome): void;
}

/**
 * Finds the item's entry in the outcome cache.
 *
 * With "Retry On Fail" n8n runs a node again within the same run, so the item's index identifies it, even if an
 * expression such as `$now` has another value the second time. An agent that is tried again calls its tools in new runs:
 * there what decides about equal writes identifies it, as with Send Once, with the id of its call where an operation counts by calls. Only non-idempotent
 * requests are kept, because an agent may ask the same question twice, or set a ticket back to an earlier state.
 *
 * @returns undefined when n8n does not run the node again by itself
 */
export function outcomeEntryOf(ready: ReadyItem): OutcomeEntry | undefined {
	const { context, node, connection: { session }, semantics, policy, request, prepared } = ready;
	const execution = context.getExecutionId();
	if (!execution) return undefined;
	const asTool = isTool(node);
	if (asTool ? semantics !== 'nonIdempotent' : node.retryOnFail !== true) return undefined;

	const cache = session.of(OutcomeCache);
	const run = `${execution}/${nodeKey(node)}/${asTool ? '' : runIndexOf(context)}`;
	const item = asTool ? hash([request.options.method, prepared.path, sameOf(ready), policy.perCall && toolCallIdOf(context)]) : String(context.getItemIndex());
	return {
		get: () => cache.get(run, item),
		set: (outcome) => {
			const isFirst = cache.set(run, item, outcome, session.gate.clock.now());
			if (isFirst) onExecutionEnd(context, () => cache.delete(run));
		},
	};
}

/** What is the same in equal calls. Not the whole body: a time such as 15 minutes ago changes with each run. The template of a mail is among the settings. */
function sameOf({ context, node, policy, prepared }: ReadyItem): unknown[] {
	const { sentBefore } = policy.finder ?? {};
	return sentBefore === undefined ? Object.keys(node.parameters).map((name) => context.getNodeParameter(name, null)) : [sentBefore.decisive(prepared), prepared.settings];
}

function hash(value: unknown): string {
	return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
