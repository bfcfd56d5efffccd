import type { RecordedRequest } from './messages';

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
		const { method = request.method, path, predicate } = this.match;
		if (method !== request.method || path?.test(request.path) === false || predicate?.(request) === false) return false;
		this.seen += 1;
		return this.seen >= this.first && this.seen < this.end;
	}

	/** No later request can be meant, as far as counting goes. */
	get isSpent(): boolean {
		return this.seen >= this.end - 1;
	}
}
