import type { IDataObject } from 'n8n-workflow';

/** The part of JSON Schema that n8n's editor shows before the first run. */
export interface Schema {
	type?: string | string[];
	properties?: Record<string, Schema>;
	items?: Schema;
	required?: string[];
	version?: number;
}

/** @returns the schema that all values fit */
export function schemaOf(values: readonly unknown[]): Schema {
	const told = typesOf(values);
	const objects = values.filter((value) => typeOf(value) === 'object') as IDataObject[];
	const entries = values.filter(Array.isArray).flat() as unknown[];
	return {
		...(told.length > 0 && { type: told.length === 1 ? told[0] : told }),
		...(objects.length > 0 && fieldsOf(objects)),
		...(told.includes('array') && { items: schemaOf(entries) }),
	};
}

/** The editor shows the first type, so null comes last. What was null each time is a text in the API document. */
function typesOf(values: readonly unknown[]): string[] {
	const types = [...new Set(values.map(typeOf))].sort();
	// "number" has the whole numbers in it.
	const others = types.filter((type) => type !== 'null' && !(type === 'integer' && types.includes('number')));
	if (!types.includes('null')) return others;
	return [...(others.length > 0 ? others : ['string']), 'null'];
}

function fieldsOf(objects: readonly IDataObject[]): Pick<Schema, 'properties' | 'required'> {
	const names = [...new Set(objects.flatMap((object) => Object.keys(object)))];
	const valuesOf = (name: string) => objects.filter((object) => name in object).map((object) => object[name]);
	return {
		properties: Object.fromEntries(names.map((name) => [name, schemaOf(valuesOf(name))])),
		required: names.filter((name) => valuesOf(name).length === objects.length),
	};
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
