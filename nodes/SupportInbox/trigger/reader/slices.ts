import { setBounded } from '../../ledger/bounded';
import type { TicketSummary } from '../../ledger/ticketFields';
import type { Moment } from '../../ledger/tickets';
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
/** Rows in which two pages of a burst overlap: fewer tickets than that leave the list from one request to the next. */
const PAGE_OVERLAP = 13;

/** A second with more than 50 tickets, as far as it was read; `moment`: of its first page. */
interface Burst {
	since: number;
	until: number;
	ids: Set<number>;
	moment: Moment;
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
		const { tickets, rows, moment } = await this.search(requests, since, until, FULL_PAGE, 1);
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
		const burst = this.bursts.get(at);
		const isKept = burst?.until === until;
		// A later poll may ask for another overlap, which would shift the pages.
		const from = isKept ? burst.since : since;
		const ids = isKept ? burst.ids : new Set<number>();
		const { page, perPage } = pageAfter(ids.size);
		const { tickets, rows, moment } = await this.search(requests, from, until, perPage, page);
		// No overlap is left: more tickets have left the list since the last page than the pages overlap by.
		const hasShifted = ids.size > 0 && !tickets.some(({ ticket_id }) => ids.has(ticket_id));
		const isEnd = !hasShifted && rows < perPage;
		const first = isKept ? burst.moment : moment;
		const upTo = endOf(until, first);
		this.bursts.delete(at);
		if (isEnd) setBounded(this.widths, upTo, 2, MAX_REMEMBERED);
		else if (!hasShifted) setBounded(this.bursts, at, { since: from, until, ids: new Set([...ids, ...tickets.map(({ ticket_id }) => ticket_id)]), moment: first }, MAX_REMEMBERED);
		return { tickets, isRead: isEnd, upTo, end: until, moment };
	}

	private async search(requests: Requests, since: number, until: number, per_page: number, page: number) {
		return await requests.search(this.messageBoxId, { ...windowOf(since, until), per_page, page });
	}
}

function endOf(until: number, { asOf }: Moment): number {
	return until === OPEN_END ? Math.floor(asOf / SECOND) : until;
}

/** @returns the page that overlaps with the rows that were read and reaches furthest beyond them */
function pageAfter(read: number): { page: number; perPage: number } {
	let best = { page: 1, perPage: FULL_PAGE };
	for (let perPage = FULL_PAGE; read > 0 && perPage > FULL_PAGE / 2; perPage--) {
		const page = Math.floor(Math.max(0, read - PAGE_OVERLAP) / perPage) + 1;
		if (page * perPage > best.page * best.perPage) best = { page, perPage };
	}
	return best;
}

/**
 * A period of send times in which every ticket is known (s).
 * - `openSeq`: the last reading in which its end was the present, 0: none; `openAt`: when that was (ms of the steady clock).
 */
interface Stretch {
	from: number;
	until: number;
	openSeq: number;
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
		const { openSeq, openAt } = parts.reduce((one, other) => (other.openSeq > one.openSeq ? other : one));
		const [from, until] = [Math.min(...parts.map((each) => each.from)), Math.max(...parts.map((each) => each.until))];
		this.all = [...this.all.filter((other) => !touches(other)), { from, until, openSeq, openAt }];
	}

	clear(): void {
		this.all = [];
	}
}
