import type { Headers } from '../../transport/errors/failure';
import { fileNameFrom } from './fileName';

/**
 * Reads the name of a file from `Content-Disposition` (RFC 6266, RFC 5987).
 * It never has a folder in it, whatever the header says.
 *
 * @returns undefined when the header gives no usable name
 */
export function fileNameOf(headers: Headers): string | undefined {
	const parameters = headerParameters(String(headers['content-disposition'] ?? ''));
	const extended = extendedValue(parameters.get('filename*') ?? '');
	return fileNameFrom(extended) ?? fileNameFrom(plainValue(parameters.get('filename') ?? ''));
}

/** @returns the MIME type of `Content-Type` without its parameters */
export function mimeTypeOf(headers: Headers): string {
	const [type] = String(headers['content-type'] ?? '').split(';');
	return /^[\w.+-]+\/[\w.+-]+$/.test(type.trim()) ? type.trim().toLowerCase() : 'application/octet-stream';
}

/** `attachment; name=token; name="quoted, with \" and ;"`: names in lower case, quotes taken off. */
function headerParameters(header: string): Map<string, string> {
	const found = header.matchAll(/(?:^|;)\s*([\w-]+\*?)\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;]*))/g);
	const parameters = new Map<string, string>();
	for (const [, name, quoted, token = ''] of found) {
		// Some services put a Windows path there unescaped, so only what must be escaped is unescaped.
		const value = quoted?.replace(/\\(["\\])/g, '$1') ?? token.trim();
		if (!parameters.has(name.toLowerCase())) parameters.set(name.toLowerCase(), value);
	}
	return parameters;
}

/** RFC 5987: `UTF-8'en'%E4%BE%8B.pdf`. */
function extendedValue(value: string): string | undefined {
	const [, charset, encoded] = /^([\w-]+)'[^']*'(.+)$/.exec(value) ?? [];
	return encoded === undefined ? undefined : decode(percentDecoded(encoded), charset);
}

/** Not every service knows RFC 5987: the name may be raw UTF-8, percent-encoded or a mail header's encoded word (RFC 2047). */
function plainValue(value: string): string {
	const words = value.replace(/\?=\s+=\?/g, '?==?');
	const unfolded = words.replace(/=\?([\w-]+)\?([BQ])\?([^?]*)\?=/gi, (word, charset: string, kind: string, content: string) => {
		const bytes = kind.toUpperCase() === 'B' ? Buffer.from(content, 'base64') : quotedPrintable(content);
		return decode(bytes, charset) ?? word;
	});
	const decoded = decode(percentDecoded(unfolded), 'utf-8');
	// Percent signs that stand for ASCII may be meant as they are.
	if (decoded !== undefined && /%[89a-f]/i.test(unfolded)) return decoded;
	// Headers come with one character for each byte.
	return /^[\x20-\xff]*$/.test(unfolded) ? (decode(Buffer.from(unfolded, 'latin1'), 'utf-8') ?? unfolded) : unfolded;
}

function quotedPrintable(content: string): Buffer {
	return percentDecoded(content.replace(/_/g, ' ').replace(/%/g, '%25').replace(/=([\da-f]{2})/gi, '%$1'));
}

function percentDecoded(text: string): Buffer {
	return Buffer.from(
		text.replace(/%([\da-f]{2})/gi, (_match, hex: string) => String.fromCharCode(parseInt(hex, 16))),
		'latin1',
	);
}

/** @returns undefined for an unknown character set or bytes that are not of it */
function decode(bytes: Buffer, charset: string): string | undefined {
	try {
		return new TextDecoder(charset, { fatal: true }).decode(bytes);
	} catch {
		return undefined;
	}
}
