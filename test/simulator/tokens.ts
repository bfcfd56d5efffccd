import { RateLimiter } from './rateLimit';
import type { Readings } from './readings';

/** The access tokens of the tenant, each with its own window of requests, or all with one window. */
export class Tokens {
	private readonly limiters = new Map<string, RateLimiter>();
	/** the limiter of the first token; also used for the headers of answers to requests without a valid token */
	readonly main: RateLimiter;

	constructor(
		private readonly clock: () => number,
		private readonly limit: number,
		private readonly windowMs: number,
		first: string,
		private readonly readings: Pick<Readings, 'limitPer'>,
	) {
		this.main = this.add(first);
	}

	/** Issues a token; a known token stays as it is. */
	add(token: string): RateLimiter {
		const limiter = this.limiters.get(token) ?? new RateLimiter(this.clock, this.limit, this.windowMs);
		this.limiters.set(token, limiter);
		return limiter;
	}

	/** Revokes a token: from now on requests with it are answered with 401. */
	revoke(token: string): void {
		this.limiters.delete(token);
	}

	/** @returns the rate limit of the token in the header, undefined when the token is missing or not valid */
	ofHeader(authorization = ''): RateLimiter | undefined {
		const own = authorization.startsWith('Bearer ') ? this.limiters.get(authorization.slice('Bearer '.length)) : undefined;
		return own && this.readings.limitPer === 'tenant' ? this.main : own;
	}
}
