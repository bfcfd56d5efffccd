import { type INodeExecutionData, jsonParse } from 'n8n-workflow';
import { type Content, type Headers, type ResponseShape, ServiceFailure } from '../errors/failure';
import { excerpt } from '../excerpt';
import { type Expected, checkedAnswer, isObject } from './answer';

/** A whole answer, as n8n's HTTP helper returns it with `returnFullResponse`. */
export interface Response {
	statusCode: number;
	headers: Headers;
	body: unknown;
}

/** How much is read of an answer in place of a file: enough for the title of a page, and for a signed address. */
const PAGE_BYTES = 10_000;
/** The largest answer that is read into memory, unpacked: n8n's HTTP helper has no limit. A file is not read into memory. */
const MAX_ANSWER_BYTES = 100_000_000;
const TOO_LARGE = Symbol('too large');
/** The longest time that Node's timers accept (ms). */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The part of Node's streams that is needed. */
type Stream = AsyncIterable<Uint8Array> & { destroy?(): void };

/** The content of an answer: its rows as items, and how many rows the service sent. */
export interface Rows {
	items: INodeExecutionData[];
	rows: number;
}

/**
 * Reads the items of an answer, or throws why it is unusable.
 *
 * @param redactToken removes the token from texts of other programs
 * @param warn logs which rows were skipped
 * @throws ServiceFailure for an error status, a redirect, or an answer that is not what the document promises
 */
export async function readResponse(
	response: Response,
	expected: Expected,
	redactToken: (text: string) => string,
	warn: (message: string) => void,
): Promise<Rows> {
	const { statusCode: status, headers } = response;
	const { shape } = expected;
	const succeeded = status >= 200 && status < 300;
	if (succeeded && shape === 'file' && isFile(response)) return EMPTY;
	const body = shape === 'file' ? await textOfBody(response.body) : await wholeBody(response.body);
	if (!succeeded) {
		const message = messageOf(body, redactToken);
		throw new ServiceFailure({ kind: 'status', status, headers, message: message ?? '', ofGateway: message === undefined });
	}
	if (shape === 'nothing' && status === 204) return EMPTY;
	const checked = checkedAnswer(body, expected);
	if ('rows' in checked) {
		if (checked.skipped.length > 0) warn(`Left out of an answer of the service: ${checked.skipped.join(', ')}`);
		return { items: checked.rows.map((json) => ({ json })), rows: checked.sent };
	}
	const content = contentOf(body, shape);
	const title = content === 'foreign' ? pageTitle(String(body), redactToken) : undefined;
	throw new ServiceFailure({ kind: 'unexpectedResponse', status, expected: shape, content, missing: checked.missing, title });
}

/** The content of an answer without rows. */
export const EMPTY: Rows = { items: [{ json: {} }], rows: 1 };

function contentOf(body: unknown, shape: ResponseShape): Content {
	if (isNoBody(body)) return 'empty';
	if (body === TOO_LARGE) return 'tooLarge';
	// An answer in place of a file was not parsed.
	if (shape === 'file') return 'foreign';
	if (typeof body !== 'string') return 'json';
	if (body.trim() === '') return 'empty';
	// Complete JSON was parsed, so a text that begins like JSON was cut off.
	return /^\s*[[{]/.test(body) ? 'cutOff' : 'foreign';
}

/** @returns the service's own words: `{ message }` (API document, Errors); undefined for a body that is not from the service */
export function messageOf(body: unknown, redactToken: (text: string) => string): string | undefined {
	if (isNoBody(body)) return '';
	const parsed = typeof body === 'string' ? jsonParse<unknown>(body, { fallbackValue: null }) : body;
	if (!isObject(parsed)) return undefined;
	return typeof parsed.message === 'string' ? inOneLine(redactToken(parsed.message)) : '';
}

/** @returns the title of a web page. Errors show nothing else of the page, because the rest may contain customers' data */
function pageTitle(page: string, redactToken: (text: string) => string): string | undefined {
	const title = /<title[^>]*>([^<]*)</i.exec(page.slice(0, PAGE_BYTES))?.[1];
	return title === undefined || title.trim() === '' ? undefined : inOneLine(redactToken(title));
}

function inOneLine(text: string): string {
	return excerpt(text.replace(/\s+/g, ' ').trim());
}

/** @returns whether the answer is a file on its way */
export function isFile({ body, headers }: Response): boolean {
	return isStream(body) && 'content-disposition' in headers;
}

/**
 * The time-out of n8n's HTTP client ends with the headers of an answer that is read as a stream. So its body has that time again, as a
 * whole: an answer that stands still would hold up its item for ever. A file has no limit, as it may be large and n8n stores it.
 *
 * @returns the answer, whose body throws ServiceFailure (ETIMEDOUT) when the time is over
 */
export function withinTime(answer: Response, ms: number): Response {
	return isFile(answer) || !isStream(answer.body) ? answer : { ...answer, body: piecesWithin(answer.body, ms) };
}

async function* piecesWithin(body: Stream, ms: number): AsyncGenerator<Uint8Array> {
	const pieces = body[Symbol.asyncIterator]();
	const time = AbortSignal.timeout(Math.min(ms, MAX_TIMER_MS));
	let end = () => {};
	const isOver = new Promise<never>((_go, fail) => (end = () => fail(new ServiceFailure({ kind: 'network', code: 'ETIMEDOUT' }))));
	time.addEventListener('abort', end);
	try {
		for (;;) {
			const { done, value } = await Promise.race([pieces.next(), isOver]);
			if (done === true) return;
			yield value;
		}
	} finally {
		time.removeEventListener('abort', end);
		// The rest of it may still be coming.
		body.destroy?.();
	}
}

/** @returns the first characters of a stream that came in place of a file; any other body as it is */
export async function textOfBody(body: unknown): Promise<unknown> {
	return isStream(body) ? decoded(await beginningOf(body, PAGE_BYTES)) : body;
}

/** @returns the JSON of an answer, or its text where it is not JSON; TOO_LARGE above {@link MAX_ANSWER_BYTES} */
async function wholeBody(body: unknown): Promise<unknown> {
	if (!isStream(body)) return body;
	const pieces = await beginningOf(body, MAX_ANSWER_BYTES);
	if (pieces.reduce((bytes, { length }) => bytes + length, 0) > MAX_ANSWER_BYTES) return TOO_LARGE;
	const text = decoded(pieces);
	return jsonParse<unknown>(text, { fallbackValue: text });
}

/** @returns the pieces of a body. After the piece that exceeds `most` bytes nothing more is read */
async function beginningOf(body: Stream, most: number): Promise<Uint8Array[]> {
	const pieces: Uint8Array[] = [];
	let bytes = 0;
	for await (const piece of body) {
		pieces.push(piece);
		bytes += piece.length;
		if (bytes > most) break;
	}
	return pieces;
}

/** All requests and responses use UTF-8 (API document, What the service does). */
function decoded(pieces: readonly Uint8Array[]): string {
	return new TextDecoder().decode(Buffer.concat(pieces));
}

function isNoBody(body: unknown): boolean {
	return body === undefined || body === null || body === '';
}

function isStream(body: unknown): body is Stream {
	return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}
