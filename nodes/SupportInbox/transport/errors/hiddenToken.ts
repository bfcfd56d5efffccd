/** A shorter token is not hidden in base64: its base64 form may be part of ordinary words. */
const MIN_ENCODED_LENGTH = 8;
/** A longer text is cut: errors show only a hundred characters of it. */
const MAX_LENGTH = 20_000;
/** The length of `\u0041`, the longest way to write a character. */
const MAX_ENCODED_CHARACTER = 6;
const ANY_CHARACTER = '[\\w+/-]';

/**
 * Makes a function that removes the token from texts of other programs, which may echo it: as it is,
 * percent-encoded, and in base64 (also in a URL, and with other text before or behind it).
 *
 * @param token characters that an HTTP header can carry
 * @returns a function that puts `***` in its place, in the first 20,000 characters; for an empty token it changes nothing
 */
export function tokenHider(token: string): (text: string) => string {
	if (token === '') return (text) => text;
	const encoded = token.length < MIN_ENCODED_LENGTH ? [] : base64Of(token);
	const pattern = new RegExp([percentEncoded(token), ...encoded].join('|'), 'g');
	const hide = (text: string) => text.replace(pattern, '***');
	// The cut may leave a part of a token at the end: remove that as well.
	return (text) => (text.length <= MAX_LENGTH ? hide(text) : hide(text.slice(0, MAX_LENGTH)).slice(0, -MAX_ENCODED_CHARACTER * token.length));
}

/** Each character as it is or percent-encoded: encoders differ in which ones they encode. */
function percentEncoded(token: string): string {
	const anyCase = (digit: string) => `[${digit}${digit.toUpperCase()}]`;
	return [...token]
		.map((character) => {
			const code = character.charCodeAt(0).toString(16);
			return `(?:\\u00${code}|%${[...code].map(anyCase).join('')})`;
		})
		.join('');
}

/** Base64 turns three bytes into four characters, so the result depends on where in a group of three the token begins. */
function base64Of(token: string): string[] {
	return [0, 1, 2].map((before) => {
		const characters = Buffer.from('\0'.repeat(before) + token).toString('base64').replaceAll('=', '');
		// A character at either end holds bits of the token and of the text beside it.
		const [begin, end] = [before > 0, (before + token.length) % 3 > 0];
		const own = characters.slice(begin ? before + 1 : 0, end ? -1 : undefined);
		const inEveryAlphabet = own.replace(/[+/]/g, (one) => (one === '+' ? '(?:[+-]|%2[bB])' : '(?:[/_]|%2[fF])'));
		return `${begin ? ANY_CHARACTER : ''}${inEveryAlphabet}${end ? `${ANY_CHARACTER}={0,2}` : ''}`;
	});
}
