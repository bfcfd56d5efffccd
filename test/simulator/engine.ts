import { misfits, operationOf, pathParameters, requestProblems, type Problem } from '../contract/check';
import { isObject, type ContractOperation } from '../contract/contract';
import { ServiceClock } from './clock';
import type { Context } from './context';
import { atExtreme, type Extreme } from './extremes';
import { Faults, outcomeOf, type Fault } from './faults';
import { FileHost } from './fileHost';
import { seedLaterAdditions, withLaterFields } from './laterAdditions';
import { jsonAnswer, type Answer, type DoneRequest, type IncomingRequest, type Outcome, type RecordedRequest, type Violation } from './messages';
import { readingsWith, type Readings } from './readings';
import { notFound, Refusal } from './refusal';
import { WaitingList, type RequestMatch } from './requestMatch';
import { handlers } from './resources';
import { checkRows } from './resources/rules';
import { seedDemo, type SeedOptions } from './seed';
import { Store } from './store/Store';
import { Calendar } from './time';
import { Tokens } from './tokens';
import { shown } from './view';

export interface EngineOptions extends Partial<Readings> {
	/** default `sim-token` */
	token?: string;
	/** default 60 requests per 60,000 ms, in fixed windows aligned to the server's clock */
	rateLimit?: { limit?: number; windowMs?: number };
	/** the server's clock in milliseconds; default Date.now. Drives Date header, windows, timestamps and snooze */
	clock?: () => number;
	/** demo data; default true */
	seed?: boolean | SeedOptions;
	/** makes extreme answers that the document still allows; default: answers with the stored values */
	answers?: Extreme;
	/** how many requests are kept, the newest ones; default all. For long runs */
	keepRequests?: number;
}

export type Moment = 'before' | 'after';

/** The service without a network: takes a request and returns its outcome. */
export class Engine {
	readonly token: string;
	/** every request that arrived, oldest first */
	readonly requests: RecordedRequest[] = [];
	/** every request but GETs that was carried out, also one whose answer was lost, and one of another program; oldest first */
	readonly done: DoneRequest[] = [];
	readonly violations: Violation[] = [];
	private readonly acts = { before: new WaitingList<() => unknown>(), after: new WaitingList<() => unknown>() };
	/** the service's clock, which can be stepped */
	readonly clock: ServiceClock;
	/** the reading of each point that the document leaves open */
	readonly readings: Readings;
	readonly store: Store;
	/** the valid tokens; each has a window of its own */
	readonly tokens: Tokens;
	/** the host of files whose download is answered with an address */
	readonly files: FileHost;

	constructor(private readonly options: EngineOptions) {
		const { token = 'sim-token', rateLimit: { limit = 60, windowMs = 60_000 } = {}, seed = true } = options;
		this.token = token;
		this.readings = readingsWith(options);
		this.clock = new ServiceClock(options.clock ?? Date.now);
		this.store = new Store(this.clock.now, new Calendar(this.readings), this.readings);
		if (seed) seedDemo(this.store, seed === true ? {} : seed);
		if (seed && this.readings.laterAdditions === 'some') seedLaterAdditions(this.store, 101);
		this.tokens = new Tokens(this.clock.now, limit, windowMs, token, this.readings);
		this.files = new FileHost(this.clock.now, (violation) => this.violations.push(violation));
	}

	readonly faults = new Faults();

	/**
	 * Actions of others during a request of the client: before it takes effect, or after that and before its answer leaves, which waits for
	 * the end of what `act` returns.
	 */
	readonly interludes = {
		add: (moment: Moment, match: RequestMatch, act: () => unknown) => this.acts[moment].add(act, match),
	};

	/** Answers one request. State changes happen before the first wait, so requests take effect in the order they arrive. */
	handle = async (incoming: IncomingRequest): Promise<Outcome> => {
		const request = this.read(incoming);
		keep(this.requests, request, this.options);
		for (const act of this.acts.before.hits(request)) act();
		this.store.wakeSnoozed();
		const problems = requestProblems(request);
		this.violations.push(...problems.map(({ message }) => ({ request, message })));
		const { outcome, delayMs } = this.outcome(request, problems);
		request.status = typeof outcome === 'string' ? outcome : outcome.status;
		for (const act of this.acts.after.hits(request)) await act();
		if (delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, delayMs));
		return outcome;
	};

	/**
	 * Answers a request of another program with the same token: it counts and takes effect, but faults do not affect it.
	 * @throws when the document does not allow the request, which is a mistake of the test
	 */
	serveOther(incoming: IncomingRequest): Answer {
		this.store.wakeSnoozed();
		const request = this.read(incoming);
		const [mistake] = requestProblems(request);
		if (mistake) throw new Error(`The other program: ${mistake.message}`);
		return this.dress(request, this.admitted(request) ?? this.perform(request));
	}

	private outcome(request: RecordedRequest, problems: Problem[]): { outcome: Outcome; delayMs?: number } {
		const refusal = this.admitted(request);
		if (refusal) return { outcome: this.dress(request, refusal) };
		const fault = this.faults.hit(request);
		const perform = () => this.perform(request, problems);
		if (!fault) return { outcome: this.dress(request, perform()) };
		return { outcome: this.withFault(request, fault, perform), delayMs: fault.delayMs };
	}

	/** Counts the request. @returns the answer if the request is refused; undefined: it may go on */
	private admitted(request: RecordedRequest): Answer | undefined {
		const limiter = this.tokens.ofHeader(request.headers.authorization);
		if (!limiter) return refused(new Refusal(401, 'Access token is missing or invalid'));
		return limiter.take() ? undefined : refused(new Refusal(403, 'Rate limit exceeded'));
	}

	private withFault(request: RecordedRequest, fault: Fault, perform: () => Answer): Outcome {
		const withRateLimit = fault.withRateLimitHeaders ?? fault.kind !== 'gateway';
		return outcomeOf(fault, perform, (answer) => this.dress(request, answer, withRateLimit));
	}

	/** Adds the headers that every response carries. */
	private dress(request: RecordedRequest, answer: Answer, withRateLimit = true): Answer {
		const limiter = this.tokens.ofHeader(request.headers.authorization) ?? this.tokens.main;
		const headers = {
			Date: new Date(this.clock.now()).toUTCString(),
			...(withRateLimit ? limiter.headers() : {}),
			...answer.headers,
		};
		return { ...answer, headers };
	}

	private perform(request: RecordedRequest, problems: Problem[] = []): Answer {
		const operation = operationOf(request);
		const [wrong] = problems;
		if (wrong || !operation) return refused(new Refusal(wrong?.status ?? 404, wrong?.message ?? 'Not found'));
		try {
			const context = this.context(operation, request);
			checkRows(context, operation);
			const answer = this.answer(operation, context);
			if (request.method !== 'GET') keep(this.done, { method: request.method, path: request.path, answer }, this.options);
			return answer;
		} catch (error) {
			if (error instanceof Refusal) return refused(error);
			// A defect of the simulator must not look like a correct 500.
			this.violations.push({ request, message: `simulator defect: ${error instanceof Error ? error.stack : String(error)}` });
			return refused(new Refusal(500, 'Server error'));
		}
	}

	/** Carries the request out. @returns its answer, with the document's fields @throws when it does not fit the contract */
	private answer(operation: ContractOperation, context: Context): Answer {
		const found = handlers[operation.id](context);
		if (operation.status === 204) return { status: 204, headers: {}, body: Buffer.alloc(0) };
		// The answer is a file, which has no schema.
		if (!operation.answer) return found as Answer;
		const view = shown(operation.answer, found, this.store.calendar);
		const { answers } = this.options;
		const answer = answers ? atExtreme(view, operation.answer, Object.values(context.params), answers) : view;
		const [misfit] = misfits(operation.answer, answer, operation.id);
		if (misfit !== undefined) throw new Error(misfit);
		return jsonAnswer(operation.status, this.readings.laterAdditions === 'some' ? withLaterFields(answer) : answer);
	}

	private context(operation: ContractOperation, request: RecordedRequest): Context {
		const { store, files, readings } = this;
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
			page: pageOf(operation, body, request.query),
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

	private read(incoming: IncomingRequest): RecordedRequest {
		const [path, search = ''] = splitOnce(incoming.path, '?');
		const rawBody = incoming.rawBody?.toString() ?? '';
		return {
			at: this.clock.now(),
			method: incoming.method,
			path,
			query: readQuery(search),
			headers: incoming.headers,
			rawBody,
			body: parseJson(rawBody),
		};
	}
}

/** @returns page and page size of a list, with the contract's default and maximum */
function pageOf(operation: ContractOperation, body: Record<string, unknown>, query: Record<string, string>): Context['page'] {
	const ofBody = operation.body?.properties?.per_page;
	const ofQuery = operation.parameters.find(({ name }) => name === 'per_page')?.schema;
	const given: Record<string, unknown> = ofBody === undefined ? query : body;
	const { default: usual = 30, maximum = 30 } = ofQuery ?? ofBody ?? {};
	return { perPage: Math.min(Number(given.per_page ?? usual), maximum), page: Number(given.page ?? 1) };
}

function keep<Kept>(all: Kept[], one: Kept, { keepRequests = Infinity }: EngineOptions): void {
	all.push(one);
	if (all.length > keepRequests) all.shift();
}

function refused({ status, message }: Refusal): Answer {
	return jsonAnswer(status, { message });
}

/** Reads the query. A parameter that occurs twice becomes `a,b`, which is not a valid page number. */
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
	// Most requests have no body, and an exception for each of them would take longer than the rest of the request.
	if (text === '') return undefined;
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
