/** The service's rate limit: a fixed window on the server's clock, shared by everything that holds the token (section "Limits"). */
export class RateLimiter {
	private windowStart = -Infinity;
	private used = 0;

	/**
	 * @param clock the server's clock, milliseconds
	 * @param limit requests per window
	 * @param windowMs length of the window; windows are aligned to multiples of it
	 */
	constructor(
		private readonly clock: () => number,
		private readonly limit: number,
		private readonly windowMs: number,
	) {}

	/** Uses up requests of the current window. @returns whether there were enough of them left */
	take(count = 1): boolean {
		this.beginWindow();
		const granted = this.used + count <= this.limit;
		this.used = Math.min(this.limit, this.used + count);
		return granted;
	}

	/** @returns the headers that every response carries; the reset is a Unix time in seconds, rounded up */
	headers(): Record<string, string> {
		this.beginWindow();
		const end = this.windowStart + this.windowMs;
		return {
			'X-RateLimit-Limit': String(this.limit),
			'X-RateLimit-Remaining': String(this.limit - this.used),
			'X-RateLimit-Reset': String(Math.ceil(end / 1000)),
		};
	}

	private beginWindow(): void {
		const start = Math.floor(this.clock() / this.windowMs) * this.windowMs;
		if (start === this.windowStart) return;
		this.windowStart = start;
		this.used = 0;
	}
}
