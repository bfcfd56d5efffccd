import type { TicketEvent } from '../../../nodes/SupportInbox/trigger/events';
import { CHANGE_FIELDS, type ChangeField } from '../../../nodes/SupportInbox/trigger/state/model';
import type { Ticket } from '../../simulator';

type View = Partial<Record<ChangeField, unknown>>;

/** How the workflow knows the tickets: each change must begin where the last one ended. */
export class Views {
	private readonly views = new Map<number, View>();

	/** @param strict whether every change is told; otherwise some are not, by a filter or because tickets are forgotten */
	constructor(private readonly strict: boolean) {}

	know(ticket: Ticket | TicketEvent): void {
		const fields = CHANGE_FIELDS.map((field) => [field, structuredClone(ticket[field])]);
		this.views.set(ticket.ticket_id, Object.fromEntries(fields) as View);
	}

	forget(ticketId: number): void {
		this.views.delete(ticketId);
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
