import { type IBinaryData, type IExecuteSingleFunctions, type IN8nHttpFullResponse, type PostReceiveAction, NodeOperationError } from 'n8n-workflow';
import { type Headers, ServiceFailure } from '../transport/errors/failure';
import { decode, decodedWords, percentDecoded } from '../transport/mailHeaders/encodedWords';

type Stream = Exclude<Parameters<IExecuteSingleFunctions['helpers']['prepareBinaryData']>[0], Buffer>;

/** Errors of n8n's own storage: another request to the service would not help. */
const STORAGE_CODES = new Set(['EACCES', 'EDQUOT', 'EIO', 'EMFILE', 'ENOENT', 'ENOSPC', 'EPERM', 'EROFS']);

/**
 * Writes the file of an answer into the item's binary data while it arrives; it is never held in memory here.
 * The field's name comes from the parameter `binaryPropertyName`.
 *
 * @throws ServiceFailure when the file was cut off on its way, so that the gate tries again
 */
export const storeFile: PostReceiveAction = async function (_items, response) {
	const name = fileNameOf(response.headers);
	const type = mimeTypeOf(response.headers);
	const data = await stored(this, response, name, type);
	const json = { file_name: name ?? null, mime_type: type };
	return [{ json, binary: { [String(this.getNodeParameter('binaryPropertyName'))]: data } }];
};

async function stored(
	context: IExecuteSingleFunctions,
	{ body }: IN8nHttpFullResponse,
	name: string | undefined,
	type: string,
): Promise<IBinaryData> {
	return await context.helpers.prepareBinaryData(body as Stream, name, type).catch((error) => {
		const code = String(error.code ?? 'ECONNRESET');
		if (!STORAGE_CODES.has(code)) throw new ServiceFailure({ kind: 'network', code });
		throw new NodeOperationError(context.getNode(), `n8n could not store the file (${code})`, {
			description: "Check the disk space and the permissions of n8n's binary data folder.",
			itemIndex: context.getItemIndex(),
		});
	});
}

/**
 * Reads the name of a file from `Content-Disposition` (RFC 6266, RFC 5987).
 * The result never contains a folder.
 *
 * @returns undefined when the header has no usable name
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

/** Parses `attachment; name=token; name="quoted, with \" and ;"`: names in lower case, values without quotes. */
function headerParameters(header: string): Map<string, string> {
	const found = header.matchAll(/(?:^|;)\s*([\w-]+\*?)\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;]*))/g);
	const parameters = new Map<string, string>();
	for (const [, name, quoted, token = ''] of found) {
		// Some services send an unescaped Windows path, so only escaped quotes and backslashes are unescaped.
		const value = quoted?.replace(/\\(["\\])/g, '$1') ?? token.trim();
		if (!parameters.has(name.toLowerCase())) parameters.set(name.toLowerCase(), value);
	}
	return parameters;
}

/** Decodes a value of RFC 5987: `UTF-8'en'%E4%BE%8B.pdf`. */
function extendedValue(value: string): string | undefined {
	const [, charset, encoded] = /^([\w-]+)'[^']*'(.+)$/.exec(value) ?? [];
	return encoded === undefined ? undefined : decode(percentDecoded(encoded), charset);
}

/** Decodes a value without RFC 5987: the name may be raw UTF-8, percent-encoded or a mail header's encoded word (RFC 2047). */
function plainValue(value: string): string {
	const unfolded = decodedWords(value);
	const decoded = decode(percentDecoded(unfolded), 'utf-8');
	// Percent signs that encode only ASCII may be a part of the name.
	if (decoded !== undefined && /%[89a-f]/i.test(unfolded)) return decoded;
	// Node returns headers with one character for each byte.
	return /^[\x20-\xff]*$/.test(unfolded) ? (decode(Buffer.from(unfolded, 'latin1'), 'utf-8') ?? unfolded) : unfolded;
}

/** The longest file name in bytes; file systems take a name of this length. */
const MAX_BYTES = 200;
/** Control characters, marks that change the direction of writing, and halves of characters. */
const UNSEEN = /[\p{Cc}\p{Bidi_Control}\p{Surrogate}]/gu;
const MAX_ENDING = 20;

/**
 * Makes a safe file name from a name in a header, an answer or a ticket: without a folder, without characters that hide its
 * ending, and cut to 200 bytes before the ending.
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
