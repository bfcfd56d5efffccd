import { type IDataObject, type IExecutePaginationFunctions, isResourceLocatorValue } from 'n8n-workflow';
import { type Evaluate, type Text, evaluated, evaluatedByEngine, evaluatorOf, isExpression, splitExpression } from '../adapter/expressions';
import { GAP } from '../transport/writes/comparison';
import { rejectParts } from './expressions';
import type { Named } from './rules/rule';
import type { ValueCheck } from './sent';

/** The fallback for a parameter that is hidden or was not added. */
const ABSENT = '__absent__';

/**
 * A field with its value as it was entered: what n8n makes of the text, the choice or the expression; undefined for a required field that
 * is empty.
 * - `texts`: the texts of which it consists. `rejectParts`: checks them, see {@link rejectParts}; `named`: what it names.
 * - `withGaps`: returns the value with gaps, see {@link withGaps}; undefined where nothing in it varies.
 * - `isFixed`: whether the value, or the value at a path within it, was chosen or typed, and is not an expression.
 */
export interface ParameterValue {
	check: ValueCheck;
	value: unknown;
	texts: readonly Text[];
	rejectParts: (named?: Named) => void;
	withGaps: () => unknown;
	isFixed: (path?: string) => boolean;
}

/**
 * @param url the path of the operation, with its slots
 * @param body the body as n8n has made it: it has put the values of fields outside of collections into it, by the API's names
 * @returns the fields that have or need a value
 */
export function parameterValues(
	context: IExecutePaginationFunctions,
	checks: readonly ValueCheck[],
	{ url, body }: { url: string; body: IDataObject },
): ParameterValue[] {
	const evaluate = evaluatorOf(context);
	const storedAt = ({ collection, name }: ValueCheck, path?: string): unknown =>
		context.getNodeParameter([collection, name, path].filter((part) => part !== undefined).join('.'), ABSENT, { rawExpressions: true });
	const read = (check: ValueCheck) => {
		const stored = chosenIn(storedAt(check));
		const { property } = check;
		if (stored === ABSENT) return undefined;
		return check.isSentByEngine && property !== undefined
			? evaluatedByEngine(stored, chosenIn(body[property]), evaluate)
			: evaluated(stored, evaluate);
	};
	const fields = checks
		.filter(({ in: place, name }) => place !== 'path' || url.includes(`{${name}}`))
		.map((check) => ({ check, parameter: read(check) }))
		.filter(({ check, parameter }) => parameter !== undefined || isLeftEmpty(check, context));
	const isOn = (name?: string) => fields.some(({ check, parameter }) => check.name === name && String(parameter?.value) === 'true');
	return fields.map(({ check, parameter: { value, texts } = { value: undefined, texts: [] } }) => {
		const { noun, label, textCheck = {} } = check;
		const isUnchecked = isOn(textCheck.unless);
		const checkedText = { ...textCheck, label, texts, evaluate, verb: noun === 'filter' ? 'searched for' : 'sent' };
		return {
			check,
			value: chosenIn(value),
			texts,
			rejectParts: (named?: Named) => (isUnchecked && named === undefined ? undefined : rejectParts(checkedText, named)),
			withGaps: () => (varies(texts) ? withGaps(chosenIn(storedAt(check)), evaluate) : undefined),
			isFixed: (path?: string) => !isExpression(storedAt(check, path)),
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

/** What differs in another attempt of an execution: the clock, the execution, chance. `toDateTime()` and a column `Date` do not. */
const VARIES = /\$(?:now|today|execution|runIndex)\b|random\w{0,20}\(/i;
const CLOCK = /(?<![\w$.])(?:DateTime|Date)\b/;
const QUOTED = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g;

/** Whether a part of the texts is something else in each attempt. */
function varies(texts: readonly Text[]): boolean {
	return texts.some(({ parts }) => parts.some(({ expression }) => isVarying(expression)));
}

/** @returns the value of a stored parameter, with a gap in place of each `{{ ... }}` that varies */
function withGaps(stored: unknown, evaluate: Evaluate): unknown {
	return evaluated(stored, (text) => {
		const open = splitExpression(`=${text}`).expressions.filter(isVarying).reduce((rest, part) => rest.replace(part, () => GAP), text);
		return open.includes('{{') ? evaluate(open) : open;
	}).value;
}

function isVarying(expression: string): boolean {
	return VARIES.test(expression) || CLOCK.test(expression.replace(QUOTED, ''));
}
