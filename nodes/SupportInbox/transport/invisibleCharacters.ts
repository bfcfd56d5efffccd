/** Characters that nobody sees, for a class of a pattern: controls, marks of direction, joiners, fillers, blanks that are no blank. */
export const INVISIBLE = String.raw`\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F`;

/** @returns the first character of a text that nobody sees, such as `U+200B`; undefined: none */
export function invisibleIn(text: string): string | undefined {
	const [found] = new RegExp(`[${INVISIBLE}]`, 'u').exec(text) ?? [];
	return found && `U+${found.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

const VISIBLE = new RegExp(`[^\\s${INVISIBLE}]`, 'u');
const ALL_INVISIBLE = new RegExp(`[${INVISIBLE}]`, 'gu');

/** @returns whether a text has something to see */
export function isVisible(text: string): boolean {
	return VISIBLE.test(text);
}

/** @returns the text without characters that nobody sees */
export function withoutInvisible(text: string): string {
	return text.replace(ALL_INVISIBLE, '');
}
