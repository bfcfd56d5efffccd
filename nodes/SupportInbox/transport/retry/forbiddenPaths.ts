import { setBounded } from '../../ledger/bounded';
import { dateOf, unixMillis } from '../clock';
import { type ServiceFailure, type StatusFailure, hasStatus, isRateLimit } from '../errors/failure';
import { FORBIDDEN_MS, RESET_RESOLUTION_MS, WINDOW_MS } from '../timing';

/** Nothing is sent to the path before `until` (ms of the gate's clock); `isLasting`: waiting for a new window did not help. */
interface Refusal {
	failure: StatusFailure;
	until: number;
	isLasting: boolean;
}

const MAX_PATHS = 5_000;

/**
 * The paths of a token that answered 403 although requests were left. The API document knows 403 as the rate limit only (API
 * document, Errors), so each path waits for the end of the window once. If the fresh window refuses the path again, the reason
 * is another one: nothing is sent to the path for an hour. Other paths stay usable, but a path in the same folder that is
 * refused as well does not wait first: 500 updates without the right to write do not wait 500 times.
 */
export class ForbiddenPaths {
	/** By path, the oldest first. */
	private readonly refusals = new Map<string, Refusal>();

	/** @returns why nothing may be sent to the path now; undefined: it may */
	refusalOf(path: string, now: number): Refusal | undefined {
		const refusal = this.refusals.get(path);
		return refusal !== undefined && now < refusal.until ? refusal : undefined;
	}

	/**
	 * Sends a request to the path and notes whether it is refused.
	 *
	 * @param send sends it; the caller has waited as long as {@link refusalOf} says
	 * @returns its answer; undefined when it was refused although requests were left: refusalOf then says how long to wait
	 * @throws what `send` throws otherwise
	 */
	async answerOf<T>(path: string, send: () => Promise<T>, now: () => number): Promise<T | undefined> {
		// Another request to the path may be refused in the meantime: only a request that left after a refusal is the second.
		const isSecond = this.refusals.has(path);
		return await send().then(
			(answer) => {
				this.refusals.delete(path);
				return answer;
			},
			(error) => {
				if (!isForbidden(error)) throw error;
				if (isSecond || !this.refusals.has(path)) this.note(path, error.failure, isSecond || this.isLastingBeside(path, now()), now());
				return undefined;
			},
		);
	}

	private isLastingBeside(path: string, now: number): boolean {
		const folder = folderOf(path);
		return [...this.refusals].some(([other, { isLasting, until }]) => isLasting && now < until && folderOf(other) === folder);
	}

	private note(path: string, failure: StatusFailure, isLasting: boolean, now: number): void {
		const until = now + (isLasting ? FORBIDDEN_MS : windowLeft(failure));
		setBounded(this.refusals, path, { failure, until, isLasting }, MAX_PATHS);
	}
}

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'));

/** False for a write that may have been done already: it is not sent again. */
function isForbidden(error: unknown): error is ServiceFailure & { failure: StatusFailure } {
	return hasStatus(error, 403) && !isRateLimit(error.failure) && !error.outcomeUnknown;
}

/** @returns ms until the window of an answer has ended; a whole window where its headers do not show it (API document, Limits) */
function windowLeft({ headers }: StatusFailure): number {
	const end = unixMillis(Number(headers['x-ratelimit-reset'])) ?? NaN;
	const left = end + RESET_RESOLUTION_MS - (dateOf(headers) ?? NaN);
	return left > 0 && left < WINDOW_MS ? left : WINDOW_MS;
}
