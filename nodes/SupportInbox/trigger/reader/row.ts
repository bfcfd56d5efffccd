import type { TicketSummary } from '../service/api';

import type { Moment } from '../service/requests';

/**
 * The newest row of a ticket. Times are ms of the service's clock, but for `readAt`, see Moment.
 * - `created`, `updated`: the ticket's own times.
 * - `foundAt`: a search for new activity found the ticket; details of this time or later show why.
 * - `movedAt`: `last_updated_at` moved; details of this time or later show why.
 * - `explained`: earlier values of `last_updated_at`; since then only writes of this process have moved it.
 * - `sentUntil`: the ticket has a message that was sent shortly before this.
 */
export interface Row extends Moment {
	ticket: TicketSummary;
	created: number;
	updated: number;
	foundAt: number;
	movedAt: number;
	explained: readonly number[];
	sentUntil: number;
}

/** How a row was found, besides that it was. */
export type Found = Partial<Pick<Row, 'foundAt' | 'sentUntil'>>;
