import type { IDataObject } from 'n8n-workflow';

import type { Gate } from '../../transport/gate';
import type { TicketObserver } from '../../transport/ticketObserver';
import { observeTickets } from '../../transport/ticketObserver';
import type { TicketDetail, TicketSummary } from '../api';
import { HOUR, MINUTE } from '../time';

import { InboxView } from './inboxView';
import { ServiceClock } from './serviceClock';

/** Inboxes of one token whose views are kept; the one that was used the longest ago leaves first. */
const MAX_VIEWS = 20;
/** Triggers of one token whose last poll is remembered. */
const MAX_TRIGGERS = 1_000;

/** An inbox is watched for so long after the last look for messages (ms): a trigger may poll that seldom. */
const WATCHED_FOR = HOUR;

/** Ms since a trigger's last poll ended (Infinity: this is its first in the process), and how many have polled since. */
export interface PollTimes {
	sinceLast: number;
	triggers: number;
}

/**
 * The inbox views of one process for one origin and token. All triggers that share an origin and a token are given the
 * same registry, so that what one of them reads serves the others. Nothing in it is ever stored: a new process begins
 * with an empty one, and every trigger goes on from its own memory.
 */
export class ViewRegistry {
	readonly clock = new ServiceClock();
	private readonly views = new Map<number, InboxView>();
	private readonly lastPolls = new Map<string, number>();

	/**
	 * @param now the steady clock (ms)
	 * @returns the view of an inbox; an empty one when nothing is known of it
	 */
	of(messageBoxId: number, now: number): InboxView {
		const known = this.views.get(messageBoxId);
		const view = known === undefined || known.isHeldUp(now) ? new InboxView() : known;
		this.views.delete(messageBoxId);
		this.views.set(messageBoxId, view);
		if (this.views.size > MAX_VIEWS) this.views.delete(this.views.keys().next().value as number);
		return view;
	}

	/**
	 * @param key which trigger
	 * @param now the steady clock (ms)
	 * @returns when it and the others have polled
	 */
	pollTimes(key: string, now: number): PollTimes {
		const sinceLast = now - (this.lastPolls.get(key) ?? -Infinity);
		const interval = Number.isFinite(sinceLast) ? sinceLast : MINUTE;
		const others = [...this.lastPolls].filter(([other, at]) => other !== key && now - at <= interval);
		return { sinceLast, triggers: others.length + 1 };
	}

	/** Notes that a poll of a trigger has ended: what it has read itself is never fresh for its next one. */
	notePollEnd(key: string, now: number): void {
		this.lastPolls.delete(key);
		this.lastPolls.set(key, now);
		if (this.lastPolls.size > MAX_TRIGGERS) this.lastPolls.delete(this.lastPolls.keys().next().value as string);
	}

	/**
	 * What the nodes of this process share with the views: what was read serves a write, and a write is known.
	 *
	 * @param now the steady clock (ms)
	 */
	observer(now: () => number): TicketObserver {
		return {
			watches: (messageBoxId) => now() - (this.views.get(messageBoxId)?.messagesWantedAt ?? -Infinity) < WATCHED_FOR,
			lastRead: (messageBoxId, ticketId) => {
				const row = this.views.get(messageBoxId)?.row(ticketId);
				return row && { ticket: row.ticket as unknown as IDataObject, readAt: row.readAt };
			},
			read: (messageBoxId, { ticket, readAt }) => {
				const asOf = this.clock.wholeSecondAt(readAt);
				if (isTicket(ticket)) this.views.get(messageBoxId)?.noteRead(ticket, { asOf, readAt });
			},
			wrote: (messageBoxId, ticketId, write) => {
				// A write that may still take effect later explains no time.
				if (write.confirmed) this.views.get(messageBoxId)?.noteWrite(ticketId, write);
			},
		};
	}
}

/** A write is content with less of a ticket than the triggers need. */
function isTicket(ticket: object): ticket is TicketSummary | TicketDetail {
	return 'created_at' in ticket && 'last_updated_at' in ticket;
}

/** Views belong to the token: triggers that share one share their views. */
const registries = new WeakMap<Gate, ViewRegistry>();

/** @param gate the way to the service that the token belongs to */
export function viewsOf(gate: Gate): ViewRegistry {
	let registry = registries.get(gate);
	if (registry === undefined) {
		registry = new ViewRegistry();
		registries.set(gate, registry);
		observeTickets(gate, registry.observer(() => gate.clock.now()));
	}
	return registry;
}
