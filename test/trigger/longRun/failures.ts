import { iso } from './history';
import type { PollResult } from './host';
import { MINUTE } from './units';

/** How long the rate limit may leave a trigger nothing until its polls fail (ms). */
const PATIENCE = 5 * MINUTE;
/** So many polls in a row may meet a service that is away until they fail. */
const TOLERATED = 3;

/** Judges whether a poll that failed had a reason to (docs/trigger.md, "When something fails"). */
export class Failures {
	private lastProgress: number;
	private inARow = 0;
	private wasAway = false;

	/** @param now when the trigger became active (ms) */
	constructor(now: number) {
		this.lastProgress = now;
	}

	/** Takes in a poll. @returns what is wrong with it, or null */
	judge({ failed, endings, begun, ended }: PollResult): string | null {
		const hasRead = endings.includes('answered');
		if (hasRead || !failed && endings.length === 0) {
			this.lastProgress = ended;
			this.inARow = 0;
			this.wasAway = false;
		} else this.inARow += 1;
		this.wasAway ||= endings.includes('away');
		if (!failed || endings.includes('refused')) return null;
		if (ended - this.lastProgress >= PATIENCE || (this.wasAway && this.inARow >= TOLERATED)) return null;
		return `needless failure of the poll of ${iso(begun)}, its requests: ${endings.join() || 'none'}; the last answer was at ${iso(this.lastProgress)}`;
	}
}
