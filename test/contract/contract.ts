/** openapi.yaml as data: each operation with its parameters, body and answers, all references resolved. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** The part of JSON Schema that the contract uses, without references. `x-codes` are codes that are known so far. */
export interface JsonSchema {
	type?: string | string[];
	properties?: Record<string, JsonSchema>;
	patternProperties?: Record<string, JsonSchema>;
	additionalProperties?: boolean;
	required?: string[];
	dependentRequired?: Record<string, string[]>;
	items?: JsonSchema;
	minItems?: number;
	maxItems?: number;
	minLength?: number;
	maxLength?: number;
	minimum?: number;
	maximum?: number;
	enum?: unknown[];
	const?: unknown;
	pattern?: string;
	default?: unknown;
	format?: string;
	anyOf?: JsonSchema[];
	not?: JsonSchema;
	'x-codes'?: unknown[];
}

export interface Parameter {
	name: string;
	in: 'path' | 'query';
	schema: JsonSchema;
}

export interface ContractOperation {
	id: string;
	method: string;
	/** below `/api/v2/`, the place of a parameter as `{name}` */
	segments: string[];
	parameters: Parameter[];
	/** of the JSON body; undefined when the request has none */
	body?: JsonSchema;
	/** whether the request may leave its body out, and its Content-Type with it */
	isBodyOptional: boolean;
	/** status of success */
	status: number;
	/** of the JSON answer; undefined when there is none, or a file */
	answer?: JsonSchema;
}

type Json = Record<string, unknown>;

const METHODS = ['get', 'post', 'put', 'delete'];
const CONTRACT = parse(readFileSync(join(__dirname, 'openapi.yaml'), 'utf8'), { merge: true }) as Json;

export const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @returns the value with what its references and its `allOf` stand for in their place */
function resolved(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(resolved);
	if (!isObject(value)) return value;
	if (typeof value.$ref === 'string') {
		const [, ...names] = value.$ref.split('/');
		return resolved(names.reduce<unknown>((found, name) => (found as Json)[name], CONTRACT));
	}
	const { allOf, ...own } = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, resolved(inner)]));
	return ((allOf ?? []) as JsonSchema[]).reduce<JsonSchema>(
		(all, one) => ({
			...all,
			required: [...(one.required ?? []), ...(all.required ?? [])],
			properties: { ...one.properties, ...all.properties },
		}),
		own as JsonSchema,
	);
}

const jsonSchemaOf = (holder: unknown) =>
	((holder as Json | undefined)?.content as Record<string, { schema: JsonSchema }> | undefined)?.['application/json']?.schema;

const { paths, components } = resolved({ paths: CONTRACT.paths, components: CONTRACT.components }) as {
	paths: Record<string, Json>;
	components: { schemas: Record<string, JsonSchema> };
};

/** The objects of the document, by their name in the contract. */
export const SCHEMAS = components.schemas;

export const OPERATIONS: ContractOperation[] = Object.entries(paths).flatMap(([path, item]) =>
	METHODS.filter((method) => method in item).map((method) => {
		const { operationId, parameters = [], requestBody, responses } = item[method] as Record<string, never>;
		const [[status, response]] = Object.entries(responses);
		return {
			id: operationId,
			method: method.toUpperCase(),
			segments: path.split('/').slice(1),
			parameters: [...((item.parameters ?? []) as Parameter[]), ...(parameters as Parameter[])],
			body: jsonSchemaOf(requestBody),
			isBodyOptional: (requestBody as { required?: boolean } | undefined)?.required !== true,
			status: Number(status),
			answer: jsonSchemaOf(response),
		};
	}),
);

/** @returns the endpoints at a path below `/api/v2/`, of which `{name}` stands for any value: several where a field chooses a fixed word */
export function operationsAt(method: string, path: string): ContractOperation[] {
	const asked = path.split('/').slice(3);
	const fits = (segments: string[]) => segments.length === asked.length && segments.every((one, place) => one === asked[place] || asked[place].startsWith('{'));
	return OPERATIONS.filter((one) => one.method === method && fits(one.segments));
}

/** @returns the codes that the contract knows of a value, or of one of several, in the order of the document */
export function codesOf<Code = unknown>({ enum: codes, 'x-codes': known = codes ?? [], items, anyOf = [] }: JsonSchema): Code[] {
	return [...known, ...[...(items ? [items] : []), ...anyOf].flatMap((inner) => codesOf(inner))] as Code[];
}

/** @returns the schema with nothing in it that the document does not name: no further fields, no further codes */
export function closed(schema: JsonSchema): JsonSchema {
	const { properties, patternProperties, items, anyOf, 'x-codes': codes, ...rest } = schema;
	const each = (inner: Record<string, JsonSchema>) =>
		Object.fromEntries(Object.entries(inner).map(([name, one]) => [name, closed(one)]));
	return {
		...rest,
		...(properties && { properties: each(properties), additionalProperties: false }),
		...(patternProperties && { patternProperties: each(patternProperties) }),
		...(items && { items: closed(items) }),
		...(anyOf && { anyOf: anyOf.map(closed) }),
		...(codes && { enum: [...codes, null] }),
	};
}
