import type { IDataObject } from 'n8n-workflow';

/** The part of JSON Schema that n8n's editor shows before the first run. */
export interface Schema {
	type?: string | string[];
	properties?: Record<string, Schema>;
	items?: Schema;
	required?: string[];
	version?: number;
}

/** @returns what a value does not have as the schema says: one line each, with the place */
export function misfits(value: unknown, schema: Schema, at = '$'): string[] {
	const types = [schema.type ?? []].flat();
	const type = typeOf(value);
	const fits = types.length === 0 || types.includes(type) || (type === 'integer' && types.includes('number'));
	if (!fits) return [`${at} is ${type}, not ${types.join(' or ')}`];
	if (type === 'array') return (value as unknown[]).flatMap((entry, index) => misfits(entry, schema.items ?? {}, `${at}[${index}]`));
	if (type !== 'object') return [];
	const { properties = {}, required = [] } = schema;
	const object = value as IDataObject;
	return [
		...required.filter((name) => !(name in object)).map((name) => `${at}.${name} is required and missing`),
		...Object.keys(object).flatMap((name) =>
			name in properties ? misfits(object[name], properties[name], `${at}.${name}`) : [`${at}.${name} is not in the schema`],
		),
	];
}

function typeOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'array';
	return Number.isInteger(value) ? 'integer' : typeof value;
}
