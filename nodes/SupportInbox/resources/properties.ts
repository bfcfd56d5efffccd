import type { IHttpRequestMethods, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { prepareWith } from '../fields/prepare';
import type { Field } from '../fields/sent';
import { checksOf } from '../fields/sent';
import { throughGate } from '../transport/engine/paginationHook';
import { singleRequest } from '../transport/engine/plans';
import type { Semantics } from '../transport/retry/policy';
import type { Operation, Resource } from './operation';

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
	const { method, path, answer, semantics = semanticsOf(method), plan = singleRequest, afterwards, readsTicket, finder, fields, output = [] } = operation;
	const policy = { semantics, expected: answer, plan, afterwards, readsTicket, finder, prepare: prepareWith(checksOf(fields)) };
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

/** A field and the operations it stands in, by resource. */
interface Entry {
	field: Field;
	operations: Map<string, string[]>;
}

/**
 * Makes one property of a field that several operations share. n8n's engine goes through all properties for every
 * item, twice, so each one less is time saved.
 *
 * @returns the fields in the order in which each operation has them, stamped with what they are shown for
 */
function sharedFields(resources: readonly Resource[]): INodeProperties[] {
	const entries: Entry[] = [];
	for (const { value: resource, operations } of resources) {
		for (const { value: operation, fields } of operations) {
			let place = 0;
			for (const field of fields) place = add(entries, place, field, resource, operation);
		}
	}
	return entries.flatMap((entry) => stamped(entry, resources));
}

/** @returns the place behind the field, which is where the operation's next one may stand */
function add(entries: Entry[], from: number, field: Field, resource: string, operation: string): number {
	const known = entries.findIndex((entry, place) => place >= from && entry.field === field);
	const place = known < 0 ? from : known;
	if (known < 0) entries.splice(place, 0, { field, operations: new Map() });
	const { operations } = entries[place];
	operations.set(resource, [...(operations.get(resource) ?? []), operation]);
	return place + 1;
}

/**
 * Conditions on resource and operation are met one by one, so a property is shown for every operation of that name that
 * its resources have. Resources share it where all of those have the field.
 */
function stamped({ field, operations }: Entry, resources: readonly Resource[]): INodeProperties[] {
	const groups: Group[] = [];
	for (const { value, operations: all } of resources) {
		const having = operations.get(value);
		if (having === undefined) continue;
		const lacking = all.map((operation) => operation.value).filter((operation) => !having.includes(operation));
		const group = groups.find((one) => !meets(one.lacking, having) && !meets(one.having, lacking));
		if (group === undefined) groups.push({ resources: [value], having: new Set(having), lacking: new Set(lacking) });
		else {
			group.resources.push(value);
			having.forEach((operation) => group.having.add(operation));
			lacking.forEach((operation) => group.lacking.add(operation));
		}
	}
	return groups.flatMap(({ resources: resource, having }) =>
		updateDisplayOptions({ show: { resource, operation: [...having] } }, [field]),
	);
}

/** Resources that share a property: names of operations that have the field, and of those that do not. */
interface Group {
	resources: string[];
	having: Set<string>;
	lacking: Set<string>;
}

function meets(names: ReadonlySet<string>, others: readonly string[]): boolean {
	return others.some((name) => names.has(name));
}
