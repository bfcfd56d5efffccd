import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { jsonParse } from 'n8n-workflow';

import type { Content, Headers, ResponseShape } from '../errors/failure';
import { ServiceFailure } from '../errors/failure';
import { excerpt } from '../excerpt';
import type { Fields } from './fields';
import { isObject, missingField, present } from './fields';

/** A whole answer, as n8n's HTTP helper gives it with `returnFullResponse`. */
export interface Response {
	statusCode: number;
	headers: Headers;
	body: unknown;
}

/**
 * What an operation's answer must be: its shape and, for records and the rows of a list, the fields without
 * which it is not the thing asked for, or on which something rests.
 */
export interface Expected {
	shape: ResponseShape;
	fields: Fields;
}

/** Fields that must be there; an object says besides what they must be. */
type Needed = Array<string | Fields>;

/** A JSON array of objects that each have these fields. */
export const list = (...needed: Needed): Expected => ({ shape: 'list', fields: fieldsOf(needed) });
/** A JSON object that has these fields. */
export const record = (...needed: Needed): Expected => ({ shape: 'record', fields: fieldsOf(needed) });
/** Status 204, and no other (API document, Endpoints, General rules): a login page answers with 200. */
export const nothing: Expected = { shape: 'nothing', fields: {} };
/** A binary stream with a Content-Disposition (API document, Attachment download); a login page has none. */
export const file: Expected = { shape: 'file', fields: {} };

/** As much as is read of what comes in place of a file: enough for the title of a page, and for a signed address. */
const PAGE_CHARACTERS = 10_000;

/**
 * Reads the items of an answer, or says why it is none.
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
	const { shape, fields } = expected;
	const succeeded = status >= 200 && status < 300;
	if (succeeded && shape === 'file' && isFile(response)) return [{ json: {} }];
	const body = await textOfBody(response.body);
	if (!succeeded) {
		const message = messageOf(body, hide);
		throw new ServiceFailure({ kind: 'status', status, headers, message: message ?? '', ofGateway: message === undefined });
	}
	if (shape === 'nothing' && status === 204) return [{ json: {} }];
	const rows = rowsOf(body, shape);
	const wrong = rows?.find((row) => missingField(row, fields) !== undefined);
	if (rows !== undefined && wrong === undefined) return rows.map((json) => ({ json }));
	const content = contentOf(body, shape);
	const title = content === 'foreign' ? titleOf(String(body), hide) : undefined;
	// What has none of the fields is another thing, and not one that is incomplete.
	const isPart = wrong !== undefined && Object.keys(fields).some((name) => name in wrong);
	const missing = isPart ? missingField(wrong, fields) : undefined;
	throw new ServiceFailure({ kind: 'unexpectedResponse', status, expected: shape, content, missing, title });
}

/** @returns the objects of a list or the one object of a record, or undefined when it is neither */
function rowsOf(body: unknown, shape: ResponseShape): IDataObject[] | undefined {
	if (shape === 'list') return Array.isArray(body) && body.every(isObject) ? (body as IDataObject[]) : undefined;
	return shape === 'record' && isObject(body) ? [body as IDataObject] : undefined;
}

function contentOf(body: unknown, shape: ResponseShape): Content {
	if (isEmpty(body)) return 'empty';
	// What came instead of a file was not parsed.
	if (shape === 'file') return 'foreign';
	if (typeof body !== 'string') return 'json';
	if (body.trim() === '') return 'empty';
	// The HTTP client has parsed what is whole.
	return /^\s*[[{]/.test(body) ? 'cutOff' : 'foreign';
}

/** @returns the service's own words: `{ message }` (API document, Errors); undefined for what the service does not write */
function messageOf(body: unknown, hide: (text: string) => string): string | undefined {
	if (isEmpty(body)) return '';
	const parsed = typeof body === 'string' ? jsonParse<unknown>(body, { fallbackValue: null }) : body;
	if (!isObject(parsed)) return undefined;
	return typeof parsed.message === 'string' ? inOneLine(hide(parsed.message)) : '';
}

/** Only the title of a page is shown: the rest may hold customers' data. */
function titleOf(page: string, hide: (text: string) => string): string | undefined {
	const title = /<title[^>]*>([^<]*)</i.exec(page.slice(0, PAGE_CHARACTERS))?.[1];
	return title === undefined || title.trim() === '' ? undefined : inOneLine(hide(title));
}

function inOneLine(text: string): string {
	return excerpt(text.replace(/\s+/g, ' ').trim());
}

/** @returns whether the answer is a file on its way */
export function isFile({ body, headers }: Response): boolean {
	return isStream(body) && 'content-disposition' in headers;
}

/** The first characters of what came where a file was asked for; anything else as it is. */
export async function textOfBody(body: unknown): Promise<unknown> {
	if (!isStream(body)) return body;
	let text = '';
	for await (const chunk of body) {
		text += String(chunk);
		if (text.length > PAGE_CHARACTERS) break;
	}
	return text;
}

function fieldsOf(needed: Needed): Fields {
	return Object.assign({}, ...needed.map((one) => (typeof one === 'string' ? { [one]: present } : one))) as Fields;
}

function isEmpty(body: unknown): boolean {
	return body === undefined || body === null || body === '';
}

function isStream(body: unknown): body is AsyncIterable<unknown> {
	return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}
