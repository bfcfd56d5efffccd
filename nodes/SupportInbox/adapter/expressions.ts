import type { IExecuteSingleFunctions, IPollFunctions } from 'n8n-workflow';

/** An expression `{{ ... }}` of a text: what it returns, or the error that it throws. */
export interface Part {
	expression: string;
	value?: unknown;
	error?: Error;
}

/**
 * A text of a parameter.
 * - `stored`: as the workflow has it; an expression begins with `=`. `value`: as n8n evaluates it.
 * - `parts`: its expressions, each evaluated alone; `rest`: the text around them.
 * - `name`: the inner field that has it, in a field of several values.
 */
export interface Text {
	stored: string;
	value: unknown;
	parts: readonly Part[];
	rest: string;
	name: string;
}

/** A parameter: its value, and the texts in it. */
export interface Parameter {
	value: unknown;
	texts: readonly Text[];
}

/** Evaluates `{{ ... }}`, as n8n does for the item. */
export type Evaluate = (expression: string) => unknown;

type ItemContext = Pick<IExecuteSingleFunctions, 'evaluateExpression' | 'getItemIndex'>;

/** @returns the function that evaluates expressions for an item, or, without one, for a poll */
export function evaluatorOf(context: ItemContext | IPollFunctions): Evaluate {
	// n8n evaluates expressions of a poll as well, but its types do not say so.
	const { evaluateExpression } = context as ItemContext;
	const itemIndex = 'getItemIndex' in context ? context.getItemIndex() : 0;
	return (expression) => evaluateExpression.call(context, expression, itemIndex);
}

/**
 * Evaluates a stored parameter as n8n does, each of its expressions once. n8n's own reading evaluates whole texts: the parts, which
 * the checks need, would be evaluated a second time.
 */
export function evaluated(stored: unknown, evaluate: Evaluate): Parameter {
	return resolved(stored, (text) => {
		const parts = partsOf(text, evaluate);
		return isExpression(text) ? { ...parts, value: shown(valueOf(text, parts, evaluate)) } : { ...parts, value: text };
	});
}

/**
 * The same for a parameter that n8n has evaluated. Only the parts of texts are evaluated.
 *
 * @param given what n8n has made of it
 */
export function evaluatedByEngine(stored: unknown, given: unknown, evaluate: Evaluate): Parameter {
	const valueAt = (path: readonly string[]) =>
		path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], given);
	const { texts } = resolved(stored, (text, path) => {
		const value = valueAt(path);
		return { ...partsOf(text, isWhole(text) ? () => value : evaluate), value };
	});
	return { value: given, texts };
}

/** @returns whether a stored value is an expression, which begins with `=` */
export function isExpression(stored: unknown): stored is string {
	return typeof stored === 'string' && stored.startsWith('=');
}

/**
 * Splits an expression as n8n does; linear in the length of the text.
 *
 * @returns each `{{ ... }}` in its order, and the texts before, between and behind them; any other text is one text
 */
export function splitExpression(stored: string): { expressions: string[]; around: string[] } {
	if (!isExpression(stored)) return { expressions: [], around: [stored] };
	const text = stored.slice(1);
	const expressions: string[] = [];
	const around: string[] = [];
	for (let end = 0; ; ) {
		const begin = unescaped(text, '{{', end);
		const closing = begin < 0 ? -1 : unescaped(text, '}}', begin + 2);
		around.push(text.slice(end, closing < 0 ? undefined : begin));
		if (closing < 0) return { expressions, around };
		end = closing + 2;
		expressions.push(text.slice(begin, end));
	}
}

function unescaped(text: string, braces: string, from: number): number {
	let place = text.indexOf(braces, from);
	while (place > 0 && /(?<!\\)(?:\\\\)*\\$/.test(text.slice(Math.max(0, place - 9), place))) place = text.indexOf(braces, place + 2);
	return place;
}

function isWhole(stored: string): boolean {
	const { expressions, around } = splitExpression(stored);
	return expressions.length === 1 && around.every((text) => text === '');
}

function partsOf(stored: string, evaluate: Evaluate): Pick<Text, 'parts' | 'rest'> {
	const { expressions, around } = splitExpression(stored);
	const part = (expression: string): Part => {
		try {
			return { expression, value: evaluate(expression) };
		} catch (error) {
			return { expression, error: error as Error };
		}
	};
	return { parts: expressions.map(part), rest: around.join(' ') };
}

/** What n8n joins as JavaScript does. How it writes an object, a function or a backslash is for n8n to say. */
function valueOf(stored: string, { parts, rest }: Pick<Text, 'parts' | 'rest'>, evaluate: Evaluate): unknown {
	if (isWhole(stored)) {
		const [{ value, error }] = parts;
		if (error !== undefined) throw error;
		return value;
	}
	const isOurs =
		!/\\|\{\{/.test(rest) &&
		parts.every(({ value, error }) => error === undefined && (value === null || !/object|symbol/.test(typeof value)));
	if (!isOurs) return evaluate(stored.slice(1));
	const [first, ...others] = splitExpression(stored).around;
	return others.reduce((text, after, place) => text + joined(parts[place].value) + after, first);
}

/** n8n writes nothing for what is false in JavaScript, besides 0 and false. */
function joined(value: unknown): string {
	return value || value === 0 || value === false ? String(value) : '';
}

/** n8n writes the times of a collection as text. */
function shown(value: unknown): unknown {
	return (value as { isLuxonDateTime?: boolean } | null | undefined)?.isLuxonDateTime === true ? String(value) : value;
}

/** Goes through the texts of a stored parameter, also those in lists and groups. */
function resolved(stored: unknown, read: (text: string, path: readonly string[]) => Pick<Text, 'value' | 'parts' | 'rest'>): Parameter {
	const texts: Text[] = [];
	const resolve = (one: unknown, path: readonly string[]): unknown => {
		if (typeof one === 'string') {
			const text = { ...read(one, path), stored: one, name: path.at(-1) ?? '' };
			texts.push(text);
			return text.value;
		}
		if (Array.isArray(one)) return one.map((entry, place) => resolve(entry, [...path, String(place)]));
		if (typeof one !== 'object' || one === null) return one;
		return Object.fromEntries(Object.entries(one).map(([key, entry]) => [key, resolve(entry, [...path, key])]));
	};
	return { value: resolve(stored, []), texts };
}
