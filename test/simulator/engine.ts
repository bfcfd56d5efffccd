import { operationOf, pathParameters, requestProblems, type Problem } from '../contract/check';
import { isObject, type ContractOperation } from '../contract/contract';
import type { Context } from './context';
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
import { handlers } from './resources';
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

	constructor(private readonly parts: EngineParts) {}

	/** Answers one request. State changes happen before the first wait, so requests take effect in the order they arrive. */
	async handle(incoming: IncomingRequest): Promise<Outcome> {
		const { schedule, interludes, store } = this.parts;
		schedule.catchUp();
		const request = this.record(incoming);
		interludes.run('before', request);
		store.wakeSnoozed();
		const problems = requestProblems(request);
		this.violations.push(...problems.map(({ message }) => ({ request, message })));
		const { outcome, delayMs } = this.outcome(request, incoming.path, problems);
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
		const [mistake] = requestProblems(request);
		if (mistake) throw new Error(`The other program: ${mistake.message}`);
		const refusal = this.admission(request);
		const answer = this.dress(request, refusal ? refused(refusal) : this.perform(request));
		request.status = answer.status;
		return { request, answer };
	}

	private outcome(request: RecordedRequest, address: string, problems: Problem[]): { outcome: Outcome; delayMs?: number } {
		const { addressLimit } = this.parts;
		if (addressLimit && Buffer.byteLength(address) > addressLimit.bytes) {
			return { outcome: tooLong(addressLimit.status) };
		}
		const refusal = this.admission(request);
		if (refusal) return { outcome: this.dress(request, refused(refusal)) };
		const fault = this.faults.hit(request);
		const perform = () => this.perform(request, problems);
		if (!fault) return { outcome: this.dress(request, perform()) };
		return { outcome: this.withFault(request, fault, perform), delayMs: fault.delayMs };
	}

	/** Counts the request. @returns why it is not let in, or nothing */
	private admission({ headers }: RecordedRequest): Refusal | undefined {
		const limiter = this.parts.tokens.ofHeader(headers.authorization);
		if (!limiter) return new Refusal(401, 'Access token is missing or invalid');
		return limiter.take() ? undefined : new Refusal(403, 'Rate limit exceeded');
	}

	private withFault(request: RecordedRequest, fault: Fault, perform: () => Answer): Outcome {
		const outcome = outcomeOf(fault, perform);
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

	private perform(request: RecordedRequest, problems: Problem[] = []): Answer {
		const { answers, readings } = this.parts;
		const operation = operationOf(request);
		const wrong = problems.find(({ message }) => !isAccepted(readings, message));
		if (wrong || !operation) return refused(new Refusal(wrong?.status ?? 404, wrong?.message ?? 'Not found'));
		try {
			const context = this.context(operation, request);
			const answer = handlers[operation.id](context);
			if (answers) return atExtreme(answer, operation, Object.values(context.params), answers);
			return readings.laterAdditions === 'some' ? withLaterFields(answer) : answer;
		} catch (error) {
			if (error instanceof Refusal) return refused(error);
			// A defect of the simulator must not look like a correct 500.
			this.violations.push({ request, message: `simulator defect: ${error instanceof Error ? error.stack : String(error)}` });
			return refused(new Refusal(500, 'Server error'));
		}
	}

	private context(operation: ContractOperation, request: RecordedRequest): Context {
		const { store, files, readings } = this.parts;
		const params = pathParameters(operation, request);
		const body = isObject(request.body) ? request.body : {};
		const id = (name: string) => Number(params[name]);
		return {
			store,
			files,
			readings,
			params,
			id,
			body,
			page: pageOf(operation, { ...body, ...request.query }),
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

/** @returns whether a reading lets pass what the document does not show; it is a violation nevertheless */
function isAccepted({ perPageAboveMax, snoozeTermAndTime }: Readings, problem: string): boolean {
	return (perPageAboveMax === 'capped' && /per_page must be <=/.test(problem)) || (snoozeTermAndTime === 'accepted' && /^body must NOT be valid/.test(problem));
}

/** @returns page and page size of a list, by the contract's default and at most its maximum */
function pageOf({ parameters, body }: ContractOperation, given: Record<string, unknown>): Context['page'] {
	const inQuery = parameters.find(({ name }) => name === 'per_page')?.schema;
	const { default: usual = 30, maximum = 30 } = inQuery ?? body?.properties?.per_page ?? {};
	return { perPage: Math.min(Number(given.per_page ?? usual), maximum), page: Number(given.page ?? 1) };
}

function refused({ status, message }: Refusal): Answer {
	return jsonAnswer(status, { message });
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
