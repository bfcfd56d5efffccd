import {
	type IBinaryData,
	type IExecuteSingleFunctions,
	type IN8nHttpFullResponse,
	type PostReceiveAction,
	NodeOperationError,
} from 'n8n-workflow';
import { type Headers, ServiceFailure } from '../transport/errors/failure';
import { decode, percentDecoded } from '../transport/mailHeaders/encodedWords';

type Stream = Exclude<Parameters<IExecuteSingleFunctions['helpers']['prepareBinaryData']>[0], Buffer>;

/** Errors of n8n's own storage: another request to the service would not help. */
const STORAGE_CODES = new Set(['EACCES', 'EDQUOT', 'EIO', 'EMFILE', 'ENOENT', 'ENOSPC', 'EPERM', 'EROFS']);

/**
 * Writes the file of an answer into the item's binary data while it arrives; it is never held in memory here.
 * The field's name comes from the parameter `binaryPropertyName`. A file without a name gets one, as what stores it needs one.
 *
 * @param items what is known of the file: `attachment_id`, and `file_name` where its ticket was read
 * @throws ServiceFailure when the file was cut off on its way, so that the dispatcher retries
 */
export const storeFile: PostReceiveAction = async function ([{ json: known }], response) {
	const name = fileNameOf(response.headers, known.file_name);
	const type = mimeTypeOf(response.headers);
	const fileName = name ?? `attachment-${String(known.attachment_id)}`;
	// n8n takes a question mark for the end of the name.
	const data = await stored(this, response, fileName.replace(/\?/g, '_'), type);
	const json = { ...known, file_name: name ?? null, mime_type: type };
	return [{ json, binary: { [String(this.getNodeParameter('binaryPropertyName'))]: { ...data, fileName } } }];
};

async function stored(
	context: IExecuteSingleFunctions,
	{ body }: IN8nHttpFullResponse,
	name: string,
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
 * @param known the name of the file in its ticket, if that was read
 * @returns the name of a file, without a folder: the known one, else that of `Content-Disposition`; undefined when none is usable
 */
export function fileNameOf(headers: Headers, known?: unknown): string | undefined {
	return fileNameFrom(known) ?? fileNameFrom(nameIn(String(headers['content-disposition'] ?? '')));
}

/** @returns the name in `Content-Disposition` (RFC 6266): `filename*=UTF-8''%E4%BE%8B.pdf`, else `filename="a.pdf"` */
function nameIn(disposition: string): string | undefined {
	const parameters = new Map<string, string>();
	for (const [, name, quoted, token = ''] of disposition.matchAll(/(?:^|;)\s*([\w-]+\*?)\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;]*))/g)) {
		// Some services send an unescaped Windows path, so only escaped quotes and backslashes are unescaped.
		parameters.set(name.toLowerCase(), quoted?.replace(/\\(["\\])/g, '$1') ?? token.trim());
	}
	const [, charset, encoded] = /^([\w-]+)'[^']*'(.+)$/.exec(parameters.get('filename*') ?? '') ?? [];
	return (encoded === undefined ? undefined : decode(percentDecoded(encoded), charset)) ?? parameters.get('filename');
}

/** @returns the MIME type of `Content-Type` without its parameters */
export function mimeTypeOf(headers: Headers): string {
	const [type] = String(headers['content-type'] ?? '').split(';');
	return /^[\w.+-]+\/[\w.+-]+$/.test(type.trim()) ? type.trim().toLowerCase() : 'application/octet-stream';
}

/** The longest file name in bytes; file systems take a name of this length. */
const MAX_BYTES = 200;
/** Control characters, marks that change the direction of writing, and halves of characters. */
const INVISIBLE = /[\p{Cc}\p{Bidi_Control}\p{Surrogate}]/gu;
const MAX_ENDING = 20;

/**
 * Makes a safe file name from a name in a header, an answer or a ticket: without a folder, without characters that hide its
 * ending, and cut to 200 bytes before the ending.
 *
 * @returns undefined when nothing usable is left
 */
export function fileNameFrom(said: unknown): string | undefined {
	if (typeof said !== 'string') return undefined;
	const name = (said.split(/[/\\]/).pop() ?? '').replace(INVISIBLE, '').trim();
	if (/^\.*$/.test(name)) return undefined;
	const dot = name.lastIndexOf('.');
	const ending = dot > 0 && name.length - dot <= MAX_ENDING ? name.slice(dot) : '';
	return `${cut(name.slice(0, name.length - ending.length), MAX_BYTES - Buffer.byteLength(ending))}${ending}`;
}

function cut(text: string, bytes: number): string {
	if (Buffer.byteLength(text) <= bytes) return text;
	let cleaned = '';
	let remaining = bytes;
	for (const character of text) {
		remaining -= Buffer.byteLength(character);
		if (remaining < 0) break;
		cleaned += character;
	}
	return cleaned.trim();
}
