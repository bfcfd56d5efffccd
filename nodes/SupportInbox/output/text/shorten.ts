/** A message's text is cut after this number of characters in the trigger's simplified items; the cut is marked at its end. */
export const MAX_TEXT = 1_000;

/**
 * Code units that are always one character each when they follow each other. Code units that can join a neighbour are left
 * out: marks, jamo, emoji, a carriage return before its line feed.
 */
const SINGLE = /[\t\n -\u02ff\u0370-\u0482\u048a-\u0590\u05d0-\u05ea\u1e00-\u1fff\u2010-\u2027\u3000-\u3029\u3030-\u3098\u309b-\ua66e\uac00-\ud7a3\uff01-\uff9d]+/y;

/** Code points that continue a character. Their number is limited, because real characters have few parts. */
const MARK = String.raw`\p{Grapheme_Extend}\p{Mc}\p{Emoji_Modifier}\u0e33\u0eb3\u200c\u200d`;
/** Emoji that are joined to one character, as in a family: with one joiner between each two. */
const EMOJI = String.raw`\p{Extended_Pictographic}(?:(?:(?!\u200d)[\p{Grapheme_Extend}\p{Emoji_Modifier}]){0,9}\u200d\p{Extended_Pictographic}){0,100}[${MARK}]{0,100}`;
/** A Korean syllable in its parts. */
const [FIRST, WHOLE, NEXT] = [String.raw`[\u1100-\u115f\ua960-\ua97c]`, String.raw`[\uac00-\ud7a3]`, String.raw`[\u1160-\u11ff\ud7b0-\ud7fb]`];
const SYLLABLE = `${FIRST}{1,9}${WHOLE}?${NEXT}{0,9}|${WHOLE}?${NEXT}{1,9}`;
const CONTROL = String.raw`\r\n|[\p{Cc}\p{Zl}\p{Zp}\u00ad\u200b\ufeff]`;
/** One character as a person counts it (Unicode Standard Annex 29). `Intl.Segmenter` needs the square of the length on Node 20. */
const CHARACTER = new RegExp(`${CONTROL}|${EMOJI}|(?:\\p{Regional_Indicator}{2}|${SYLLABLE}|[^])[${MARK}]{0,100}`, 'uy');

/**
 * Cuts a text after `max` characters and marks the cut at its end. Linear in the length of the text.
 *
 * @param max characters as a person counts them, at least 1
 */
export function shorten(text: string, max: number): string {
	if (text.length <= max) return text;
	let characters = 0;
	let end = text.length;
	for (let place = 0; place < text.length; ) {
		const alone = Math.max(1, endOfMatch(SINGLE, text, place) - place) - 1;
		if (characters <= max && max < characters + alone) end = place + max - characters;
		characters += alone;
		place += alone;
		if (characters++ === max) end = place;
		place = endOfMatch(CHARACTER, text, place);
	}
	return end === text.length ? text : `${text.slice(0, end)}… [cut: ${characters - max} more characters]`;
}

/** @returns the end of the match that begins at `place`; `place` where there is none */
function endOfMatch(pattern: RegExp, text: string, place: number): number {
	pattern.lastIndex = place;
	return pattern.test(text) ? pattern.lastIndex : place;
}
