import { withoutInvisible } from '../transport/invisibleCharacters';

/** Signs that look the same, or are one character of JIS and two of Unicode, by the sign that stands for all of them. */
const ALIKE = {
	'~': '〜～∼〰',
	'-': '‐‑‒–—―⁃−─━﹘﹣－',
	"'": '‘’‚‛′ʼ`´＇｀',
	'"': '“”„‟″〝〞〟＂',
	'·': '・･•∙⋅‧',
	'|': '‖∥｜',
	'…': '⋯',
	'\\': '¥￥＼',
};
const SIGNS = new Map(Object.entries(ALIKE).flatMap(([sign, alike]) => [...alike].map((one) => [one, sign])));
const ANY = new RegExp(`[${[...SIGNS.keys()].join('')}]`, 'gu');

/**
 * Makes texts equal that look the same: in capitals, in wide and half-width letters, in the Unicode form of a letter such as ガ,
 * which macOS writes as two characters, in dashes, quotation marks, middle dots and the like, in how many blanks there are, and in
 * characters that nobody sees.
 */
export function fold(text: string): string {
	const alike = text.replace(ANY, (sign) => SIGNS.get(sign)!).normalize('NFKC').toLowerCase();
	return withoutInvisible(alike.replace(/\s/g, ' ')).replace(/ {2,}/g, ' ').trim();
}

/** @returns the pattern that finds this text */
export function literal(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
