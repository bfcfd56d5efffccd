/** The length at which quotes in sentences are cut: a value of the user or the service may be a whole mail. */
const MAX_CHARACTERS = 100;
/** The length of the text before and behind a place. */
const AROUND = 30;

/** @returns the text as a quote for a sentence: cut after 100 characters, counted in code points; a cut is marked with "…" */
export function excerpt(text: string): string {
	// A character has at most two code units, so this part is long enough.
	const start = [...text.slice(0, 2 * MAX_CHARACTERS + 2)];
	return start.length <= MAX_CHARACTERS ? text : `${start.slice(0, MAX_CHARACTERS).join('')}…`;
}

/** @returns a part of a text with some characters before and behind it, on one line */
export function around(text: string, place: number, length: number): string {
	const [from, to] = [Math.max(0, place - AROUND), place + Math.min(length, MAX_CHARACTERS) + AROUND];
	const part = text.slice(from, to).replace(/\p{Surrogate}/gu, '').replace(/\s+/g, ' ').trim();
	return `${from > 0 ? '…' : ''}${part}${to < text.length ? '…' : ''}`;
}
