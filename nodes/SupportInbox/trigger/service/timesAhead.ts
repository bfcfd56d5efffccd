import { MINUTE } from '../time';

/** Clocks of the service's machines differ by less than this (ms). */
const TOLERATED = 10 * MINUTE;

/** Whether the log of this process says that times of tickets are ahead of the service's clock: every poll would say it again. */
export class TimesAhead {
	private isLogged = false;

	/**
	 * @param ahead by how much the newest `last_updated_at` of a poll was ahead of the `Date` header (ms)
	 * @returns a line for the log; undefined: there is nothing to say, or it was said
	 */
	noteOf(ahead: number): string | undefined {
		if (ahead <= TOLERATED || this.isLogged) return undefined;
		this.isLogged = true;
		const found = `the newest last_updated_at is ${Math.round(ahead / MINUTE)} minutes ahead of the service's clock (its Date header)`;
		const effect = 'the trigger may emit tickets from before its start, and reminders too late';
		return `${found}, so ${effect}. Ask the administrator of your tenant whether the service writes local times as UTC.`;
	}
}
