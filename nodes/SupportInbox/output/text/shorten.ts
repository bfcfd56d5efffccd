/** A message's text is cut after this number of characters in the trigger's simplified items; the cut is marked at its end. */
export const MAX_TEXT = 1_000;

/** How many code units before a cut are looked at: `Intl.Segmenter` needs the square of the length on Node 20. */
const AROUND = 100;
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Cuts a text and marks the cut at its end. Characters are counted in code points. What a person sees as one character, such
 * as an emoji with its color, is not divided, unless it is longer than a real one. Linear in the length of the text.
 *
 * @param max code points, at least 1
 */
export function shorten(text: string, max: number): string {
	// A code point has at most two code units.
	const end = [...text.slice(0, 2 * max)].slice(0, max).join('').length;
	if (end === text.length) return text;
	const begin = Math.max(0, end - AROUND);
	const place = SEGMENTER.segment(text.slice(begin, end + 2)).containing(end - begin)!.index;
	const cut = place === 0 ? end : begin + place;
	const rest = text.slice(cut);
	return `${text.slice(0, cut)}… [cut: ${rest.length - (rest.match(/[\u{10000}-\u{10ffff}]/gu)?.length ?? 0)} more characters]`;
}
