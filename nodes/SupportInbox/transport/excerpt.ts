/** Whatever a sentence quotes, of the user or of the service, is cut after this many characters: it may be a whole mail. */
const MAX_CHARACTERS = 100;

/** @returns the text as a sentence quotes it: cut after 100 characters, counted in code points, and then marked with "…" */
export function excerpt(text: string): string {
	// Code units are at least as many as characters, so this much is enough to cut from.
	const start = [...text.slice(0, 2 * MAX_CHARACTERS + 2)];
	return start.length <= MAX_CHARACTERS ? text : `${start.slice(0, MAX_CHARACTERS).join('')}…`;
}
