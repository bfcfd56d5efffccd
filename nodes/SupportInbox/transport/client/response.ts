import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Headers, ResponseShape } from '../retry/failure';
import { ServiceFailure } from '../retry/failure';

/** A whole answer, as n8n's HTTP helper gives it with `returnFullResponse`. */
export interface Response {
	statusCode: number;
	headers: Headers;
	body: unknown;
}

/**
 * What an operation's answer must be: its shape and, for records and the rows of a list, the fields without
 * which it is not the thing asked for.
 */
export interface Expected {
	shape: ResponseShape;
	keys: readonly string[];
}

/** A JSON array of objects that each have `keys`. */
export const list = (...keys: string[]): Expected => ({ shape: 'list', keys });
/** A JSON object that has `keys`. */
export const record = (...keys: string[]): Expected => ({ shape: 'record', keys });
/** Status 204 (API document, Endpoints, General rules). */
export const nothing: Expected = { shape: 'nothing', keys: [] };
/** A binary stream with a Content-Disposition (API document, Attachment download); a login page has none. */
export const file: Expected = { shape: 'file', keys: [] };

const EXCERPT_CHARACTERS = 200;
const EXCERPT_BYTES = 2_000;

/**
 * Turns an answer into items, or says why it is none.
 *
 * @param hide takes the token out of texts that come from outside
 * @throws ServiceFailure for an error status, a redirect, or an answer that is not what the document promises
 */
export async function readResponse(
	response: Response,
	expected: Expected,
	hide: (text: string) => string,
): Promise<INodeExecutionData[]> {
	const { statusCode: status, headers } = response;
	const succeeded = status >= 200 && status < 300;
	const isFile = isStream(response.body) && 'content-disposition' in headers;
	if (succeeded && expected.shape === 'file' && isFile) return [{ json: {} }];
	const body = await start(response.body);
	if (!succeeded) {
		const message = messageOf(body, hide);
		throw new ServiceFailure({ kind: 'status', status, headers, message });
	}
	if (expected.shape === 'list' && isListOf(body, expected.keys)) return body.map((json) => ({ json }));
	if (expected.shape === 'record' && isRecord(body, expected.keys)) return [{ json: body }];
	if (expected.shape === 'nothing' && (isEmpty(body) || isRecord(body, []))) return [{ json: {} }];
	const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
	throw new ServiceFailure({
		kind: 'unexpectedResponse',
		status,
		expected: expected.shape,
		excerpt: shorten(hide(text)),
		cutOff: isEmpty(body) || (typeof body === 'string' && /^\s*([[{]|$)/.test(body)),
	});
}

/** The service's own words: `{ message }` (API document, Errors), or the start of what came instead. */
function messageOf(body: unknown, hide: (text: string) => string): string {
	const parsed = typeof body === 'string' ? parse(body) : body;
	if (isRecord(parsed, []) && typeof parsed.message === 'string') return shorten(hide(parsed.message));
	return isEmpty(body) ? '' : shorten(hide(typeof body === 'string' ? body : JSON.stringify(body)));
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

function shorten(text: string): string {
	const characters = [...text.replace(/\s+/g, ' ').trim()];
	return characters.length > EXCERPT_CHARACTERS
		? `${characters.slice(0, EXCERPT_CHARACTERS).join('')}…`
		: characters.join('');
}

/** The first bytes of what came where a file was asked for; anything else as it is. */
async function start(body: unknown): Promise<unknown> {
	if (!isStream(body)) return body;
	let text = '';
	for await (const chunk of body) {
		text += String(chunk);
		if (text.length > EXCERPT_BYTES) break;
	}
	return text;
}

function isListOf(body: unknown, keys: readonly string[]): body is IDataObject[] {
	return Array.isArray(body) && body.every((row) => isRecord(row, keys));
}

function isRecord(body: unknown, keys: readonly string[]): body is IDataObject {
	return typeof body === 'object' && body !== null && !Array.isArray(body) && keys.every((key) => key in body);
}

function isEmpty(body: unknown): boolean {
	return body === undefined || body === null || body === '';
}

function isStream(body: unknown): body is AsyncIterable<unknown> {
	return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}
