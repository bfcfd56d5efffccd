import { RateLimiter } from './rateLimit';
import type { Readings } from './readings';

/** The access tokens of the tenant, each with a window of requests of its own, or all with one. */
export class Tokens {
	private readonly limiters = new Map<string, RateLimiter>();
	/** of the first token; shows the headers of answers to requests without a valid one */
	readonly main: RateLimiter;

	constructor(
		private readonly clock: () => number,
		private limit: number,
		private windowMs: number,
		first: string,
		private readonly readings: Pick<Readings, 'limitPer'>,
	) {
		this.main = this.add(first);
	}

	/** Issues a token; a known one stays as it is. */
	add(token: string): RateLimiter {
		const limiter = this.limiters.get(token) ?? new RateLimiter(this.clock, this.limit, this.windowMs);
		this.limiters.set(token, limiter);
		return limiter;
	}

	/** From now on requests with it are answered with 401. */
	revoke(token: string): void {
		this.limiters.delete(token);
	}

	/** @returns the rate limit of the token in the header, undefined when there is no valid one */
	ofHeader(authorization = ''): RateLimiter | undefined {
		const own = authorization.startsWith('Bearer ') ? this.limiters.get(authorization.slice('Bearer '.length)) : undefined;
		return own && this.readings.limitPer === 'tenant' ? this.main : own;
	}

	/** Changes the rate limit of every token; their running windows start over. */
	set(change: { limit?: number; windowMs?: number }): void {
		this.limit = change.limit ?? this.limit;
		this.windowMs = change.windowMs ?? this.windowMs;
		for (const limiter of new Set([this.main, ...this.limiters.values()])) limiter.set(change);
	}
}
