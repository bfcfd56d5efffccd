import { type IDataObject, type IExecutePaginationFunctions, isResourceLocatorValue } from 'n8n-workflow';
import { isExpression, refuseParts } from './expressions';
import type { Named } from './rules/rule';
import type { ValueCheck } from './sent';
import { withGaps } from './varying';

/** The fallback for a parameter that is hidden or was not added. It is a text, because n8n also evaluates fallbacks. */
const ABSENT = '__absent__';

/**
 * A field with its value as it was entered: what n8n makes of the text, the choice or the expression; undefined for a required field that is empty.
 * - `refuseParts`: looks at the texts of which it consists, see {@link refuseParts}; `named`: what it names.
 * - `withGaps`: returns the value with gaps, see {@link withGaps}; undefined where nothing in it varies.
 * - `isFixed`: whether the value, or the value at a path within it, was chosen or typed, and is not an expression.
 */
export interface EnteredValue {
	check: ValueCheck;
	value: unknown;
	refuseParts: (named?: Named) => void;
	withGaps: () => unknown;
	isFixed: (path?: string) => boolean;
}

/**
 * @param url the path of the operation, with its slots
 * @param body the body as n8n has made it: it has put the values to send into it, by the API's names
 * @param inbox one inbox, where all were chosen
 * @returns the fields that have or need a value
 */
export function enteredValues(context: IExecutePaginationFunctions, checks: readonly ValueCheck[], { url, body }: { url: string; body: IDataObject }, inbox?: number): EnteredValue[] {
	// n8n evaluates a collection as a whole each time it is read.
	const collections = new Map<string, IDataObject>();
	const valueOf = ({ in: place, name, collection, property }: ValueCheck): unknown => {
		// n8n's own `extractValue` is not used: it searches all properties for the field again, and no field here has a pattern.
		if (place === 'path') return name === 'messageBoxId' && inbox !== undefined ? inbox : chosenIn(context.getNodeParameter(name));
		if (property !== undefined) return property in body ? chosenIn(body[property]) : ABSENT;
		if (collection === undefined) return context.getNodeParameter(name, ABSENT);
		const fields = collections.get(collection) ?? (context.getNodeParameter(collection, {}) as IDataObject);
		collections.set(collection, fields);
		return name in fields ? fields[name] : ABSENT;
	};
	const isOn = (name?: string) => checks.some((check) => check.in !== 'path' && check.name === name && String(valueOf(check)) === 'true');
	return checks
		.filter(({ in: place, name }) => place !== 'path' || url.includes(`{${name}}`))
		.map((check) => ({ check, given: valueOf(check) }))
		.filter(({ check, given }) => given !== ABSENT || isLeftEmpty(check, context))
		.map(({ check, given }) => {
			const { name, collection, label, look = {} } = check;
			const value = given === ABSENT ? undefined : given;
			const storedAt = (path?: string) => context.getNodeParameter([collection, name, path].filter((part) => part !== undefined).join('.'), '', { rawExpressions: true });
			const passes = isOn(look.unless);
			const evaluate = (expression: string) => context.evaluateExpression(expression, context.getItemIndex());
			const texts = { ...look, label, stored: chosenIn(storedAt()), given: value, evaluate, verb: collection === 'filters' ? 'searched for' : 'sent' };
			return {
				check,
				value,
				refuseParts: (named?: Named) => (passes && named === undefined ? undefined : refuseParts(texts, named)),
				withGaps: () => withGaps(texts.stored, evaluate),
				isFixed: (path?: string) => !isExpression(String(storedAt(path))),
			};
		});
}

/** @returns whether a required field is shown and has no value; false in a collection, where the field was not added */
function isLeftEmpty({ required, collection, show = {} }: ValueCheck, context: IExecutePaginationFunctions): boolean {
	if (!required || collection !== undefined) return false;
	return Object.entries(show).every(([name, values]) => (values as unknown[]).includes(context.getNodeParameter(name, null)));
}

/** A resource locator's choice is in its `value`. */
function chosenIn(given: unknown): unknown {
	return isResourceLocatorValue(given) ? given.value : given;
}
