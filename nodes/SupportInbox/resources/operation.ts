import type { PostReceiveAction } from 'n8n-workflow';
import type { Field } from '../fields/sent';
import type { Expected } from '../transport/client/answer';
import type { Item, Plan, RequestPolicy, SemanticsOf } from '../transport/engine/item';
import type { Reconciliation } from '../transport/writes/reconciliation';

/**
 * One operation of the node, as data.
 * - `name`, `value`, `action`, `description`: what n8n shows and stores.
 * - `method`, `path`: the request; `{name}` in the path is filled with the field of that name.
 * - `answer`: the answer that the service promises (API document, Endpoints).
 * - `failAbove`: the default for the most items of a run, see withFailAbove; `recipients`: how many people an item reaches, which count
 *   too.
 * - `semantics`: what sending it twice does; by default that of the method. It is a function where it depends on the body (an update
 *   with comments) or on a setting (If It Exists of a creation).
 * - `reconciliation`: for a non-idempotent operation: how to find out whether it was done although the answer was lost.
 * - `deduplicateWithinMs`: within how many ms an equal write is sent once; needs a reconciliation with a channel.
 * - `sendsNothing`: whether its plan shows what this process knows; `path` is one that the service has, and is not asked for.
 * - `validate`: rejects fields that contradict each other, before any item of a run is sent.
 * - `runConstraints`: rejects items of a run with the same names, such as two replies to one message.
 * - `perCall`: whether an agent's equal call within one execution writes again, see RequestPolicy.
 * - `plan`: the requests that it makes; by default a single one.
 * - `after`: what an item does after its turn in the item queue, such as reading the ticket it has written.
 * - `dryRunRow`: for a read, the row in a dry run where the record was not created and cannot be read.
 * - `fields`: in the order in which they are shown.
 * - `output`: shapes the items.
 */
export type Operation = OperationParts & MethodAndSemantics;

/**
 * A non-idempotent operation needs a reconciliation, here or in the requests of its plan: how to find out after a lost answer whether it
 * was done.
 */
type MethodAndSemantics =
	| { method: 'GET' | 'PUT' | 'DELETE'; semantics?: 'safe' | 'idempotent'; reconciliation?: undefined }
	| { method: 'PUT'; semantics: SemanticsOf; reconciliation: Reconciliation }
	| { method: 'POST'; semantics: SemanticsOf; reconciliation?: undefined; plan: Plan }
	| { method: 'POST'; semantics: 'safe' | 'idempotent'; reconciliation?: undefined }
	| { method: 'POST'; semantics?: 'nonIdempotent'; reconciliation: Reconciliation };

interface OperationParts extends Partial<
	Pick<RequestPolicy, 'after' | 'validate' | 'deduplicateWithinMs' | 'perCall' | 'plan' | 'runConstraints' | 'dryRunRow'>
> {
	name: string;
	value: string;
	action: string;
	description: string;
	path: string;
	answer: Expected;
	sendsNothing?: true;
	failAbove?: number;
	recipients?: (item: Item) => number;
	fields: Field[];
	output?: PostReceiveAction[];
}

/** A group of operations, named after the service's noun for the records that they work on. */
export interface Resource {
	name: string;
	value: string;
	description: string;
	operations: Operation[];
}
