import type { IHttpRequestMethods, INodeProperties, PostReceiveAction } from 'n8n-workflow';

import { prepareWith } from '../fields/prepare';
import type { Field } from '../fields/sent';
import { checksOf } from '../fields/sent';
import type { Expected } from '../transport/client/response';
import type { Finder } from '../transport/idempotency/reconciliation';
import type { Semantics } from '../transport/retry/policy';
import type { Plan } from '../transport/engine/requestPolicy';
import { throughGate } from '../transport/engine/paginationHook';
import { singleRequest } from '../transport/engine/plans';
import { sharedFields } from './sharedFields';

/**
 * One operation of the node, as data.
 * - `name`, `value`, `action`, `description`: what n8n shows and stores.
 * - `method`, `path`: the request; `{name}` in the path is filled with the field of that name.
 * - `answer`: what the service promises (API document, Endpoints).
 * - `semantics`: what sending it twice does; by default what the method says.
 * - `finder`: for a non-idempotent operation: how to find out whether it was done although the answer was lost.
 * - `plan`: the requests that it makes; by default a single one.
 * - `fields`: in the order in which they are shown.
 * - `output`: shapes the items.
 */
export interface Operation {
	name: string;
	value: string;
	action: string;
	description: string;
	method: IHttpRequestMethods;
	path: string;
	answer: Expected;
	semantics?: Semantics;
	finder?: Finder;
	plan?: Plan;
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

const operationField: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	default: '',
};

/**
 * @returns the properties of the resources: each one's Operation dropdown, then the fields of all operations, each
 * stamped with the resources and operations it is shown for
 */
export function propertiesOf(resources: readonly Resource[]): INodeProperties[] {
	return [...resources.map(dropdownOf), ...sharedFields(resources)];
}

function dropdownOf({ value, operations }: Resource): INodeProperties {
	return {
		...operationField,
		displayOptions: { show: { resource: [value] } },
		default: operations[0].value,
		options: operations.map((operation) => ({
			name: operation.name,
			value: operation.value,
			action: operation.action,
			description: operation.description,
			routing: routingOf(operation),
		})),
	};
}

function routingOf(operation: Operation) {
	const { method, path, answer, semantics = semanticsOf(method), plan = singleRequest, finder, fields, output = [] } = operation;
	const policy = { semantics, expected: answer, plan, finder, prepare: prepareWith(checksOf(fields)) };
	return {
		request: { method, url: path },
		send: { paginate: true },
		operations: { pagination: throughGate(policy) },
		output: { postReceive: output },
	};
}

function semanticsOf(method: IHttpRequestMethods): Semantics {
	if (method === 'GET') return 'safe';
	return method === 'POST' ? 'nonIdempotent' : 'idempotent';
}
