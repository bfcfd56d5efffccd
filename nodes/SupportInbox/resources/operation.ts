import type { IDataObject, PostReceiveAction } from 'n8n-workflow';

import type { Field } from '../fields/sent';
import type { Expected } from '../transport/client/answer';
import type { Afterwards, Plan, ReadingCheck, SemanticsOf } from '../transport/engine/requestPolicy';
import type { Finder } from '../transport/idempotency/reconciliation';

/**
 * One operation of the node, as data.
 * - `name`, `value`, `action`, `description`: what n8n shows and stores.
 * - `method`, `path`: the request; `{name}` in the path is filled with the field of that name.
 * - `answer`: what the service promises (API document, Endpoints).
 * - `atMost`: the most items of a run where the user says nothing, see withAtMost.
 * - `semantics`: what sending it twice does; by default what the method says. Of an update that depends on the body where people see each time it is sent, of a creation on what to do if it is there.
 * - `finder`: for a non-idempotent operation: how to find out whether it was done although the answer was lost.
 * - `check`: refuses fields that do not go together, before any item of a run is sent.
 * - `plan`: the requests that it makes; by default a single one.
 * - `afterwards`: what an item does after it has left the item queue, such as reading what it has written.
 * - `unread`: of a read, the row in its place where a rehearsal created nothing that could be read.
 * - `fields`: in the order in which they are shown.
 * - `output`: shapes the items.
 */
export type Operation = OperationParts & MethodAndSemantics;

/** A non-idempotent operation, or else its plan, must say how to find out after a lost answer whether it was done. */
type MethodAndSemantics =
	| { method: 'GET' | 'PUT' | 'DELETE'; semantics?: 'safe' | 'idempotent'; finder?: undefined }
	| { method: 'PUT'; semantics: SemanticsOf; finder: Finder }
	| { method: 'POST'; semantics: SemanticsOf; finder?: undefined; plan: Plan }
	| { method: 'POST'; semantics: 'safe' | 'idempotent'; finder?: undefined }
	| { method: 'POST'; semantics?: 'nonIdempotent'; finder: Finder };

interface OperationParts {
	name: string;
	value: string;
	action: string;
	description: string;
	path: string;
	answer: Expected;
	atMost?: number;
	check?: ReadingCheck;
	plan?: Plan;
	afterwards?: Afterwards;
	unread?: IDataObject;
	fields: Field[];
	output?: PostReceiveAction[];
}

/** A group of operations under the service's noun for what they work on. */
export interface Resource {
	name: string;
	value: string;
	description: string;
	operations: Operation[];
}
