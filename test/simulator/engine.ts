import { operationOf, requestProblems } from '../contract/check';
import { FaultList, gatewayPage, outcomeOf, type Fault } from './faults';
import {
	jsonAnswer,
	type Answer,
	type IncomingRequest,
	type Outcome,
	type RecordedRequest,
	type Violation,
} from './messages';
import { atExtreme, type Extreme } from './extremes';
import type { Interludes } from './interludes';
import { withLaterFields } from './laterAdditions';
import type { FileHost } from './fileHost';
import type { Readings } from './readings';
import { notFound, Refusal } from './refusal';
import { readBody, readPage } from './requestForm';
import { routes } from './resources';
import { Router, type Context, type Match } from './router';
import type { Schedule } from './schedule';
import type { Store } from './store/Store';
import type { Tokens } from './tokens';

/** What stands before the service refuses longer addresses (path with query); the document shows no such limit. */
export interface AddressLimit {
	bytes: number;
	status: 414 | 431;
}

/** What an engine is made of. */
export interface EngineParts {
	clock: () => number;
	tokens: Tokens;
	store: Store;
	files: FileHost;
	schedule: Schedule;
	interludes: Interludes;
	readings: Readings;
	/** how many requests are kept for tests; the oldest leave first */
	keepRequests: number;
	addressLimit?: AddressLimit;
	answers?: Extreme;
}

/** The service itself, without a network: a request in, an outcome out. */
export class Engine {
	readonly requests: RecordedRequest[] = [];
	readonly violations: Violation[] = [];
	readonly faults = new FaultList();
	private readonly router = new Router(routes);

	constructor(private readonly parts: EngineParts) {}

	/** Answers one request. State changes happen before the first wait, so requests take effect in the order they arrive. */
	async handle(incoming: IncomingRequest): Promise<Outcome> {
		const { schedule, interludes, store } = this.parts;
		schedule.catchUp();
		const request = this.record(incoming);
		interludes.run('before', request);
		store.wakeSnoozed();
		const { outcome, delayMs } = this.outcome(request, incoming.path);
		this.checkByContract(request);
		request.status = typeof outcome === 'string' ? outcome : outcome.status;
		interludes.run('after', request);
		if (delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, delayMs));
		return outcome;
	}

	/**
	 * Answers a request of another program that holds the token: it counts and takes effect, no fault hits it.
	 * @throws when it does what the document does not allow: a mistake of the test
	 */
	serveOther(incoming: IncomingRequest): { request: RecordedRequest; answer: Answer } {
		this.parts.store.wakeSnoozed();
		const request = this.read(incoming);
		const before = this.violations.length;
		const answer = this.answer(request);
		request.status = answer.status;
		const [mistake] = this.violations.splice(before);
		if (mistake) throw new Error(`The other program: ${mistake.message}`);
		return { request, answer };
	}

	/** A second reading of the document: what it finds counts like what this one finds. */
	private checkByContract(request: RecordedRequest): void {
		if (this.violations.some((violation) => violation.request === request)) return;
		for (const message of requestProblems(request)) this.violations.push({ request, message: `contract: ${message}` });
	}

	private outcome(request: RecordedRequest, address: string): { outcome: Outcome; delayMs?: number } {
		const { addressLimit } = this.parts;
		if (addressLimit && Buffer.byteLength(address) > addressLimit.bytes) {
			return { outcome: tooLong(addressLimit.status) };
		}
		const refusal = this.admission(request);
		if (refusal) return { outcome: this.dress(request, this.refused(request, refusal)) };
		const fault = this.faults.hit(request);
		if (!fault) return { outcome: this.dress(request, this.perform(request)) };
		return { outcome: this.withFault(request, fault), delayMs: fault.delayMs };
	}

	private answer(request: RecordedRequest): Answer {
		const refusal = this.admission(request);
		return this.dress(request, refusal ? this.refused(request, refusal) : this.perform(request));
	}

	/** Counts the request. @returns why it is not let in, or nothing */
	private admission({ headers }: RecordedRequest): Refusal | undefined {
		const limiter = this.parts.tokens.ofHeader(headers.authorization);
		if (!limiter) return new Refusal(401, 'Access token is missing or invalid');
		return limiter.take() ? undefined : new Refusal(403, 'Rate limit exceeded');
	}

	private withFault(request: RecordedRequest, fault: Fault): Outcome {
		const outcome = outcomeOf(fault, () => this.perform(request));
		if (typeof outcome === 'string') return outcome;
		const answer = this.dress(request, outcome, fault.withRateLimitHeaders ?? fault.kind !== 'gateway');
		for (const [name, value] of Object.entries(fault.headers ?? {})) {
			if (value === null) delete answer.headers[name];
		}
		return answer;
	}

	/** Adds the headers that every response carries. */
	private dress(request: RecordedRequest, answer: Answer, withRateLimit = true): Answer {
		const { clock, tokens } = this.parts;
		const limiter = tokens.ofHeader(request.headers.authorization) ?? tokens.main;
		const headers = {
			Date: new Date(clock()).toUTCString(),
			...(withRateLimit ? limiter.headers() : {}),
			...answer.headers,
		};
		return { ...answer, headers };
	}

	private perform(request: RecordedRequest): Answer {
		try {
			const match = this.router.match(request.method, request.path);
			const body = readBody(request, match.route);
			const page = readPage(request, match.route, body, this.parts.readings);
			const answer = match.route.handle(this.context(match, body, page));
			const { answers, readings } = this.parts;
			if (answers) return atExtreme(answer, operationOf(request), Object.values(match.params), answers);
			return readings.laterAdditions === 'some' ? withLaterFields(answer) : answer;
		} catch (error) {
			if (error instanceof Refusal) return this.refused(request, error);
			// A defect of the simulator must not look like a correct 500.
			const message = `simulator defect: ${error instanceof Error ? error.stack : String(error)}`;
			return this.refused(request, new Refusal(500, 'Server error', [message]));
		}
	}

	private refused(request: RecordedRequest, refusal: Refusal): Answer {
		for (const message of refusal.violations) this.violations.push({ request, message });
		return jsonAnswer(refusal.status, { message: refusal.message });
	}

	private context({ params }: Match, body: Record<string, unknown>, page: Context['page']): Context {
		const { store, files, readings } = this.parts;
		const id = (name: string) => Number(params[name]);
		return {
			store,
			files,
			readings,
			params,
			id,
			body,
			page,
			inbox: () => {
				const inbox = store.inboxes.get(id('message_box_id'));
				if (!inbox) throw notFound('Message box');
				return inbox;
			},
			addressBook: () => {
				const book = store.addressBooks.get(id('customer_group_id'));
				if (!book) throw notFound('Customer group');
				return book;
			},
		};
	}

	private record(incoming: IncomingRequest): RecordedRequest {
		const request = this.read(incoming);
		this.requests.push(request);
		if (this.requests.length > this.parts.keepRequests) this.requests.shift();
		return request;
	}

	private read(incoming: IncomingRequest): RecordedRequest {
		const [path, search = ''] = splitOnce(incoming.path, '?');
		const rawBody = incoming.rawBody?.toString() ?? '';
		return {
			at: this.parts.clock(),
			method: incoming.method,
			path,
			query: readQuery(search),
			headers: incoming.headers,
			rawBody,
			body: parseJson(rawBody),
		};
	}
}

/** The answer of the front of the service, which counts no requests and knows no service. */
function tooLong(status: number): Answer {
	return { status, headers: { 'Content-Type': 'text/html; charset=utf-8' }, body: gatewayPage(status) };
}

/** A parameter given twice is kept as `a,b`, which passes for no page number. */
function readQuery(search: string): Record<string, string> {
	const query: Record<string, string> = {};
	for (const [name, value] of new URLSearchParams(search)) {
		query[name] = Object.hasOwn(query, name) ? `${query[name]},${value}` : value;
	}
	return query;
}

function splitOnce(text: string, separator: string): [string, string?] {
	const place = text.indexOf(separator);
	return place < 0 ? [text] : [text.slice(0, place), text.slice(place + 1)];
}

function parseJson(text: string): unknown {
	// Most requests have no body, and an exception for each of them takes longer than all else that is done with it.
	if (text === '') return undefined;
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
