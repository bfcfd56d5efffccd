import type { IHttpRequestMethods, INodeProperties } from 'n8n-workflow';
import { routingOf } from '../adapter/routing';
import { prepareWith } from '../fields/prepare';
import { valueChecksOf } from '../fields/sent';
import { withTicketUrls } from '../output/sampleTicketUrl';
import { singleRequest } from '../transport/engine/plans';
import { runWith } from '../transport/engine/runItem';
import type { Semantics } from '../transport/retry/retryPolicy';
import type { Operation, Resource } from './operation';
import { sharedFields } from './sharedFields';

const operationField: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	default: '',
};

/**
 * @returns the node's properties: the Resource dropdown, each resource's Operation dropdown, then the fields of all
 * operations, each with the resources and operations that it is shown for
 */
export function propertiesOf(resources: readonly Resource[]): INodeProperties[] {
	const places = resources.flatMap(({ value: resource, operations }) =>
		operations.map(({ value: operation, fields }) => ({ resource, operation, fields })),
	);
	return [resourceDropdown(resources), ...resources.map(operationDropdown), ...sharedFields(places)];
}

/** @returns an expression for the action of the chosen operation, in the words of n8n's list of nodes */
export function subtitleOf(resources: readonly Resource[]): string {
	const actions = resources.flatMap(({ value, operations }) =>
		operations.map((operation) => [`${value}:${operation.value}`, operation.action]),
	);
	return `={{ (${JSON.stringify(Object.fromEntries(actions))})[$parameter.resource + ":" + $parameter.operation] }}`;
}

function resourceDropdown(resources: readonly Resource[]): INodeProperties {
	return {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		default: 'ticket',
		options: resources.map(({ name, value, description }) => ({ name, value, description })),
	};
}

function operationDropdown({ value, operations }: Resource): INodeProperties {
	return {
		...operationField,
		displayOptions: { show: { resource: [value] } },
		default: operations[0].value,
		options: operations.map((operation) => ({
			name: operation.name,
			value: operation.value,
			action: operation.action,
			description: operation.description,
			routing: routingFor(operation),
		})),
	};
}

function routingFor(operation: Operation) {
	const { method, path, answer, semantics = semanticsOfMethod(method), plan = singleRequest, after, fields, output = [] } = operation;
	const prepare = prepareWith(valueChecksOf(fields), semantics === 'safe');
	const policy = { ...operation, semantics, expected: answer, ...withTicketUrls(plan, after), prepare };
	return routingOf({ method, path, output }, runWith(policy));
}

function semanticsOfMethod(method: IHttpRequestMethods): Semantics {
	if (method === 'GET') return 'safe';
	return method === 'POST' ? 'nonIdempotent' : 'idempotent';
}
