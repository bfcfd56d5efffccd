import { type Rule } from '../../fields/rules';

/** The kinds of personal data, as their tokens name them. */
export type Kind = 'EMAIL' | 'PHONE' | 'CARD' | 'MY_NUMBER' | 'ADDRESS' | 'NAME';

const KINDS = 'EMAIL|PHONE|CARD|MY_NUMBER|ADDRESS|NAME';
/** A token as the node writes it: the kind, and ten hex digits of the keyed hash of the value. */
export const TOKEN = String.raw`\[\[(?:${KINDS})_[\da-f]{10}\]\]`;
/** A token as models write it: in any letters, in other brackets or in none. What has two brackets is one, whatever its digits. */
const WRITTEN = new RegExp(
	String.raw`(?:\[\[|［［)\s?((?:${KINDS})_\w{1,40})\s?(?:\]\]|］］)|[[［]?(?<!\w)((?:${KINDS})_[\da-f]{10})(?!\w)[\]］]?`,
	'gi',
);
/** Stands for a token where a field is checked. */
const SOME_ADDRESS = 'token@token.invalid';

export function tokenOf(kind: Kind, hash: string): string {
	return `[[${kind}_${hash.slice(0, 10)}]]`;
}

/** @returns the text with each token in it replaced; `replace` is called with the token in the node's own spelling */
export function replaceTokens(text: string, replace: (token: string, kind: Kind) => string): string {
	return text.replace(WRITTEN, (_written, bracketed?: string, bare?: string) => {
		const name = (bracketed ?? bare)!;
		const end = name.lastIndexOf('_');
		const [kind, digits] = [name.slice(0, end).toUpperCase() as Kind, name.slice(end + 1).toLowerCase()];
		return replace(`[[${kind}_${digits}]]`, kind);
	});
}

/** @returns the first token of a text, in the node's own spelling; undefined where it has none */
export function firstToken(text: unknown): string | undefined {
	let first: string | undefined;
	if (typeof text === 'string') replaceTokens(text, (token) => (first ??= token));
	return first;
}

/** The rule of a field with addresses, whose value may have tokens: their form is checked, and they stay until the ticket is read. */
export function orTokens(rule: Rule): Rule {
	return (value, circumstances) => {
		if (firstToken(value) === undefined) return rule(value, circumstances);
		rule(replaceTokens(String(value), (token, kind) => (kind === 'NAME' ? '' : kind === 'EMAIL' ? SOME_ADDRESS : token)), circumstances);
		return value;
	};
}
