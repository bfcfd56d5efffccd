/** A small declarative schema for request bodies. Everything it finds is a violation of the API document. */
import { parseTimestamp } from './time';

/** @returns what is wrong with the value, each with the field's name in front; empty when nothing is */
export type Rule = (value: unknown, name: string) => string[];
export type Schema = Record<string, Rule>;

/** Lengths are counted as the document's "chars": code points, not UTF-16 units. */
export function lengthOf(text: string): number {
	return [...text].length;
}

export function text(options: { max?: number } = {}): Rule {
	return (value, name) => {
		if (typeof value !== 'string') return [`${name} must be a string`];
		const tooLong = options.max !== undefined && lengthOf(value) > options.max;
		return tooLong ? [`${name} is longer than ${options.max} characters`] : [];
	};
}

export function integer(options: { min?: number; max?: number } = {}): Rule {
	const { min = -Infinity, max = Infinity } = options;
	return (value, name) => {
		if (!Number.isSafeInteger(value)) return [`${name} must be an integer`];
		const inside = (value as number) >= min && (value as number) <= max;
		return inside ? [] : [`${name} must be between ${min} and ${max}`];
	};
}

export function boolean(): Rule {
	return (value, name) => (typeof value === 'boolean' ? [] : [`${name} must be a boolean`]);
}

export function oneOf(values: readonly unknown[]): Rule {
	return (value, name) =>
		values.includes(value) ? [] : [`${name} must be one of ${values.join(', ')}`];
}

export function timestamp(): Rule {
	return (value, name) =>
		typeof value === 'string' && parseTimestamp(value) !== undefined
			? []
			: [`${name} must be an ISO 8601 time with offset`];
}

export function matching(pattern: RegExp, hint: string): Rule {
	return (value, name) =>
		typeof value === 'string' && pattern.test(value) ? [] : [`${name} must be ${hint}`];
}

export function nullable(rule: Rule): Rule {
	return (value, name) => (value === null ? [] : rule(value, name));
}

export function list(item: Rule, options: { min?: number; max?: number } = {}): Rule {
	const { min = 0, max = Infinity } = options;
	return (value, name) => {
		if (!Array.isArray(value)) return [`${name} must be an array`];
		if (value.length > max) return [`${name} has more than ${max} entries`];
		if (value.length < min) return [`${name} has fewer than ${min} entries`];
		return value.flatMap((element, place) => item(element, `${name}[${place}]`));
	};
}

/** An array of values, or an array that holds only the one value with a meaning of its own (`[-1]`, `[""]`). */
export function listOrOnly(item: Rule, only: unknown): Rule {
	const values = list(item, { min: 1 });
	return (value, name) =>
		Array.isArray(value) && value.length === 1 && value[0] === only ? [] : values(value, name);
}

export function object(schema: Schema): Rule {
	return (value, name) =>
		isObject(value)
			? checkObject(schema, value).map((problem) => `${name}: ${problem}`)
			: [`${name} must be an object`];
}

export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @returns what is wrong with the object: unknown parameters and every rule's findings; all fields are optional */
export function checkObject(schema: Schema, value: Record<string, unknown>): string[] {
	return Object.entries(value).flatMap(([name, field]) =>
		Object.hasOwn(schema, name) ? schema[name](field, name) : [`unknown parameter ${name}`],
	);
}
