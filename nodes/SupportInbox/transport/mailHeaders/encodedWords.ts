const WORD = /=\?([^?\s]+)\?([BQ])\?([^?]*)\?=/gi;

/**
 * Decodes the encoded words of a header, `=?UTF-8?B?5bGx55Sw?=` (RFC 2047), also within quotation marks, where many programs write
 * them. Words that follow each other in one character set are decoded together, because some programs cut within a character.
 *
 * @returns the text; a word in an unknown character set, or with bytes that are not of it, stays as it is
 */
export function decodedWords(text: string): string {
	const pieces: Array<{ charset: string; bytes: Buffer; raw: string }> = [];
	let result = '';
	let end = 0;
	const flush = () => {
		if (pieces.length === 0) return;
		const { charset } = pieces[0];
		result +=
			decode(Buffer.concat(pieces.map(({ bytes }) => bytes)), charset) ??
			pieces.map((piece) => decode(piece.bytes, charset) ?? piece.raw).join('');
		pieces.length = 0;
	};
	for (const { 0: raw, 1: word, 2: kind, 3: content, index } of text.matchAll(WORD)) {
		// The language behind a star is not needed: UTF-8*ja (RFC 2231).
		const charset = word.split('*')[0].toLowerCase();
		const between = text.slice(end, index);
		const isNext = pieces.length > 0 && between.trim() === '';
		if (!isNext || pieces[0].charset !== charset) flush();
		if (!isNext) result += between;
		pieces.push({ charset, raw, bytes: kind.toUpperCase() === 'B' ? Buffer.from(content, 'base64') : quotedPrintable(content) });
		end = index + raw.length;
	}
	flush();
	return result + text.slice(end);
}

function quotedPrintable(content: string): Buffer {
	return percentDecoded(content.replace(/_/g, ' ').replace(/%/g, '%25').replace(/=([\da-f]{2})/gi, '%$1'));
}

/** @returns the bytes of a text with escapes such as `%E4` (RFC 3986); other characters count as bytes of Latin-1 */
export function percentDecoded(text: string): Buffer {
	return Buffer.from(
		text.replace(/%([\da-f]{2})/gi, (_match, hex: string) => String.fromCharCode(parseInt(hex, 16))),
		'latin1',
	);
}

/** @returns undefined for an unknown character set, or bytes that are invalid in it */
export function decode(bytes: Buffer, charset: string): string | undefined {
	try {
		return new TextDecoder(charset, { fatal: true }).decode(bytes);
	} catch {
		return undefined;
	}
}
