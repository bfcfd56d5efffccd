import fc from 'fast-check';
import type { JsonSchema } from './contract';

/** Ids that the demo data of the simulator has, and one that it has not. */
const IDS = [101, 102, 11, 3001, 3002, 5001, 201, 202, 401, 801, 10001, 10002, 10003, 20001, 20002, 987_654];
const WORDS = ['user01', 'nobody', 'C-001', 'hanako.sato@mail.example', 'First answer', ''];
const TIMES = { min: new Date('2020-01-01T00:00:00Z'), max: new Date('2030-01-01T00:00:00Z'), noInvalidDate: true };

/** @param offset empty: none */
const isoWith = (offset: string) => fc.date(TIMES).map((at) => at.toISOString().replace(/\.\d+Z$/, offset));

/** @returns values that fit a schema of a request, and that the simulator can do something with */
export function fitting(schema: JsonSchema): fc.Arbitrary<unknown> {
	if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fitting));
	if ('const' in schema) return fc.constant(schema.const);
	if (schema.enum) return fc.constantFrom(...schema.enum);
	const types = [schema.type ?? 'string'].flat();
	return fc.oneof(...types.map((type) => ofType(type, schema)));
}

function ofType(type: string, schema: JsonSchema): fc.Arbitrary<unknown> {
	if (type === 'null') return fc.constant(null);
	if (type === 'boolean') return fc.boolean();
	if (type === 'integer') return integers(schema);
	if (type === 'array') return fc.array(fitting(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: Math.min(schema.maxItems ?? 3, 6) });
	return type === 'object' ? objects(schema) : texts(schema);
}

function integers({ minimum = 0, maximum }: JsonSchema): fc.Arbitrary<number> {
	return maximum === undefined ? fc.constantFrom(...IDS) : fc.integer({ min: minimum, max: maximum });
}

function texts({ format, pattern, maxLength = 300 }: JsonSchema): fc.Arbitrary<string> {
	if (format === 'iso-date-time') return fc.oneof(isoWith('Z'), isoWith('+09:00'), isoWith(''));
	if (format === 'date') return isoWith('Z').map((at) => at.slice(0, 10));
	if (pattern) return fc.stringMatching(new RegExp(pattern));
	return fc.oneof(fc.constantFrom(...WORDS), fc.string({ unit: 'grapheme-composite', maxLength: Math.min(maxLength, 300) })).filter((text) => [...text].length <= maxLength);
}

function objects({ properties = {}, required = [], dependentRequired = {}, not }: JsonSchema): fc.Arbitrary<object> {
	const fields = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, fitting(one)]));
	const hasAll = (value: object, names: string[]) => names.every((name) => name in value);
	return fc
		.record(fields, { requiredKeys: required })
		.filter((value) => Object.entries(dependentRequired).every(([name, others]) => !(name in value) || hasAll(value, others)))
		.filter((value) => !not?.required || !hasAll(value, not.required));
}
