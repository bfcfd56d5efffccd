import { iso } from './history';
import type { PollResult } from './host';
import { MINUTE } from './units';

/** How long the rate limit may leave a trigger nothing until its polls fail (ms). */
const PATIENCE = 5 * MINUTE;
/** The polls in a row that may meet a service that is away until they fail. */
const TOLERATED = 3;

/** Judges whether a poll that failed had a reason to (docs/trigger.md, "When something fails"). */
export class Failures {
	private inARow = 0;
	private wasAway = false;

	/** @param lastRead when the trigger became active (ms) */
	constructor(private lastRead: number) {}

	/** Takes in a poll. @returns what is wrong with it, or null */
	judge({ failed, endings, begun, ended }: PollResult): string | null {
		const hasRead = endings.includes('answered') || (!failed && endings.length === 0);
		if (hasRead) this.lastRead = ended;
		this.inARow = hasRead ? 0 : this.inARow + 1;
		this.wasAway = endings.includes('away') || (this.wasAway && !hasRead);
		if (!failed || endings.includes('refused') || ended - this.lastRead >= PATIENCE || (this.wasAway && this.inARow >= TOLERATED)) return null;
		return `needless failure of the poll of ${iso(begun)}, its requests: ${endings.join() || 'none'}; the last answer was at ${iso(this.lastRead)}`;
	}
}
