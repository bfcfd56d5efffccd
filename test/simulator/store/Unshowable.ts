import { toMillis, type TimeInput } from '../time';

/** Tickets that the search lists, but that cannot be read by GET for some time. */
export class Unshowable {
	private readonly periods = new Map<number, { status: number; until: number }>();

	constructor(private readonly now: () => number) {}

	/** @param period `status`: the status of GET, default 404; `until`: end on the service's clock, default until `show` */
	hide(ticketId: number, { status = 404, until = Infinity }: { status?: 404 | 500; until?: TimeInput } = {}): void {
		this.periods.set(ticketId, { status, until: toMillis(until) });
	}

	/** Makes a ticket readable again; without an id, all tickets. */
	show(ticketId?: number): void {
		if (ticketId === undefined) this.periods.clear();
		else this.periods.delete(ticketId);
	}

	/** @returns the error status that GET answers for the ticket now; undefined: it can be read */
	statusOf(ticketId: number): number | undefined {
		const period = this.periods.get(ticketId);
		return period && this.now() < period.until ? period.status : undefined;
	}
}
