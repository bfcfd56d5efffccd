import { lengthOf } from '../fields/rules';

/**
 * Cuts a text after `max` characters and says so at its end.
 *
 * @param max characters as a person counts them, at least 1
 */
export function shorten(text: string, max: number): string {
	if (text.length <= max) return text;
	let kept = 0;
	for (const { index } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
		if (kept++ < max) continue;
		const rest = lengthOf(text.slice(index));
		return `${text.slice(0, index)}… [cut: ${rest} more characters]`;
	}
	return text;
}
