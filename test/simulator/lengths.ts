/** The length of a text in different units. */
import { isObject, type JsonSchema } from '../contract/contract';
import type { Readings } from './readings';

type Unit = Readings['lengthUnit'];

/** @returns the length of a text in code points, UTF-16 units, or bytes of UTF-8 */
export function lengthIn(unit: Unit, text: string): number {
	if (unit === 'bytes') return Buffer.byteLength(text);
	return unit === 'utf16' ? text.length : [...text].length;
}

/** @returns the name of a text in a body that is too long for the contract in this unit; undefined when all are short enough */
export function tooLong(unit: Unit, schema: JsonSchema, body: unknown, name = 'body'): string | undefined {
	if (typeof body === 'string') return lengthIn(unit, body) > (schema.maxLength ?? Infinity) ? name : undefined;
	if (!isObject(body)) return undefined;
	const { properties = {}, patternProperties = {} } = schema;
	const patterns = Object.entries(patternProperties);
	const schemaOf = (field: string) => properties[field] ?? patterns.find(([pattern]) => new RegExp(pattern).test(field))?.[1] ?? {};
	return Object.entries(body).map(([field, value]) => tooLong(unit, schemaOf(field), value, field)).find((found) => found !== undefined);
}
