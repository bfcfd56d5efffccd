import { decode, decodedWords, percentDecoded } from './encodedWords';

/**
 * Reads the names of a file in `Content-Disposition` (RFC 6266, RFC 5987; in parts as in RFC 2231), as they were meant.
 *
 * @returns the best one first
 */
export function dispositionNames(header: string): string[] {
	const parameters = headerParameters(header);
	return [extendedValue(parameters.get('filename*')), continuedValue(parameters), plainValue(parameters.get('filename'))].filter((name) => name !== undefined);
}

/** Parses `attachment; name=token; name="quoted, with \" and ;"`: names in lower case, values without quotes. */
function headerParameters(header: string): Map<string, string> {
	const found = header.matchAll(/(?:^|;)\s*([\w-]+(?:\*\d+)?\*?)\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;]*))/g);
	const parameters = new Map<string, string>();
	for (const [, name, quoted, token = ''] of found) {
		// Some services send an unescaped Windows path, so only escaped quotes and backslashes are unescaped.
		const value = quoted?.replace(/\\(["\\])/g, '$1') ?? token.trim();
		if (!parameters.has(name.toLowerCase())) parameters.set(name.toLowerCase(), value);
	}
	return parameters;
}

/** Decodes a value of RFC 5987: `UTF-8'en'%E4%BE%8B.pdf`. */
function extendedValue(value = ''): string | undefined {
	const [, charset, encoded] = /^([\w-]+)'[^']*'(.+)$/.exec(value) ?? [];
	return encoded === undefined ? undefined : decode(percentDecoded(encoded), charset);
}

/** Joins a value in parts: `filename*0*=UTF-8''%E8; filename*1="a.pdf"`. A part with a star is percent-encoded. */
function continuedValue(parameters: ReadonlyMap<string, string>): string | undefined {
	const isExtended = parameters.has('filename*0*');
	let whole = '';
	for (let number = 0; ; number++) {
		const plain = parameters.get(`filename*${number}`);
		const part = parameters.get(`filename*${number}*`) ?? (isExtended ? plain?.replace(/%/g, '%25') : plain);
		if (part === undefined) return isExtended ? extendedValue(whole) : plainValue(whole);
		whole += part;
	}
}

/**
 * Decodes a value without RFC 5987: the name may be percent-encoded, a mail header's encoded word (RFC 2047), or raw bytes, of
 * which Node makes one character each.
 */
function plainValue(value = ''): string | undefined {
	const unfolded = decodedWords(value);
	// Percent signs that encode only ASCII may be a part of the name.
	const decoded = /%[89a-f]/i.test(unfolded) ? textOf(percentDecoded(unfolded)) : undefined;
	if (decoded !== undefined || !/^[\x20-\xff]*$/.test(unfolded)) return decoded ?? unfolded;
	// Latin-1 has no letters from 0x80 to 0x9F: the bytes are of a character set that is not known.
	return textOf(Buffer.from(unfolded, 'latin1')) ?? (/[\x80-\x9f]/.test(unfolded) ? undefined : unfolded);
}

/**
 * Japanese character sets, and what Latin-1, in which a name may be as well, does not have: in EUC-JP two characters in a row of
 * two bytes each, in Shift_JIS bytes that are no letters there.
 */
const JAPANESE: Array<[charset: string, sign: RegExp]> = [['euc-jp', /[\xa1-\xfe]{4}/], ['shift_jis', /[\x80-\x9f]/]];

function textOf(bytes: Buffer): string | undefined {
	const raw = bytes.toString('latin1');
	const texts = JAPANESE.map(([charset, sign]) => (sign.test(raw) ? decode(bytes, charset) : undefined));
	return decode(bytes, 'utf-8') ?? texts.find((text) => text !== undefined && !/\p{Co}/u.test(text));
}
