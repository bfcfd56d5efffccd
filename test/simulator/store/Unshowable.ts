import { toMillis, type TimeInput } from '../time';

/** Tickets that the search lists and that GET does not show for a while. */
export class Unshowable {
	private readonly periods = new Map<number, { status: number; until: number }>();

	constructor(private readonly now: () => number) {}

	/** @param period `status`: what GET answers, default 404; `until` on the service's clock, default until `show` */
	hide(ticketId: number, { status = 404, until = Infinity }: { status?: 404 | 500; until?: TimeInput } = {}): void {
		this.periods.set(ticketId, { status, until: toMillis(until) });
	}

	/** Without an id: every ticket. */
	show(ticketId?: number): void {
		if (ticketId === undefined) this.periods.clear();
		else this.periods.delete(ticketId);
	}

	/** @returns with which status the ticket is not shown right now; undefined when it is shown */
	statusOf(ticketId: number): number | undefined {
		const period = this.periods.get(ticketId);
		return period && this.now() < period.until ? period.status : undefined;
	}
}
