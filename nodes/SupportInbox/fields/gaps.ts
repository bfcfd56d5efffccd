import { excerpt } from '../transport/excerpt';
import { type Named, quote } from './rules/rule';

/** Stands where a value has no text. Unicode keeps it for such uses: no text has it. */
const MARK = '\uFDD0';
/** How many parts are looked at: each costs an evaluation of the whole text. */
const MAX_PARTS = 100;
/** How many values within a part are looked at, so that a list of all items costs each of them little. */
const MAX_VALUES = 3_000;
const MAX_NAME = 200;

/** The values that an expression reads: `$json.name`, `$('Node').first().json['a name']`, an argument of a tool. Methods are not called. */
export const READ = /\$(?:(?:fromAI)?\((?:'[^']*'|"[^"]*"|`[^`]*`|[^()'"`])*\)|\w+(?![\w(]))(?:\??\.(?:(?:first|last|all)\(\)|\w+(?![\w(]))|(?:\?\.)?\[[^\][]*\])*/gi;
const CALL = String.raw`\((?:[^()]|\([^()]*\))*\)`;
/** What may have no text: a value that is read, what methods make of one, an empty text that is used instead. A list that is spread or gone through may be empty. */
const PARTS = [
	new RegExp(String.raw`(?<!\.\.\.\(?|\bof )${READ.source}(?!\s*(?:\|\||\?\?)\s*\[)`, 'gi'),
	new RegExp(String.raw`(?<![\w$.]|\.\.\.\()(?:${READ.source}(?=\??\.\w+\()|[\w$]*${CALL})(?:\??\.(?:\w+${CALL}|\w+(?![\w(]))|(?:\?\.)?\[[^\][]*\])+`, 'gi'),
	new RegExp(String.raw`(?:\$jmespath|\bencodeURI\w*)${CALL}|(?<![\w$.])\w+\??\.trim\(\)`, 'g'),
	/(?<=[\w\]]\s?(?:\?\?|\|\|)\s?)(?:''|""|``)/g,
];
/** What brings a text to a length hides that it is empty: `.padStart(4, '0')`, and `('000' + no).slice(-3)`. */
const PADS = /\??\.pad(?:Start|End)\([^()]*\)|(?<=\))\.slice\((?:-|0, ?)\d+\)(?!\s*[[.?])/g;
/** What JavaScript writes in a text for a value that is not there. */
const WRITTEN_FOR_NOTHING = ['', 'null', 'undefined'];
/** A mark in the name of a mailbox: its address follows in angle brackets. */
const IN_NAME = new RegExp(`${MARK}(?=[^,;@>]{0,${MAX_NAME}}<)`, 'g');

/** Puts the mark in place of each text of a value that is empty. It runs where n8n evaluates expressions. A date stays as it is. */
const PUT_MARKS = [
	'(one, put_, left_) => left_[0]-- <= 0 ? one',
	"one === undefined || one === null || (typeof one === 'string' && one.trim() === '') ? '\\uFDD0' + (one ?? '')",
	"Array.isArray(one) ? (one.length === 0 ? ['\\uFDD0'] : one.map((inner) => put_(inner, put_, left_)))",
	"typeof one !== 'object' || one.toISO || one.toISOString ? one",
	'Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, put_(inner, put_, left_)]))',
].join(' : ');

const marked = (code: string) => `((put_, left_) => put_(${code}, put_, left_))(${PUT_MARKS}, [${MAX_VALUES}])`;

/**
 * Finds a part of an expression that has no text although the text around it needs one, such as `C-` of `C-{{ $json.code }}`. It
 * puts a mark in place of the empty value and evaluates again. If the text without the mark is the text that there was, nothing
 * else stood for that value. A condition leaves its own text out together with the value: `7` of `code + (sub ? '-' + sub : '')`
 * becomes `7-`, so this is on purpose. So may the name before the address of a mailbox be empty.
 *
 * @param text the parameter as the workflow stores it, which begins with `=`. @param result what n8n has made of it
 * @param valueOf evaluates code; '' where it cannot run
 * @returns what is wrong with the text, and what to do; undefined: nothing
 */
export function gapIn(text: string, result: unknown, named: Named, valueOf: (code: string) => unknown): { what: string; help: string } | undefined {
	const code = text.slice(1).replace(PADS, '');
	const given = textsOf(result);
	const texts = code.length < text.length - 1 ? textsOf(valueOf(code)) : given;
	const isSame = (one: string) => {
		const seen = named === 'mailbox' ? one.replace(IN_NAME, '') : one;
		const isIn = WRITTEN_FOR_NOTHING.some((word) => texts.includes(one.replaceAll(MARK, word)));
		// An empty entry of a list is no part of a text.
		return seen.includes(MARK) && isIn && (seen.trim() !== MARK || !given.some((text) => text.trim() === ''));
	};
	for (const pattern of PARTS) {
		const parts = new Set(code.match(pattern));
		parts.delete(code.slice(2, -2).trim());
		const marking = (some: ReadonlySet<string>) => textsOf(valueOf(code.replace(pattern, (found) => (some.has(found) ? marked(found) : found))));
		// Most often no part is empty, and one evaluation shows it.
		if (parts.size === 0 || JSON.stringify(marking(parts)) === JSON.stringify(texts)) continue;
		if (parts.size > MAX_PARTS) return { what: `more than ${MAX_PARTS} parts`, help: 'Not all of them would be checked. Put the text together in a node before this one.' };
		const empty = [...parts].find((part) => marking(new Set([part])).some(isSame));
		if (empty !== undefined) return { what: `nothing in place of ${excerpt(empty)}`, help: `It has no text, and ${quote(result)} without it may stand for another one. Leave such items out.` };
	}
	return undefined;
}

/** @returns whether a text begins with the end of a mailbox's name: such a name may be empty */
export function isBeforeAddress(text: string): boolean {
	return /^[^,;@>]*<(?:['"`$]|\{\{)/.test(text.slice(0, MAX_NAME));
}

/** @returns the texts in a value */
export function textsOf(value: unknown): string[] {
	return typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(textsOf);
}
