import { UserError } from 'n8n-workflow';
import { type Evaluate, type Part, type Text, isExpression } from '../adapter/expressions';
import { around, excerpt } from '../transport/excerpt';
import { type Named, isBlank, quote } from './rules/rule';

/** The values that an expression reads: `$json.name`, `$('Node').first().json['a name']`, an argument of a tool. Methods are not called. */
const READ =
	/\$(?:(?:fromAI)?\((?:'[^']*'|"[^"]*"|`[^`]*`|[^()'"`])*\)|\w+(?![\w(]))(?:\??\.(?:(?:first|last|all)\(\)|\w+(?![\w(]))|(?:\?\.)?\[[^\][]*\])*/gi;
/** How far behind an expression the address of a mailbox is looked for. */
const MAX_NAME = 200;

/**
 * A text that JavaScript or Luxon writes in place of a value. A value that an expression reads may be that text itself.
 * - `pattern`: finds it, or the word that it may be in; with the flag g.
 * - `is`: finds it in that word. Such a text is a name of JavaScript as well, so that an expression may have it without meaning it.
 * - `help`: what to do when an expression has made it.
 */
export interface Trace {
	pattern: RegExp;
	is?: RegExp;
	help: string;
}

const missing = (is: RegExp): Trace => ({
	pattern: /(?<!\w)\w+/g,
	is,
	help: "An expression puts a missing value into the text: check the names in it, or add a text to use instead, such as {{ $json.name ?? '' }}.",
});

export const OBJECT: Trace = {
	pattern: /\[object [A-Z]\w*\]/g,
	help: 'An expression returns an object: take a single value out of it, such as {{ $json.customer.name }}.',
};

export const NO_DATE: Trace = {
	pattern: /\bInvalid Date(?:Time)?\b/g,
	help: 'An expression makes a date from a value that is not a date: check the value.',
};

const UNIT = String.raw`-?\d+(?:\.\d+)?`;

/** What becomes of values that are no texts: the traces of a text that people read, besides those of a name. */
const MADE_TEXTS: readonly Trace[] = [
	{ pattern: /(?<![\w-])-?Infinity(?!\w)/g, help: 'An expression divides by zero: check the numbers in it.' },
	{ pattern: /(?<!\w)\w*Error: /g, help: 'An expression returns an error: check the node that it comes from.' },
	{
		pattern: new RegExp(String.raw`(?<![\w-])P(?=T?-?\d)(?:${UNIT}[YMWD])*(?:T(?:${UNIT}[HMS])+)?(?!\w)`, 'g'),
		help: "An expression returns a duration: write it as people do, such as {{ $json.time.as('hours') }}, or with .toHuman().",
	},
];

/** A time as programs, the service and JavaScript write it. */
export const MACHINE_TIME: Trace = {
	pattern: new RegExp(
		[
			String.raw`\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)`,
			String.raw`\b[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d -?\d{4,6} \d\d:\d\d:\d\d GMT[+-]\d{4}(?: \([^()]{1,60}\))?`,
		].join('|'),
		'g',
	),
	help: "Programs write times so. Write it as people do, such as {{ $json.created_at.toDateTime().toFormat('d MMMM yyyy') }}.",
};

/** What to do where a value may be missing. */
const OTHERWISE = "If a value may be missing, add a text to use instead, such as {{ $json.name ?? 'customer' }}.";
const LEFT_OUT =
	"Leave items without a value out, or put a part that may be missing into one expression: {{ $json.no + ($json.sub ? '-' + $json.sub : '') }}.";

/** n8n's words for a method without its brackets, which it writes into a text as source code. Its two engines have their own. */
const IS_FUNCTION = /^this is a (?:function|DateTime)|could not be cloned/;

const FUNCTION: Trace = {
	pattern: /\{ \[native code\] \}/g,
	help: 'Add () behind the name of the method, such as {{ $json.name.trim() }}.',
};

const STRICT: readonly Trace[] = [missing(/undefined|null|^NaN|NaN$/), OBJECT, NO_DATE, FUNCTION];

/** What a text is: one in the service, a short one of a contact such as its last name, a part of a mail, or what it names. */
type Kind = 'text' | 'cell' | 'mail' | Named;

/** What an expression must not write, by the kind of its text. Of JSON in a memo null may be a part. */
const TRACES: Readonly<Record<Kind, readonly Trace[]>> = {
	text: [missing(/undefined|^NaN|NaN$/), OBJECT, NO_DATE, FUNCTION],
	cell: STRICT,
	mail: [...STRICT, ...MADE_TEXTS],
	record: STRICT,
	mailbox: STRICT,
};

/** What programs write for characters that they could not read. Of all codes in such a file the same is left. */
export const UNREADABLE: Trace = {
	pattern: /\uFFFD|ï¿½/g,
	help: 'A program could not read these characters: read the file in the encoding in which it was saved, such as Shift_JIS.',
};

/**
 * How the texts of one field are looked at, by default as those of the service.
 * - `unless`: the switch, by the name of its field, that lets every text pass but a name; `hint`: the sentence on it.
 * - `bracesIn`: the name of an inner field that takes `{{ ... }}` as it was typed.
 */
export interface TextCheck {
	kind?: Kind;
	unless?: string;
	hint?: string;
	bracesIn?: string;
}

/**
 * One field with its texts.
 * - `evaluate`: for a value that an expression reads.
 * - `verb`: what happens with its value, for a sentence.
 */
export interface CheckedText extends TextCheck {
	label: string;
	texts: readonly Text[];
	evaluate: Evaluate;
	verb?: string;
}

/**
 * The check of every text that is written or searched for. It rejects `{{ ... }}` that was typed where nothing evaluates it, an
 * expression within a text that finds nothing, and a trace that an expression has made. n8n writes nothing for undefined and
 * NaN, so each expression is looked at alone. Whether an expression that is the whole value has one is checked by its field.
 *
 * @param named what the text names: then an empty part is rejected as well, since `C-` is no code
 * @throws UserError with a description
 */
export function rejectParts(checkedText: CheckedText, named?: Named): void {
	const { label, texts, evaluate, verb = 'sent', hint = '', bracesIn } = checkedText;
	const kind = named ?? checkedText.kind ?? 'text';
	const reject = (what: string, help: string): never => {
		throw new UserError(`${label} would be ${verb} with ${what}`, { description: `${help} ${named === undefined ? hint : ''}`.trim() });
	};
	const rejectWord = (word: string, trace: string, text: string, help: string) =>
		reject(`${excerpt(trace)} in it: "${around(text, text.indexOf(word), word.length)}"`, help);
	// Alone, a branch that was not taken may read from a node that did not run.
	const unread = (expression: string, { message }: Error) =>
		IS_FUNCTION.test(message) ? reject(`the code of a function in place of ${excerpt(expression)}`, FUNCTION.help) : '';
	const valueOf = ({ expression, value, error }: Part) => (error === undefined ? value : unread(expression, error));
	const valueRead = (reference: string) => {
		const expression = `{{ ${reference} }}`;
		try {
			return evaluate(expression);
		} catch (error) {
			return unread(expression, error as Error);
		}
	};
	for (const { stored, value: result, parts, rest, name } of texts) {
		const typed = name === bracesIn ? undefined : typedIn(rest);
		if (typed !== undefined) {
			reject(
				`${excerpt(typed)} in it, word for word`,
				`${isExpression(stored) ? 'Write it with the braces { and }' : 'Switch the field to Expression'}, so that n8n puts the value in its place, or take it out.`,
			);
		}
		for (const one of kind === 'text' || kind === 'mail' ? [] : textsOf(result)) {
			const [word] = one.match(UNREADABLE.pattern) ?? [];
			if (word !== undefined) rejectWord(word, word, one, UNREADABLE.help);
		}
		let end = 0;
		for (const part of parts) {
			const { expression } = part;
			const isWhole = stored === `=${expression}`;
			const value = valueOf(part);
			end = stored.indexOf(expression, end) + expression.length;
			const isNothing = isMissing(value, kind === 'mailbox' && isBeforeAddress(stored.slice(end)) ? 'text' : kind);
			if (isNothing && isWhole) continue;
			if (isNothing) {
				const wayOut = named === undefined ? OTHERWISE : LEFT_OUT;
				reject(`nothing in place of ${excerpt(expression)}`, `The expression returns ${quote(value)}: check the names in it. ${wayOut}`);
			}
			// Of an expression that is one reference the value is known.
			const alone = expression.slice(2, -2).trim();
			const read = () => referencesIn(expression).map((reference) => (reference === alone ? value : valueRead(reference)));
			const written = typeof value === 'string' || !(isWhole || isBlank(value)) ? String(value) : '';
			const made = madeIn(written, expression, TRACES[kind], () => textsOf(read()));
			if (made === undefined) continue;
			const isInResult = typeof result === 'string' && result.includes(made.word);
			rejectWord(made.word, made.trace, isInResult ? result : written, made.help);
		}
	}
}

/** @returns whether `{{ ... }}` within a text of this kind has given too little for it */
function isMissing(value: unknown, kind: Kind): boolean {
	if (value === undefined || Number.isNaN(value)) return true;
	return kind === 'mail' ? value === null : (kind === 'record' || kind === 'mailbox') && isNoText(value);
}

/** @returns whether a text begins with the end of a mailbox's name, which may be empty, and its address follows */
function isBeforeAddress(text: string): boolean {
	return /^[^,;@>]*</.test(text.slice(0, MAX_NAME));
}

/** @returns the texts in a value */
function textsOf(value: unknown): string[] {
	return typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(textsOf);
}

/** @returns whether nothing of a value is seen in a text: a blank one, and a list without texts */
function isNoText(value: unknown): boolean {
	return isBlank(value) || (Array.isArray(value) && value.every(isNoText));
}

/** @returns the first `{{ ... }}` of a text, also in the braces of a Japanese keyboard */
function typedIn(text: string): string | undefined {
	const begin = text.search(/[{｛]{2}/);
	const length = begin < 0 ? -1 : text.slice(begin + 2).search(/[}｝]{2}/);
	return length < 0 ? undefined : text.slice(begin, begin + length + 4);
}

/** @returns the values of the workflow's data that an expression reads; the present time is none */
function referencesIn(expression: string): string[] {
	return (expression.match(READ) ?? []).filter((reference) => !/^\$(?:now|today)\b/i.test(reference));
}

/**
 * @returns the first trace in a text that the expression has made: no value that it reads has it, and it is no part of a word in the
 *   expression
 */
function madeIn(
	text: string,
	expression: string,
	traces: readonly Trace[],
	textsRead: () => string[],
): { trace: string; word: string; help: string } | undefined {
	for (const { pattern, is, help } of traces) {
		const wordsOf = (one: string) => [...new Set(one.match(pattern))].filter((word) => is?.test(word) !== false);
		const words = wordsOf(text);
		const read = words.length === 0 ? [] : textsRead().flatMap(wordsOf).map((one) => one.toLowerCase());
		for (const word of words) {
			const trace = is?.exec(word)?.[0] ?? word;
			const isLiteral = (is === undefined || word !== trace) && expression.includes(word);
			const small = word.toLowerCase();
			if (!isLiteral && !read.some((one) => small.includes(one) || (word !== trace && one.includes(small)))) return { trace, word, help };
		}
	}
	return undefined;
}
