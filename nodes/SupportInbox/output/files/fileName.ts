/** What file systems take as one name. */
const MAX_BYTES = 200;
/** Control characters, marks that turn the direction of writing, and halves of characters. */
const UNSEEN = /[\p{Cc}\p{Bidi_Control}\p{Surrogate}]/gu;
const MAX_ENDING = 20;

/**
 * Makes a file name of what a header, an answer or a ticket says: no folder, nothing that hides its ending, and no more than
 * 200 bytes, of which the ending keeps its part.
 *
 * @returns undefined when nothing usable is left
 */
export function fileNameFrom(said: unknown): string | undefined {
	if (typeof said !== 'string') return undefined;
	const name = (said.split(/[/\\]/).pop() ?? '').replace(UNSEEN, '').trim();
	if (/^\.*$/.test(name)) return undefined;
	const dot = name.lastIndexOf('.');
	const ending = dot > 0 && name.length - dot <= MAX_ENDING ? name.slice(dot) : '';
	return `${cut(name.slice(0, name.length - ending.length), MAX_BYTES - Buffer.byteLength(ending))}${ending}`;
}

function cut(text: string, bytes: number): string {
	if (Buffer.byteLength(text) <= bytes) return text;
	let kept = '';
	let left = bytes;
	for (const character of text) {
		left -= Buffer.byteLength(character);
		if (left < 0) break;
		kept += character;
	}
	return kept.trim();
}
