/** Numbers and texts of the stored state, written as short as plain text allows. */

const BASE = 36;

/** @returns a whole number of either sign as short text */
export function shortNumber(value: number): string {
	return value.toString(BASE);
}

/** @returns the number that `shortNumber` wrote; empty text is 0 */
export function fromShortNumber(text: string): number {
	return text === '' ? 0 : parseInt(text, BASE);
}

/** @returns whole numbers, each as the difference to the one before, the first to `before` */
export function shortNumbers(values: readonly number[], before: number): string {
	let last = before;
	return values
		.map((value) => {
			const difference = value - last;
			last = value;
			return shortNumber(difference);
		})
		.join('.');
}

/** @returns the numbers that `shortNumbers` wrote */
export function fromShortNumbers(text: string, before: number): number[] {
	if (text === '') return [];
	let last = before;
	return text.split('.').map((part) => (last += fromShortNumber(part)));
}

/** @returns text without the characters that part fields and records */
export function escapeText(text: string): string {
	return text.replace(/[%,;]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
}

/** @returns the text that `escapeText` was given */
export function unescapeText(text: string): string {
	if (!text.includes('%')) return text;
	return text.replace(/%(25|2c|3b)/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}
