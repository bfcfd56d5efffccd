import { setBounded } from '../../store/bounded';
import type { TicketSummary } from '../../store/ticketFields';
import type { Moment } from '../../store/tickets';
import type { Requests } from '../service/requests';
import { FULL_PAGE } from '../service/service';
import { OPEN_END, SECOND, windowOf } from '../time';

/**
 * The tickets with a message in a part of the send times.
 * - `isRead`: whether this answer completed the slice; `upTo`: its end (s).
 * - `end`: the end that was asked for (s); OPEN_END for the present.
 */
interface Slice {
	tickets: TicketSummary[];
	isRead: boolean;
	upTo: number;
	end: number;
	moment: Moment;
}

/** Most positions for which the next slice is remembered: triggers rarely read from many different positions. */
const MAX_REMEMBERED = 10;
/** The length of a slice is chosen to get this many rows; a page holds 50. */
const TARGET_ROWS = 35;
/** A second with more than 50 tickets: its next page, and `moment`: of its first one. */
interface Burst {
	since: number;
	until: number;
	page: number;
	moment?: Moment;
}

/**
 * Reads send times slice by slice, the oldest first. A slice that does not fit into a page is thrown away and narrowed; a
 * slice of one second is read page by page (API document, Ticket search).
 */
export class Slices {
	/** The length of the next slice (s), by the send time at which it begins (s): triggers may read from different positions. */
	private readonly widths = new Map<number, number>();
	private readonly bursts = new Map<number, Burst>();

	constructor(private readonly messageBoxId: number) {}

	/**
	 * Sends one request.
	 *
	 * @param at where the slice begins (s); `overlap`: how many seconds before that are read again
	 * @throws BudgetExhausted, ServiceFailure
	 */
	async next(requests: Requests, at: number, overlap: number): Promise<Slice> {
		const present = Math.max(at, Math.floor(requests.serverNow() / SECOND));
		const width = this.widths.get(at) ?? Infinity;
		const since = at - overlap;
		const until = at + width >= present ? OPEN_END : at + width;
		if (width <= 1) return await this.nextPage(requests, { at, since, until });
		const { tickets, rows, moment } = await this.search(requests, since, until, 1);
		const isFull = rows === FULL_PAGE;
		// The answer has shown the service's clock.
		const length = Math.min(width, Math.floor(requests.serverNow() / SECOND) - at);
		const upTo = endOf(until, moment);
		const factor = isFull ? 1 / 3 : Math.min(4, TARGET_ROWS / Math.max(1, rows));
		if (isFull) setBounded(this.widths, at, Math.max(1, Math.floor(length * factor)), MAX_REMEMBERED);
		else if (until !== OPEN_END) setBounded(this.widths, upTo, Math.max(2, Math.floor(length * factor)), MAX_REMEMBERED);
		return { tickets: isFull ? [] : tickets, isRead: !isFull, upTo, end: until, moment };
	}

	private async nextPage(requests: Requests, { at, since, until }: { at: number; since: number; until: number }): Promise<Slice> {
		const known = this.bursts.get(at);
		// A later poll may ask for another overlap, which would shift the pages.
		const burst = known?.until === until ? known : { since, until, page: 1 };
		const { tickets, rows, moment } = await this.search(requests, burst.since, until, burst.page);
		const isRead = rows < FULL_PAGE;
		const first = burst.moment ?? moment;
		const upTo = endOf(until, first);
		this.bursts.delete(at);
		if (isRead) setBounded(this.widths, upTo, 2, MAX_REMEMBERED);
		else setBounded(this.bursts, at, { ...burst, page: burst.page + 1, moment: first }, MAX_REMEMBERED);
		return { tickets, isRead, upTo, end: until, moment };
	}

	private async search(requests: Requests, since: number, until: number, page: number) {
		return await requests.search(this.messageBoxId, { ...windowOf(since, until), per_page: FULL_PAGE, page });
	}
}

function endOf(until: number, { asOf }: Moment): number {
	return until === OPEN_END ? Math.floor(asOf / SECOND) : until;
}

/** A period of send times in which every ticket is known (s); `openAt`: when its end was the present (ms of the steady clock). */
interface Stretch {
	from: number;
	until: number;
	openAt: number;
}

/** The stretches of an inbox; they do not overlap. */
export class Stretches {
	private all: Stretch[] = [];

	/** @param from ms of the service's clock. @returns the stretch that contains it */
	at(from: number): Stretch | undefined {
		const second = Math.floor(from / SECOND);
		return this.all.find((stretch) => stretch.from <= second && second <= stretch.until);
	}

	/** Adds send times that were read; stretches that touch become one. */
	note(stretch: Stretch): void {
		const touches = (other: Stretch) => other.from <= stretch.until && stretch.from <= other.until;
		const parts = [stretch, ...this.all.filter(touches)];
		const until = Math.max(...parts.map((each) => each.until));
		const openAt = Math.max(...parts.filter((each) => each.until === until).map((each) => each.openAt));
		this.all = [...this.all.filter((other) => !touches(other)), { from: Math.min(...parts.map((each) => each.from)), until, openAt }];
	}

	clear(): void {
		this.all = [];
	}
}
