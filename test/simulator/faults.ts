/** The faults that a test can add to a request. */
import { gzipSync } from 'node:zlib';
import { isObject } from '../contract/contract';
import { jsonAnswer, type Answer, type Delivery, type Outcome, type RecordedRequest } from './messages';
import { WaitingList, type RequestMatch } from './requestMatch';

/** The options of a fault, all optional; an option of some kinds only begins with their names. */
interface FaultOptions {
	/** which requests it hits; default: the next one */
	when?: RequestMatch;
	/** default: depends on the kind */
	status?: number;
	/** null: the header is left out; a function gets the real header, or an empty text, and returns the new one */
	headers?: Record<string, string | null | ((real: string) => string)>;
	/** text is sent as it is, anything else as JSON */
	body?: unknown;
	/** default true, for `gateway` false */
	withRateLimitHeaders?: boolean;
	/** the delay of the answer */
	delayMs?: number;
	/** `redirect`: default `/login` */
	location?: string;
	/** whether the request takes effect; default: depends on the kind */
	afterEffect?: boolean;
	/** `partial`: fields that are missing, below others with dots (`messages.attachments`); lists are passed through */
	omit?: string[];
	/** `partial`: other values of fields, e.g. `{ label_ids: null }` */
	replace?: Record<string, unknown>;
	/** `rewritten`: changes the text of the answer; for JSON see `inJson` */
	rewrite?: (text: string) => string;
	/** `large`: size of the answer in megabytes, default 200 */
	megabytes?: number;
	/** `large`: compressed with gzip, so that little is sent */
	isPacked?: boolean;
}

export type FaultKind = keyof typeof KINDS;

export interface Fault extends FaultOptions {
	kind: FaultKind;
}

interface Kind {
	takesEffect: boolean;
	/** makes the answer for the client; `real` is undefined if the request took no effect; default: the real answer */
	shows?: (fault: FaultOptions, real: Answer | undefined) => Outcome;
	/** how the answer is sent; default: completely and at once */
	delivery?: Delivery;
}

const HTML = { 'Content-Type': 'text/html; charset=utf-8' };
const NOTHING = Buffer.alloc(0);
const JSON_ARRAY = 0x5b;
const GATEWAY_TITLES: Record<number, string> = { 502: 'Bad Gateway', 503: 'Service Temporarily Unavailable', 504: 'Gateway Time-out' };

const KINDS = {
	/** an error status, by default 500 */
	status: { takesEffect: false, shows: ({ status = 500 }) => jsonAnswer(status, { message: 'The simulator was set to fail' }) },
	/** connection reset, nothing was done */
	resetBefore: { takesEffect: false, shows: () => 'reset' },
	/** connection reset after the request took effect */
	resetAfter: { takesEffect: true, shows: () => 'reset' },
	/** silence, nothing was done */
	noAnswer: { takesEffect: false, shows: () => 'noAnswer' },
	/** silence after the request took effect */
	noAnswerAfter: { takesEffect: true, shows: () => 'noAnswer' },
	/** a web page instead of JSON, by default with status 200: a sign-on portal or a captive network */
	html: { takesEffect: false, shows: () => ({ status: 200, headers: HTML, body: page('Sign in') }) },
	/** an error page of a gateway between client and service, by default 502, without the service's headers */
	gateway: {
		takesEffect: false,
		shows: ({ status = 502 }) => ({ status, headers: HTML, body: page(`${status} ${GATEWAY_TITLES[status] ?? 'Error'}`) }),
	},
	/** success, by default 200, with JSON that another program wrote: `{"message":"please log in"}` or `body` */
	foreignBody: { takesEffect: false, shows: () => jsonAnswer(200, { message: 'please log in' }) },
	/** 302 to `location` */
	redirect: { takesEffect: false, shows: ({ location = '/login' }) => ({ status: 302, headers: { ...HTML, Location: location }, body: NOTHING }) },
	/** status 200 with the first half of the real body */
	cutJson: {
		takesEffect: true,
		shows: (_fault, real) => {
			const whole = real && real.body.length > 1 ? real.body : Buffer.from('{"message_id": 1}');
			return { ...jsonAnswer(200, null), body: half(whole) };
		},
	},
	/** status 200 without a body */
	emptyBody: { takesEffect: true, shows: () => ({ ...jsonAnswer(200, null), body: NOTHING }) },
	/** status 200 with JSON of another shape than promised */
	wrongShape: { takesEffect: true, shows: (_fault, real) => jsonAnswer(200, real?.body[0] === JSON_ARRAY ? { result: 'ok' } : ['ok']) },
	/** the real answer without the fields of `omit`, and with the values of `replace` */
	partial: { takesEffect: true, shows: (fault, real) => partial(fault, real!) },
	/** the real answer, changed by `rewrite` */
	rewritten: { takesEffect: true, shows: ({ rewrite = String }, real) => rewritten(real!, rewrite) },
	/** the real answer with blanks after it, which do not change the JSON */
	large: { takesEffect: true, shows: (fault, real) => large(fault, real!) },
	/** the real answer with other headers */
	headers: { takesEffect: true },
	/** the real answer, `delayMs` late */
	delay: { takesEffect: true },
	/** the real answer announced in full; after half of its body the connection breaks */
	breakOff: { takesEffect: true, delivery: 'breakOff' },
	/** the real answer announced in full; after half of its body nothing more comes */
	stall: { takesEffect: true, delivery: 'stall' },
} satisfies Record<string, Kind>;

/** Faults that wait for their requests; if several match a request, only the first one is used. */
export class Faults {
	private readonly waiting = new WaitingList<Fault>();

	add(fault: Fault): void {
		this.waiting.add(fault, fault.when);
	}

	clear(): void {
		this.waiting.clear();
	}

	/** @returns the fault that hits this request */
	hit(request: RecordedRequest): Fault | undefined {
		return this.waiting.hits(request)[0];
	}
}

/**
 * @param perform lets the request take effect and returns the real answer
 * @param dress adds the headers that every answer carries, before the fault changes headers
 * @returns the outcome for the client; the caller has to wait for the fault's `delayMs`
 */
export function outcomeOf(fault: Fault, perform: () => Answer, dress: (answer: Answer) => Answer): Outcome {
	const { takesEffect, shows, delivery }: Kind = KINDS[fault.kind];
	const real = (fault.afterEffect ?? takesEffect) ? perform() : undefined;
	const outcome = shows ? shows(fault, real) : real!;
	if (typeof outcome === 'string') return outcome;
	const { status = outcome.status } = fault;
	const body = fault.body === undefined ? outcome.body : bodyOf(fault.body);
	const { headers } = dress(outcome);
	return { status, headers: changed(headers, fault), body, delivery };
}

function changed(headers: Answer['headers'], fault: FaultOptions): Answer['headers'] {
	const left = { ...headers };
	for (const [name, value] of Object.entries(fault.headers ?? {})) {
		if (value === null) delete left[name];
		else left[name] = typeof value === 'string' ? value : value(left[name] ?? '');
	}
	return left;
}

const isJson = ({ status, headers }: Answer) => status === 200 && headers['Content-Type']?.startsWith('application/json');

/** @returns a `rewrite` that changes the JSON of an answer of success, for example `inJson((rows) => [null, ...rows])` */
export function inJson<Json>(change: (json: Json) => unknown): (text: string) => string {
	return (text) => JSON.stringify(change(JSON.parse(text) as Json));
}

function rewritten(real: Answer, rewrite: (text: string) => string): Answer {
	return isJson(real) ? { ...real, body: Buffer.from(rewrite(real.body.toString())) } : real;
}

function large({ megabytes = 200, isPacked = false }: FaultOptions, real: Answer): Answer {
	const body = Buffer.concat([real.body, Buffer.alloc(megabytes * 1_000_000, ' ')]);
	return isPacked ? { ...real, headers: { ...real.headers, 'Content-Encoding': 'gzip' }, body: gzipSync(body) } : { ...real, body };
}

/** @returns the real answer of success with fields left out or replaced; any other answer as it is */
function partial({ omit = [], replace = {} }: FaultOptions, real: Answer): Answer {
	const change = (value: unknown): unknown => {
		const rest = omit.reduce((left, path) => without(left, path.split('.')), value);
		return isObject(rest) ? { ...rest, ...replace } : rest;
	};
	return rewritten(real, inJson((whole) => (Array.isArray(whole) ? whole.map(change) : change(whole))));
}

function without(value: unknown, [name, ...deeper]: string[]): unknown {
	if (Array.isArray(value)) return value.map((element) => without(element, [name, ...deeper]));
	if (!isObject(value) || !Object.hasOwn(value, name)) return value;
	const { [name]: field, ...rest } = value;
	return deeper.length === 0 ? rest : { ...value, [name]: without(field, deeper) };
}

function page(title: string): Buffer {
	return Buffer.from(`<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`);
}

function bodyOf(body: unknown): Buffer {
	return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

/** @returns the first half of a body, with the byte in its middle */
export function half(body: Buffer): Buffer {
	return body.subarray(0, Math.ceil(body.length / 2));
}

const absent = { 'X-RateLimit-Limit': null, 'X-RateLimit-Remaining': null, 'X-RateLimit-Reset': null };

/** The reset in smaller units than seconds, for faults of kind `headers`. */
export const RESET_UNITS = { milliseconds: finer(3), microseconds: finer(6), nanoseconds: finer(9) };

function finer(digits: number): Fault['headers'] {
	return { 'X-RateLimit-Reset': (seconds) => seconds + '0'.repeat(digits) };
}

/** Rate-limit headers that cannot be true, for faults of kind `headers`; the other headers stay as they are. */
export const RATE_LIMIT_NONSENSE: Record<string, Record<string, string | null>> = {
	'limit 0': { 'X-RateLimit-Limit': '0', 'X-RateLimit-Remaining': '0' },
	'limit 0, rest true': { 'X-RateLimit-Limit': '0' },
	'limit negative': { 'X-RateLimit-Limit': '-60', 'X-RateLimit-Remaining': '-1' },
	'limit no number': { 'X-RateLimit-Limit': 'sixty', 'X-RateLimit-Remaining': 'many', 'X-RateLimit-Reset': 'soon' },
	'limit empty': { 'X-RateLimit-Limit': '', 'X-RateLimit-Remaining': '', 'X-RateLimit-Reset': '' },
	'limit a fraction': { 'X-RateLimit-Limit': '0.5' },
	'limit beyond all numbers': { 'X-RateLimit-Limit': 'Infinity', 'X-RateLimit-Remaining': '1e400' },
	'no headers': absent,
	'limit absent': { 'X-RateLimit-Limit': null },
	'remaining absent': { 'X-RateLimit-Remaining': null },
	'reset absent': { 'X-RateLimit-Reset': null },
	'remaining above the limit': { 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '1000' },
	'remaining negative': { 'X-RateLimit-Remaining': '-5' },
	'reset past': { 'X-RateLimit-Reset': '1' },
	'reset a thousand years ahead': { 'X-RateLimit-Reset': '33000000000' },
};
