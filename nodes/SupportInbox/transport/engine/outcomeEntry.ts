import { createHash } from 'node:crypto';

import type { IExecutePaginationFunctions, INode } from 'n8n-workflow';

import type { Connection } from '../connection';
import type { Outcome } from '../idempotency/outcomeCache';
import { OutcomeCache } from '../idempotency/outcomeCache';
import type { Semantics } from '../retry/policy';
import type { EngineRequest } from './requestPolicy';
import { isTool } from './tool';

/** An item's entry in the outcome cache. */
export interface OutcomeEntry {
	get(): Outcome | undefined;
	set(outcome: Outcome): void;
}

/** New versions of n8n report when an execution has ended. */
type Finishing = { onExecutionFinish?: (handler: () => Promise<void>) => void };

/**
 * Finds the item's entry in the outcome cache.
 *
 * With "Retry On Fail" n8n runs a node again within the same run: the item's index shows what was done, whatever
 * an expression such as `$now` gives the second time. An agent that is tried again calls its tools in new runs:
 * there the request itself shows it, and only non-idempotent requests are kept, because an agent may well ask the
 * same question twice, or set a ticket back to what it was.
 *
 * @returns undefined when the node is not run again by itself
 */
export function outcomeEntryOf(
	context: IExecutePaginationFunctions & Finishing,
	node: INode,
	{ session }: Connection,
	semantics: Semantics,
	{ method, url }: EngineRequest['options'],
): OutcomeEntry | undefined {
	const execution = context.getExecutionId();
	if (!execution) return undefined;
	const asTool = isTool(node);
	if (asTool ? semantics !== 'nonIdempotent' : node.retryOnFail !== true) return undefined;

	const cache = session.of(OutcomeCache);
	const run = asTool ? `${execution}/${node.id}` : `${execution}/${node.id}/${runIndexOf(context)}`;
	const item = asTool ? hash([method, url, parametersOf(context, node)]) : String(context.getItemIndex());
	return {
		get: () => cache.get(run, item),
		set: (outcome) => {
			const isFirst = cache.set(run, item, outcome, session.gate.clock.now());
			if (isFirst) context.onExecutionFinish?.(async () => cache.delete(run));
		},
	};
}

/** A node in a loop has a new run index each time round, and the same one when it is tried again. */
function runIndexOf(context: IExecutePaginationFunctions): string {
	return String(context.evaluateExpression('{{ $runIndex }}', context.getItemIndex()));
}

/** What was asked for, in place of the body: a time such as 15 minutes ago is another one each time, and the body does not show the template of a mail. */
function parametersOf(context: IExecutePaginationFunctions, { parameters }: INode): unknown[] {
	return Object.keys(parameters).map((name) => context.getNodeParameter(name, null));
}

function hash(value: unknown): string {
	return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
