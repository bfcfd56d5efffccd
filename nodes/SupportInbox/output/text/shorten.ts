/** A message's text is cut after this number of characters in the trigger's simplified items; the cut is marked at its end. */
export const MAX_TEXT = 1_000;

/**
 * Cuts a text after `max` characters and says so at its end.
 *
 * @param max characters as a person counts them, at least 1
 */
export function shorten(text: string, max: number): string {
	if (text.length <= max) return text;
	let characters = 0;
	let end = text.length;
	for (const { index } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
		if (characters++ === max) end = index;
	}
	return end === text.length ? text : `${text.slice(0, end)}… [cut: ${characters - max} more characters]`;
}
