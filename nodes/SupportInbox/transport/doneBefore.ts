import { createHash } from 'node:crypto';

import type { IExecutePaginationFunctions, INode } from 'n8n-workflow';

import type { Ending, Ledger } from './ledger';
import type { Repeat } from './retry';
import { isTool } from './tool';
import type { EngineRequest } from './turn';

/** Where an item's ending is noted, or undefined where nobody will ask for it. */
export interface Place {
	recall(): Ending | undefined;
	note(ending: Ending): void;
}

/** New versions of n8n tell when an execution has ended. */
type Finishing = { onExecutionFinish?: (handler: () => Promise<void>) => void };

/**
 * Finds the item's place in the ledger.
 *
 * With "Retry On Fail" n8n runs a node again within the same run: the item's index tells what was done, whatever
 * an expression such as `$now` gives the second time. An agent that is tried again calls its tools in new runs:
 * there the request itself tells, and only what must not be sent twice is kept, because an agent may well ask
 * the same question twice, or set a ticket back to what it was.
 *
 * @returns undefined when the node is not run again by itself
 */
export function placeOf(
	context: IExecutePaginationFunctions & Finishing,
	node: INode,
	ledger: Ledger,
	repeat: Repeat,
	{ method, url, body }: EngineRequest['options'],
	now: () => number,
): Place | undefined {
	const execution = context.getExecutionId();
	if (!execution) return undefined;
	const asTool = isTool(node);
	if (asTool ? repeat !== 'once' : node.retryOnFail !== true) return undefined;

	const run = asTool ? `${execution}/${node.id}` : `${execution}/${node.id}/${runIndexOf(context)}`;
	const item = asTool ? hash([method, url, body, parametersOf(context, node)]) : String(context.getItemIndex());
	return {
		recall: () => ledger.recall(run, item),
		note: (ending) => {
			const isFirst = ledger.note(run, item, ending, now());
			if (isFirst) context.onExecutionFinish?.(async () => ledger.forget(run));
		},
	};
}

/** A node in a loop has a new run index each time round, and the same one when it is tried again. */
function runIndexOf(context: IExecutePaginationFunctions): string {
	return String(context.evaluateExpression('{{ $runIndex }}', context.getItemIndex()));
}

/** What the request does not show may matter as well, such as the template of a mail. */
function parametersOf(context: IExecutePaginationFunctions, { parameters }: INode): unknown[] {
	return Object.keys(parameters).map((name) => context.getNodeParameter(name, null));
}

function hash(value: unknown): string {
	return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
