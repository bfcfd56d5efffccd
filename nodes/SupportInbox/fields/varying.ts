import { type Evaluate, type Text, evaluated, splitExpression } from '../adapter/expressions';
import { GAP } from '../transport/writes/comparison';

/** What differs in another attempt of an execution: the clock, the execution, chance. `toDateTime()` and a column `Date` do not. */
const VARIES = /\$(?:now|today|execution|runIndex)\b|random\w{0,20}\(/i;
const CLOCK = /(?<![\w$.])(?:DateTime|Date)\b/;
const QUOTED = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g;

/** Whether a part of the texts is something else in each attempt. */
export function varies(texts: readonly Text[]): boolean {
	return texts.some(({ parts }) => parts.some(({ expression }) => isVarying(expression)));
}

/** @returns the value of a stored parameter, with a gap in place of each `{{ ... }}` that varies */
export function withGaps(stored: unknown, evaluate: Evaluate): unknown {
	return evaluated(stored, (text) => {
		const open = splitExpression(`=${text}`).expressions.filter(isVarying).reduce((rest, part) => rest.replace(part, () => GAP), text);
		return open.includes('{{') ? evaluate(open) : open;
	}).value;
}

function isVarying(expression: string): boolean {
	return VARIES.test(expression) || CLOCK.test(expression.replace(QUOTED, ''));
}
