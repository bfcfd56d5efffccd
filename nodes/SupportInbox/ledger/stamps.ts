import { differences } from './snapshot';
import { type TicketSummary, WATCHED } from './ticketFields';
import type { Row } from './tickets';
import { greatest, hasNoOffset, HOUR, millisOf, MINUTE } from './time';

/** Local times differ from UTC by whole quarters of an hour, and by no more than this (ms). */
const QUARTER = 15 * MINUTE;
const MAX_AHEAD = 14 * HOUR;
/** The service's clock is known to some seconds; a time that is ahead by less than this is of the same zone (ms). */
const TOLERANCE = 5 * MINUTE;
/** A ticket that has moved within this time shows by how much its times are ahead, to a quarter of an hour (ms). */
const WATCHED_FOR = QUARTER - TOLERANCE - MINUTE;
/** What a person or a rule edits, and a message that arrives leaves as it is. */
const EDITED = WATCHED.filter((field) => field !== 'status_cd' && field !== 'pending_reason_id');

/**
 * What is known of the times of tickets, see {@link Stamps}.
 * - `ahead`: in ms; behind where it is negative. `isExact`: a ticket that was watched while it moved has shown it; until then times
 *   behind the service's clock look like a quiet inbox.
 * - `areUnlabelled`: they have no offset.
 */
export interface KnownStamps {
	ahead: number;
	isExact: boolean;
	areUnlabelled: boolean;
}

/** Before anything was read. */
export const NO_STAMPS: KnownStamps = { ahead: 0, isExact: false, areUnlabelled: false };

/**
 * By how much the times of tickets are ahead of the service's clock: local times may be labelled as UTC, or not at all. What is
 * compared with the times of tickets is always the service's clock plus this.
 */
export class Stamps {
	known = NO_STAMPS;
	/** The newest time that was read (ms). */
	private newest = -Infinity;

	/** Takes what a trigger has stored, where this process has not read anything yet. */
	restore(known: KnownStamps): void {
		if (this.newest === -Infinity) this.known = known;
	}

	get ahead(): number {
		return this.known.ahead;
	}

	/**
	 * By how much the service takes the times in a search to be ahead (ms): what it labels wrong in its answers it reads alike, but a time
	 * with an offset is read by the offset, also where its own times have none.
	 */
	get aheadOfSearches(): number {
		return this.known.areUnlabelled ? this.known.ahead : 0;
	}

	/** @param at a time of a ticket (ms) @returns the same in UTC: a time without an offset is read by the offset that the newest times show */
	readonly utcOf = (at: number): Date => new Date(at - this.aheadOfSearches);

	/**
	 * A time that is newer than all before shows the least that it is; the first one without an offset also by how much. A ticket that has
	 * just moved shows it exactly. That times are behind only an edit shows: a ticket may have taken over the time of a late mail.
	 *
	 * @param tickets as they were asked for at `readAt` (ms of the steady clock), `asOf` on the service's clock
	 * @param known the newest row of a ticket before that
	 */
	learn(tickets: readonly TicketSummary[], { readAt, asOf }: { readAt: number; asOf: number }, known: (id: number) => Row | undefined): void {
		for (const ticket of tickets) {
			const [before, updated] = [known(ticket.ticket_id), millisOf(ticket.last_updated_at, -Infinity)];
			if (before === undefined || updated <= before.updated || readAt - before.readAt >= WATCHED_FOR) continue;
			const isShown = quartersOf(updated - asOf) >= 0 || differences(before.ticket, ticket, EDITED) !== null;
			if (isShown) this.set(updated - asOf, { isExact: this.known.isExact || updated > this.newest });
		}
		const times = tickets.flatMap(({ created_at, last_updated_at }) => [created_at, last_updated_at]);
		const newest = greatest(times.map((time) => millisOf(time, -Infinity)));
		if (newest <= this.newest) return;
		const areUnlabelled = times.some(hasNoOffset);
		if (quartersOf(newest - asOf) > this.ahead || (areUnlabelled && !this.known.areUnlabelled)) this.set(newest - asOf);
		this.known = { ...this.known, areUnlabelled };
		this.newest = newest;
	}

	private set(shown: number, { isExact }: Pick<KnownStamps, 'isExact'> = this.known): void {
		const ahead = quartersOf(shown);
		if (Math.abs(ahead) <= MAX_AHEAD) this.known = { ...this.known, ahead, isExact };
	}
}

/** @returns full quarters of an hour (ms) */
function quartersOf(ms: number): number {
	return Math.ceil((ms - TOLERANCE) / QUARTER) * QUARTER + 0;
}
