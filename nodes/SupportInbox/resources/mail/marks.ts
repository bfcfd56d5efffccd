/** What people write into a text in place of a value is in these. The API document has no word for them: the service sends them as they are. */
const CLOSING = new Map([['{{', '}}'], ['[[', ']]']]);

/**
 * Replaces the marks of a text, such as `{{ order }}` and `[[order]]`, and words that are marks without brackets. Brackets
 * that are never closed are no mark. Linear in the length of the text.
 *
 * @param words none of them empty; of two that begin in the same place, the first counts
 * @param replaced returns the text in place of a mark
 */
export function withMarksReplaced(text: string, words: readonly string[], replaced: (mark: string, place: number) => string): string {
	// Closing brackets are not looked for again and again behind the last ones.
	const last = new Map([...CLOSING].map(([opening, closing]) => [opening, text.lastIndexOf(closing)]));
	const openings = [...CLOSING.keys()].filter((opening) => last.get(opening)! >= 0);
	if (openings.length + words.length === 0) return text;
	const begin = new RegExp([...openings, ...words].map(literal).join('|'), 'g');
	const parts: string[] = [];
	let done = 0;
	for (let found = begin.exec(text); found !== null; found = begin.exec(text)) {
		const [opening] = found;
		const content = begin.lastIndex;
		const closing = CLOSING.get(opening);
		if (closing !== undefined && content > last.get(opening)!) {
			begin.lastIndex = found.index + 1;
			continue;
		}
		const end = closing === undefined ? content : text.indexOf(closing, content) + closing.length;
		parts.push(text.slice(done, found.index), replaced(text.slice(found.index, end), found.index));
		done = begin.lastIndex = end;
	}
	return parts.join('') + text.slice(done);
}

/** @returns the marks in brackets of a text, in their order */
export function marksIn(text: string): string[] {
	const marks: string[] = [];
	withMarksReplaced(text, [], (mark) => {
		marks.push(mark);
		return mark;
	});
	return marks;
}

function literal(word: string): string {
	return word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
