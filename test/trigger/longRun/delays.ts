/**
 * By when something must be told, from the world's own history: how much had happened that must be read, and how many
 * polls this trigger has had for it. Nothing here asks the trigger how far it is.
 *
 * The table, in polls of this trigger that nothing went wrong with and that begin at least `VIEW_AGE` after what
 * happened; p is what a poll has for news, s its share for sweeps, w the requests that the news before it may take, n
 * those that the lists of names took in these polls, at most p, and r the tickets in the look-back that New Message reads
 * whole again meanwhile:
 *
 * | What | Polls |
 * |---|---|
 * | a new ticket or message | 1 + (w + n) / p |
 * | dated back within Look Back, a silent edit | 2 + 2 rounds + (w + r) / s, a round being all pages of both sweeps / s |
 *
 * A ticket may be read twice: when a poll ends in the middle of a page, and when something comes into it meanwhile. It is
 * read again a quarter of Look Back after that, by each of the two rounds at most once.
 */
import type { Settings } from '../../../nodes/SupportInbox/trigger/settings';

import { MINUTE, SECOND } from './units';

/**
 * By when something must be told.
 * - `poll`: by the next poll, or those that the news before it take.
 * - `round`: by the end of the next complete look at all tickets that began after it.
 * - `end`: some time, once nothing more happens.
 */
export type Bound = 'poll' | 'round' | 'end';

/** What a poll may know from a look that is this old (20 s, issue 11), and how late a search may show a message (5 s). */
const VIEW_AGE = 25 * SECOND;
/** Tickets that one request of a sweep shows (docs/trigger.md). */
const SWEPT_TICKETS = 40;
/** How often a ticket may be read for one thing that happened. */
const READS = 2;
/** New tickets that one search shows (docs/trigger.md, "What it costs"). */
const FOUND_TICKETS = 50;
/** How many times a sweep over all tickets may take what the table says: one may be under way, and the next one sees it. */
const SWEEP_FACTOR = 2;
/** After it can be read again, a ticket is tried within this, or within the time for which it could not be read. */
const LONGEST_PAUSE = 30 * MINUTE;

/** Requests of a poll that are kept for the sweeps (docs/trigger.md: three tenths, at least two). */
export function sweepPart({ maxRequests }: Settings): number {
	return Math.max(2, Math.floor(maxRequests * 0.3));
}

/** Requests of a poll that are left for reading tickets whole when each inbox has been asked for news. */
export function newsPart(settings: Settings): number {
	return Math.max(1, settings.maxRequests - sweepPart(settings) - settings.inboxes.length);
}

/** Requests of a poll that lists of names may take before the news (docs/trigger.md: half, never the last 4 beside the sweeps' share). */
function namesPart(settings: Settings): number {
	if (!settings.addNames) return 0;
	return Math.max(0, Math.min(Math.floor(settings.maxRequests / 2), settings.maxRequests - sweepPart(settings) - 4));
}

interface Due {
	ticketId: number;
	by: Bound;
	at: number;
	/** requests that what happened before it may take */
	ahead: number;
	/** all that had happened by then, or by the time at which an older memory came back */
	arrived: number;
	/** all that had happened by then, whatever came back */
	before: number;
	polls: number;
	/** requests that lists of names took in these polls */
	names: number;
	/** tickets in the look-back at that time */
	inLookBack: number;
	/** polls before this do not count (ms) */
	from: number;
}

/** How many tickets the two sweeps look at. */
interface Swept {
	inLookBack: number;
	watched: number;
}

/** A poll as it looks from outside. */
export interface Poll {
	begun: number;
	/** nothing went wrong, here or in the look that it may rest on */
	isClean: boolean;
	/** the others left so much of the minute that it could have spent all that it may */
	isRoomy: boolean;
	/** requests for lists of names */
	names: number;
}

/** How long what is due to one trigger has been waiting. */
export class Delays {
	private readonly due = new Map<string, Due>();
	/** requests for news that wait, as a queue which this trigger's own polls empty */
	private backlog = 0;
	private arrived = 0;
	/** how much has happened in each inbox that a search for news shows */
	private readonly news = new Map<number, number>();
	/** what `arrived`, `backlog` and `news` were when n8n saved the memory */
	private saved = { arrived: 0, backlog: 0, news: new Map<number, number>() };
	/** tickets that cannot be shown, and since when (ms) */
	private readonly shut = new Map<number, number>();
	/** tickets that can be shown again, and when they are surely tried (ms) */
	private readonly triedBy = new Map<number, number>();

	/**
	 * @param now the service's clock (ms)
	 * @param swept the tickets that both sweeps look at now
	 */
	constructor(
		private readonly settings: Settings,
		private readonly now: () => number,
		private readonly swept: () => Swept,
	) {}

	/** Something happened in a ticket, for which it may have to be read. @param inbox where a search for news shows it */
	work(inbox?: number): void {
		this.arrived += READS;
		this.backlog += READS;
		if (inbox !== undefined) this.news.set(inbox, (this.news.get(inbox) ?? 0) + 1);
	}

	expect(key: string, ticketId: number, by: Bound, at = this.now()): void {
		const { backlog: ahead, arrived } = this;
		const { inLookBack } = this.swept();
		const from = this.triedBy.get(ticketId) ?? 0;
		this.due.set(key, { ticketId, by, at, ahead, arrived, before: arrived, polls: 0, names: 0, inLookBack, from });
	}

	done(key: string): void {
		this.due.delete(key);
	}

	/** From now on the ticket cannot be shown. */
	close(ticketId: number): void {
		this.shut.set(ticketId, this.now());
	}

	/** It can be shown again: it is tried after a pause that grew meanwhile. */
	open(ticketId: number): void {
		const pause = Math.max(this.now() - (this.shut.get(ticketId) ?? 0), LONGEST_PAUSE);
		this.shut.delete(ticketId);
		this.triedBy.set(ticketId, this.now() + pause);
		for (const due of this.due.values()) {
			if (due.ticketId === ticketId) Object.assign(due, { from: this.now() + pause, polls: 0, names: 0 });
		}
	}

	save(): void {
		this.saved = { arrived: this.arrived, backlog: this.backlog, news: new Map(this.news) };
	}

	/** An older memory has come back: what had been found and read since then must be found and read again. */
	setBack(): void {
		this.backlog = this.saved.backlog + this.arrived - this.saved.arrived + this.searchesSinceSaved();
		for (const due of this.due.values()) Object.assign(due, { polls: 0, names: 0, ahead: this.backlog, arrived: this.arrived });
	}

	/** @returns what this poll should have told */
	polled(poll: Poll): Set<string> {
		const late = new Set<string>();
		if (!poll.isClean) return late;
		const names = Math.min(poll.names, namesPart(this.settings));
		for (const [key, due] of this.due) {
			if (due.by === 'end' || this.shut.has(due.ticketId) || poll.begun < Math.max(due.from, due.at + VIEW_AGE)) continue;
			if (due.by === 'round' && !poll.isRoomy) continue;
			due.polls += 1;
			due.names += names;
			if (due.polls < this.allowance(due)) continue;
			late.add(key);
			this.due.delete(key);
		}
		this.backlog = Math.max(0, this.backlog - newsPart(this.settings));
		return late;
	}

	/**
	 * What waits for a sweep while more happens than the trigger remembers tickets may be taken for old (docs/trigger.md,
	 * "What it does not see").
	 *
	 * @param remembered how many tickets it remembers
	 * @returns what need not be told any more
	 */
	takenForOld(remembered: number): string[] {
		const isOld = ({ by, before }: Due) => by !== 'poll' && this.arrived - before > READS * remembered;
		return [...this.due].filter(([, due]) => isOld(due)).map(([key]) => key);
	}

	/** @returns in how many polls the sweeps surely look at every ticket */
	rounds(): number {
		const { inLookBack, watched } = this.swept();
		const pages = inLookBack / SWEPT_TICKETS + watched / 50 + this.settings.inboxes.length;
		return 2 + SWEEP_FACTOR * Math.ceil(pages / sweepPart(this.settings));
	}

	/** Whether something is due that more polls will bring, or show to be late. @param toTheEnd nothing more is to happen */
	isWaiting(toTheEnd = false): boolean {
		return [...this.due.values()].some(({ by, ticketId }) => (toTheEnd || by !== 'end') && !this.shut.has(ticketId));
	}

	/** @returns how many requests show what has happened since n8n saved the memory */
	private searchesSinceSaved(): number {
		const counts = this.settings.inboxes.map((id) => (this.news.get(id) ?? 0) - (this.saved.news.get(id) ?? 0));
		return counts.reduce((sum, count) => sum + Math.ceil(count / FOUND_TICKETS), 0);
	}

	private allowance(due: Due): number {
		const work = due.ahead + this.arrived - due.arrived;
		const part = newsPart(this.settings);
		// With the lists read first, news may come a poll later, and not two (docs/trigger.md, "What it costs").
		if (due.by === 'poll') return 1 + Math.floor((work + Math.min(due.names, part)) / part);
		return this.rounds() + Math.floor((work + this.rereads(due)) / sweepPart(this.settings));
	}

	/**
	 * Without any hint a ticket is read whole again, for messages dated back: not before a quarter of Look Back has passed
	 * (docs/trigger.md, "Where `last_updated_at` matters"). That comes on top of a sweep ("Delays").
	 *
	 * @returns how many such reads the sweeps may have had in their way since then
	 */
	private rereads({ at, inLookBack }: Due): number {
		const { events, lookBack } = this.settings;
		if (!events.includes('newMessage')) return 0;
		return inLookBack * Math.min(SWEEP_FACTOR, Math.floor((this.now() - at) / (lookBack / 4)));
	}
}
