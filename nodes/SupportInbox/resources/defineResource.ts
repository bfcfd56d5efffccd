import type { IHttpRequestMethods, INodeProperties, PostReceiveAction } from 'n8n-workflow';

import { prepareWith } from '../fields/prepare';
import { sendingsOf } from '../fields/sent';
import type { Expected } from '../transport/answer';
import type { LookUp } from '../transport/lookUp';
import type { Repeat } from '../transport/retry';
import type { Plan } from '../transport/throughGate';
import { once, throughGate } from '../transport/throughGate';
import { sharedFields } from './sharedFields';

/**
 * One operation of the node, as data.
 * - `name`, `value`, `action`, `description`: what n8n shows and stores.
 * - `method`, `path`: the request; `{name}` in the path is filled with the field of that name.
 * - `answer`: what the service promises (API document, Endpoints).
 * - `repeat`: how often it may be sent; by default what the method says.
 * - `lookUp`: for what must not be sent twice: how to see whether it was done although the answer was lost.
 * - `plan`: how it goes through the gate; by default its one request.
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
	repeat?: Repeat;
	lookUp?: LookUp;
	plan?: Plan;
	fields: INodeProperties[];
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
	const { method, path, answer, repeat = repeatOf(method), plan = once, lookUp, fields, output = [] } = operation;
	const passage = { repeat, expected: answer, plan, lookUp, prepare: prepareWith(sendingsOf(fields)) };
	return {
		request: { method, url: path },
		send: { paginate: true },
		operations: { pagination: throughGate(passage) },
		output: { postReceive: output },
	};
}

function repeatOf(method: IHttpRequestMethods): Repeat {
	if (method === 'GET') return 'read';
	return method === 'POST' ? 'once' : 'repeatable';
}
