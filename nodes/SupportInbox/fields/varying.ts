import { GAP } from '../transport/writes/comparison';
import { isExpression, partsOf } from './expressions';

/** What another try of an execution makes anew: the clock, the execution itself, chance. `toDateTime()` and a column `Date` are none. */
const VARIES = /\$(?:now|today|execution|runIndex)\b|\w*random\w*\s*\(/i;
const CLOCK = /(?<![\w$.])(?:DateTime|Date)\b/;
const QUOTED = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g;

/**
 * @param stored a parameter as the workflow stores it
 * @param evaluate evaluates text with `{{ ... }}` as n8n does
 * @returns its value with a gap in place of each `{{ ... }}` that varies; undefined where none does
 */
export function withGaps(stored: unknown, evaluate: (text: string) => unknown): unknown {
	const isOpen = JSON.stringify(stored ?? '').includes('{{') && textsIn(stored).some((text) => partsOf(text).expressions.some(varies));
	return isOpen ? gapped(stored, evaluate) : undefined;
}

function textsIn(stored: unknown): string[] {
	return typeof stored === 'string' ? [stored] : Object.values(stored ?? {}).flatMap(textsIn);
}

function gapped(stored: unknown, evaluate: (text: string) => unknown): unknown {
	if (typeof stored === 'string') {
		if (!isExpression(stored)) return stored;
		const open = partsOf(stored).expressions.filter(varies).reduce((text, part) => text.replace(part, () => GAP), stored.slice(1));
		return open.includes('{{') ? evaluate(open) : open;
	}
	if (Array.isArray(stored)) return stored.map((one) => gapped(one, evaluate));
	return typeof stored === 'object' && stored !== null ? Object.fromEntries(Object.entries(stored).map(([key, one]) => [key, gapped(one, evaluate)])) : stored;
}

/** Whether the code of `{{ ... }}` makes something else in each try. */
function varies(expression: string): boolean {
	return VARIES.test(expression) || CLOCK.test(expression.replace(QUOTED, ''));
}
