import type { Answer, Outcome, RecordedRequest } from './messages';
import { jsonAnswer } from './messages';

export type FaultKind =
	/** an error status, by default 500 */
	| 'status'
	/** connection reset, nothing was done */
	| 'resetBefore'
	/** connection reset after the request took effect */
	| 'resetAfter'
	/** silence, nothing was done */
	| 'noAnswer'
	/** silence after the request took effect */
	| 'noAnswerAfter'
	/** a web page instead of JSON, by default with status 200 */
	| 'html'
	/** status 200 with the first half of the real body */
	| 'cutJson'
	/** status 200 without a body */
	| 'emptyBody'
	/** status 200 with JSON of another shape than promised */
	| 'wrongShape'
	/** the real answer, `delayMs` late */
	| 'delay'
	/** 302 to `location` */
	| 'redirect';

export interface Fault {
	/** which requests it hits; default: the next one */
	when?: {
		method?: string;
		/** tested against the undecoded path without query */
		path?: RegExp;
		predicate?: (request: RecordedRequest) => boolean;
		/** hit from the nth matching request on, counted from 1 */
		nth?: number;
		/** how many matching requests are hit; default 1 */
		times?: number;
	};
	kind: FaultKind;
	status?: number;
	headers?: Record<string, string>;
	/** text is sent as it is, anything else as JSON */
	body?: unknown;
	/** default true */
	withRateLimitHeaders?: boolean;
	delayMs?: number;
	location?: string;
	/** whether the request takes effect; default: what the kind says, no for status, html and redirect */
	afterEffect?: boolean;
}

const PAGE = '<!DOCTYPE html><html><head><title>Sign in</title></head><body><h1>Sign in</h1></body></html>';

const TAKES_EFFECT: Record<FaultKind, boolean> = {
	status: false,
	resetBefore: false,
	resetAfter: true,
	noAnswer: false,
	noAnswerAfter: true,
	html: false,
	cutJson: true,
	emptyBody: true,
	wrongShape: true,
	delay: true,
	redirect: false,
};

/** The faults waiting for their requests, in the order in which they were added. */
export class FaultList {
	private pending: Array<{ fault: Fault; seen: number }> = [];

	add(fault: Fault): void {
		this.pending.push({ fault, seen: 0 });
	}

	clear(): void {
		this.pending = [];
	}

	/** @returns the fault that hits this request, if any; every matching fault counts the request */
	hit(request: RecordedRequest): Fault | undefined {
		let hit: Fault | undefined;
		for (const entry of this.pending) {
			if (!matches(entry.fault, request)) continue;
			entry.seen += 1;
			const { nth = 1, times = 1 } = entry.fault.when ?? {};
			if (!hit && entry.seen >= nth && entry.seen < nth + times) hit = entry.fault;
		}
		this.pending = this.pending.filter(
			({ fault: { when }, seen }) => seen < (when?.nth ?? 1) + (when?.times ?? 1) - 1,
		);
		return hit;
	}
}

function matches({ when = {} }: Fault, request: RecordedRequest): boolean {
	return (
		(when.method === undefined || when.method === request.method) &&
		(when.path === undefined || when.path.test(request.path)) &&
		(when.predicate === undefined || when.predicate(request))
	);
}

/**
 * @param perform lets the request take effect and returns the real answer
 * @returns what the client gets instead of it (or late, for `delay`; the caller waits)
 */
export function outcomeOf(fault: Fault, perform: () => Answer): Outcome {
	const real = (fault.afterEffect ?? TAKES_EFFECT[fault.kind]) ? perform() : undefined;
	switch (fault.kind) {
		case 'resetBefore':
		case 'resetAfter':
			return 'reset';
		case 'noAnswer':
		case 'noAnswerAfter':
			return 'noAnswer';
		case 'delay':
			return real ?? perform();
		default:
			return disguise(fault, real);
	}
}

function disguise(fault: Fault, real: Answer | undefined): Answer {
	const answer = { ...standIn(fault, real) };
	if (fault.status !== undefined) answer.status = fault.status;
	if (fault.body !== undefined) {
		answer.body = Buffer.from(
			typeof fault.body === 'string' ? fault.body : JSON.stringify(fault.body),
		);
	}
	answer.headers = { ...answer.headers, ...fault.headers };
	return answer;
}

function standIn(fault: Fault, real: Answer | undefined): Answer {
	const html = { 'Content-Type': 'text/html; charset=utf-8' };
	switch (fault.kind) {
		case 'html':
			return { status: 200, headers: html, body: Buffer.from(PAGE) };
		case 'redirect':
			return {
				status: 302,
				headers: { ...html, Location: fault.location ?? '/login' },
				body: Buffer.alloc(0),
			};
		case 'cutJson': {
			const whole = real && real.body.length > 1 ? real.body : Buffer.from('{"message_id": 1}');
			return { ...jsonAnswer(200, null), body: whole.subarray(0, Math.ceil(whole.length / 2)) };
		}
		case 'emptyBody':
			return { ...jsonAnswer(200, null), body: Buffer.alloc(0) };
		case 'wrongShape':
			return jsonAnswer(200, real?.body[0] === 0x5b ? { result: 'ok' } : ['ok']);
		default:
			return jsonAnswer(fault.status ?? 500, { message: 'The simulator was told to fail' });
	}
}
