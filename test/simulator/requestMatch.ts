import { operationOf } from '../contract/check';
import type { RecordedRequest } from './messages';

/** Which requests are meant; without any of it, the next one. */
export interface RequestMatch {
	method?: string;
	/** an operation by its id in the contract */
	operation?: string;
	/** tested against the undecoded path without query */
	path?: RegExp;
	predicate?: (request: RecordedRequest) => boolean;
	/** from the nth matching request on, counted from 1 */
	nth?: number;
	/** how many matching requests; default 1 */
	times?: number | 'always';
}

interface Waiting<What> {
	what: What;
	match: RequestMatch;
	/** matching requests so far */
	seen: number;
}

/** What waits for its requests, in the order in which it was added. */
export class WaitingList<What> {
	private waiting: Array<Waiting<What>> = [];

	add(what: What, match: RequestMatch = {}): void {
		this.waiting.push({ what, match, seen: 0 });
	}

	clear(): void {
		this.waiting = [];
	}

	/** @returns what waited for this request; each that matches counts it */
	hits(request: RecordedRequest): What[] {
		const matching = this.waiting.filter(({ match }) => matches(match, request));
		for (const one of matching) one.seen += 1;
		const hit = matching.filter(({ seen, match }) => seen >= (match.nth ?? 1));
		this.waiting = this.waiting.filter(({ seen, match }) => seen < lastOf(match));
		return hit.map(({ what }) => what);
	}
}

function matches({ method, operation, path, predicate }: RequestMatch, request: RecordedRequest): boolean {
	const isOperation = operation === undefined || operationOf(request)?.id === operation;
	return isOperation && (method ?? request.method) === request.method && path?.test(request.path) !== false && predicate?.(request) !== false;
}

/** @returns the number of the last matching request that is meant, from 1 */
function lastOf({ nth = 1, times = 1 }: RequestMatch): number {
	return times === 'always' ? Infinity : nth + times - 1;
}
