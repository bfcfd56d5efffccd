/** A placeholder of a template: its text, its name without the brackets, and where it is. */
export interface Placeholder {
	text: string;
	name: string;
	begin: number;
	end: number;
}

/** The brackets of placeholders, also from a Japanese keyboard. The API document does not have them: the service sends them as they are. */
const CLOSING = new Map([['{{', '}}'], ['[[', ']]'], ['｛｛', '｝｝'], ['［［', '］］']]);

/** Signs such as ●●, which no sentence has. Any other name needs brackets, since the same word may occur beside the placeholder. */
const SIGNS = /^\p{So}{2,}$/u;

/** @returns the name of a placeholder: the text without its brackets */
export function placeholderName(placeholder: string): string {
	return placeholder.replace(/^\s*(?:\{\{|\[\[|｛｛|［［)|(?:\}\}|\]\]|｝｝|］］)\s*$/g, '').replace(/&nbsp;/g, ' ').trim();
}

/**
 * Finds the placeholders of a text, such as `{{ order }}` and `[[order]]`. Brackets that are never closed are not a placeholder.
 * Linear in the length of the text.
 *
 * @param names of placeholders; placeholders of signs, such as ●●, are found without brackets
 * @returns the placeholders in their order
 */
export function placeholdersIn(text: string, names: readonly string[] = []): Placeholder[] {
	// Known last places avoid a search to the end of the text for each bracket that is not closed.
	const last = new Map([...CLOSING].map(([opening, closing]) => [opening, text.lastIndexOf(closing)]));
	const signs = names.filter((name) => SIGNS.test(name)).map((name) => `(?<!\\p{So})${name}(?!\\p{So})`);
	const begins = new RegExp(['\\{\\{', '\\[\\[', '｛｛', '［［', ...signs].join('|'), 'gu');
	const placeholders: Placeholder[] = [];
	for (let found = begins.exec(text); found !== null; found = begins.exec(text)) {
		const { 0: opening, index: begin } = found;
		const closing = CLOSING.get(opening);
		const content = begins.lastIndex;
		if (closing !== undefined && content > last.get(opening)!) {
			begins.lastIndex = begin + 1;
			continue;
		}
		const end = closing === undefined ? content : text.indexOf(closing, content) + closing.length;
		const placeholder = text.slice(begin, end);
		placeholders.push({ text: placeholder, name: placeholderName(placeholder), begin, end });
		begins.lastIndex = end;
	}
	return placeholders;
}
