import type { RecordedRequest } from './messages';
import { toMillis, type TimeInput } from './time';

/** Which requests are meant; without any of it, the next one. */
export interface RequestMatch {
	method?: string;
	/** tested against the undecoded path without query */
	path?: RegExp;
	predicate?: (request: RecordedRequest) => boolean;
	/** from the nth matching request on, counted from 1 */
	nth?: number;
	/** how many matching requests; default 1 */
	times?: number | 'always';
	/** only requests that arrive at or after this time of the server's clock */
	from?: TimeInput;
	/** only requests that arrive before this time of the server's clock */
	until?: TimeInput;
}

/** Counts the requests that match, and says which of them are meant. */
export class MatchCounter {
	private seen = 0;
	private readonly first: number;
	private readonly end: number;

	constructor(private readonly match: RequestMatch = {}) {
		const { nth = 1, times = 1 } = match;
		this.first = nth;
		this.end = times === 'always' ? Infinity : nth + times;
	}

	/** Counts the request if it matches. @returns whether it is one of those that are meant */
	hits(request: RecordedRequest): boolean {
		if (!matches(this.match, request)) return false;
		this.seen += 1;
		return this.seen >= this.first && this.seen < this.end;
	}

	/** No later request can be meant, as far as counting goes. */
	get isSpent(): boolean {
		return this.seen >= this.end - 1;
	}
}

function matches({ method, path, predicate, from, until }: RequestMatch, request: RecordedRequest): boolean {
	return (
		(method === undefined || method === request.method) &&
		(path === undefined || path.test(request.path)) &&
		(from === undefined || request.at >= toMillis(from)) &&
		(until === undefined || request.at < toMillis(until)) &&
		(predicate === undefined || predicate(request))
	);
}
