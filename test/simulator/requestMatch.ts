import { operationOf } from '../contract/check';
import type { RecordedRequest } from './messages';

/** Selects requests; without any field, the next request. */
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

/** Entries that wait for their requests, in the order in which they were added. */
export class WaitingList<What> {
	private waiting: Array<Waiting<What>> = [];

	add(what: What, match: RequestMatch = {}): void {
		this.waiting.push({ what, match, seen: 0 });
	}

	clear(): void {
		this.waiting = [];
	}

	/** @returns the entries for this request; every entry that matches counts it */
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

/** @returns the number of the last selected request among the matching ones, from 1 */
function lastOf({ nth = 1, times = 1 }: RequestMatch): number {
	return times === 'always' ? Infinity : nth + times - 1;
}
