import { toMillis, type TimeInput } from '../time';

/** While a ticket is listed but cannot be shown. */
export interface UnshowablePeriod {
	/** what GET answers; default 404 */
	status?: 404 | 500;
	/** on the service's clock; default from now on */
	from?: TimeInput;
	/** default: until `show` */
	until?: TimeInput;
}

interface Period {
	status: number;
	from: number;
	until: number;
}

/** Tickets that the search lists and that GET does not show for a while. A ticket may have several such periods. */
export class Unshowable {
	private readonly periods = new Map<number, Period[]>();

	constructor(private readonly now: () => number) {}

	hide(ticketId: number, { status = 404, from, until }: UnshowablePeriod = {}): void {
		const period = {
			status,
			from: from === undefined ? this.now() : toMillis(from),
			until: until === undefined ? Infinity : toMillis(until),
		};
		this.periods.set(ticketId, [...(this.periods.get(ticketId) ?? []), period]);
	}

	/** Ends all its periods, also those to come. Without an id: of every ticket. */
	show(ticketId?: number): void {
		if (ticketId === undefined) this.periods.clear();
		else this.periods.delete(ticketId);
	}

	/** @returns with which status the ticket is not shown right now; undefined when it is shown */
	statusOf(ticketId: number): number | undefined {
		const now = this.now();
		return this.periods.get(ticketId)?.find(({ from, until }) => now >= from && now < until)?.status;
	}
}
