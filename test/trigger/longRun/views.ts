import type { TicketEvent } from '../../../nodes/SupportInbox/trigger/detect/events';
import { CHANGE_FIELDS, type ChangeField } from '../../../nodes/SupportInbox/trigger/memory/model';
import type { Ticket } from '../../simulator';

type View = Partial<Record<ChangeField, unknown>>;

/** How the workflow knows the tickets: each change must begin where the last one ended. */
export class Views {
	private readonly views = new Map<number, View>();
	/** edits that have not been told, and how many polls had been by then */
	private readonly edits = new Map<number, number>();
	private polls = 0;

	/** @param strict whether every change is told; otherwise some are not, by a filter or because tickets are forgotten */
	constructor(private readonly strict: boolean) {}

	know(ticket: Ticket | TicketEvent): void {
		const fields = CHANGE_FIELDS.map((field) => [field, structuredClone(ticket[field])]);
		this.views.set(ticket.ticket_id, Object.fromEntries(fields) as View);
	}

	forget(ticketId: number): void {
		this.views.delete(ticketId);
	}

	edited(ticketId: number): void {
		if (this.strict && this.views.has(ticketId)) this.edits.set(ticketId, this.polls);
	}

	/**
	 * An older state has come back, with older places in the rounds.
	 *
	 * @param isWatched whether it knows how the ticket looked: n8n saves the state when something is told, so what was
	 *   only watched since then has been forgotten
	 */
	setBack(isWatched: (ticketId: number) => boolean): void {
		for (const id of this.edits.keys()) this.edits.set(id, this.polls);
		for (const id of [...this.views.keys()].filter((one) => !isWatched(one))) {
			this.views.delete(id);
			this.edits.delete(id);
		}
	}

	/**
	 * A poll had all that it may spend.
	 *
	 * @param pages so many requests ask for all tickets
	 * @param share so many of its requests a poll keeps for that and for the look-back
	 * @returns what has not been told in time
	 */
	polled(tickets: ReadonlyMap<number, Ticket>, pages: number, share: number): string[] {
		this.polls += 1;
		// An edited ticket may have to be read whole, which a poll that has spent all else leaves to the next turn.
		const longest = 60 + (10 * (pages + this.edits.size)) / share;
		const due = [...this.edits].filter(([, polls]) => this.polls - polls > longest).map(([id]) => id);
		for (const id of due) this.edits.delete(id);
		return this.differences(due.flatMap((id) => tickets.get(id) ?? [])).map((fault) => fault.replace('lost', 'late'));
	}

	status(ticketId: number): unknown {
		return this.views.get(ticketId)?.status_cd;
	}

	/** Takes in a change that was told. @returns what is wrong with it */
	change(event: TicketEvent): string | null {
		const view = this.views.get(event.ticket_id) ?? {};
		let fault: string | null = null;
		for (const [name, { from, to }] of Object.entries(event.changes ?? {})) {
			const field = name as ChangeField;
			if (same(from, to)) fault ??= `no change: ${describe(event)}`;
			if (this.strict && field in view && !same(view[field], from)) {
				fault ??= `doubled or lost: ${describe(event)}, known as ${text(view[field])}`;
			}
			view[field] = to;
		}
		this.views.set(event.ticket_id, view);
		this.edits.delete(event.ticket_id);
		return fault;
	}

	/** @returns what is not as the tickets are now; nothing where not every change is told */
	differences(tickets: Iterable<Ticket>): string[] {
		if (!this.strict) return [];
		return [...tickets].flatMap((ticket) => {
			const view = this.views.get(ticket.ticket_id) ?? {};
			return CHANGE_FIELDS.filter((field) => field in view && !same(view[field], ticket[field])).map(
				(field) => `lost: change of ${field} of ${ticket.ticket_id}: ${text(view[field])} is ${text(ticket[field])}`,
			);
		});
	}
}

/** @returns when the service got to know of what an event tells (ms) */
export function timeOf({ event, created_at, last_updated_at, message }: TicketEvent): number {
	if (event === 'ticketCreated') return Date.parse(created_at);
	return Date.parse(event === 'newMessage' ? String(message?.created_at) : last_updated_at);
}

export function describe({ event, ticket_id, message, changes }: TicketEvent): string {
	return `${event} ${ticket_id} ${message?.message_id ?? ''} ${changes === undefined ? '' : text(changes)}`.trim();
}

function same(a: unknown, b: unknown): boolean {
	return text(a) === text(b);
}

function text(value: unknown): string {
	return JSON.stringify(Array.isArray(value) ? [...value].sort() : value);
}
