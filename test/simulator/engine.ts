import { FaultList, outcomeOf, type Fault } from './faults';
import {
	jsonAnswer,
	type Answer,
	type IncomingRequest,
	type Outcome,
	type RecordedRequest,
	type Violation,
} from './messages';
import type { Readings } from './options';
import type { RateLimiter } from './rateLimit';
import { notFound, Refusal } from './refusal';
import { readBody, readPage } from './requestForm';
import { routes } from './resources';
import { Router, type Context, type Match } from './router';
import type { Store } from './store/Store';

/** What an engine is made of. */
export interface EngineParts {
	token: string;
	clock: () => number;
	limiter: RateLimiter;
	store: Store;
	readings: Readings;
	/** how many requests are kept for tests; the oldest leave first */
	keepRequests: number;
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
		const request = this.record(incoming);
		this.parts.store.wakeSnoozed();
		const fault = this.admission(request);
		const outcome =
			fault instanceof Refusal
				? this.dress(this.refused(request, fault))
				: fault
					? this.withFault(request, fault)
					: this.dress(this.perform(request));
		request.status = typeof outcome === 'string' ? outcome : outcome.status;
		if (!(fault instanceof Refusal) && fault?.delayMs !== undefined) {
			const { delayMs } = fault;
			await new Promise((resolve) => setTimeout(resolve, delayMs));
		}
		return outcome;
	}

	/** @returns why the request is not let in, or the fault that hits it, or nothing */
	private admission(request: RecordedRequest): Refusal | Fault | undefined {
		if (request.headers.authorization !== `Bearer ${this.parts.token}`) {
			return new Refusal(401, 'Access token is missing or invalid');
		}
		if (!this.parts.limiter.take()) return new Refusal(403, 'Rate limit exceeded');
		return this.faults.hit(request);
	}

	private withFault(request: RecordedRequest, fault: Fault): Outcome {
		const outcome = outcomeOf(fault, () => this.perform(request));
		if (typeof outcome === 'string') return outcome;
		return this.dress(outcome, fault.withRateLimitHeaders ?? true);
	}

	/** Adds the headers that every response carries. */
	private dress(answer: Answer, withRateLimit = true): Answer {
		const headers = {
			Date: new Date(this.parts.clock()).toUTCString(),
			...(withRateLimit ? this.parts.limiter.headers() : {}),
			...answer.headers,
		};
		return { ...answer, headers };
	}

	private perform(request: RecordedRequest): Answer {
		try {
			const match = this.router.match(request.method, request.path);
			const body = readBody(request, match.route);
			const page = readPage(request, match.route, body);
			return match.route.handle(this.context(match, body, page));
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
		const { store, readings } = this.parts;
		const id = (name: string) => Number(params[name]);
		return {
			store,
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
		const [path, search = ''] = splitOnce(incoming.path, '?');
		const rawBody = incoming.rawBody?.toString() ?? '';
		const request: RecordedRequest = {
			at: this.parts.clock(),
			method: incoming.method,
			path,
			query: readQuery(search),
			headers: incoming.headers,
			rawBody,
			body: parseJson(rawBody),
		};
		this.requests.push(request);
		if (this.requests.length > this.parts.keepRequests) this.requests.shift();
		return request;
	}
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
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
