import type { TicketEvent } from '../../../nodes/SupportInbox/trigger/events';
import { CHANGE_FIELDS, type ChangeField } from '../../../nodes/SupportInbox/trigger/state/model';
import type { Message, Ticket } from '../../simulator';

type View = Partial<Record<ChangeField, unknown>>;

/** Something that must be told: `prompt` by the next poll that reads to the end, otherwise some time. */
interface Due {
	at: number;
	prompt: boolean;
	messageBoxId: number;
}

/** What the workflow has got, and what it should have got. Faults are kept as sentences. */
export class Ledger {
	readonly faults: string[] = [];
	readonly due = new Map<string, Due>();
	/** what may come, but need not */
	readonly allowed = new Set<string>();
	private readonly told = new Map<string, number>();
	private readonly views = new Map<number, View>();
	private readonly lastReceived = new Map<number, number>();
	events = 0;

	/** @param strictChanges whether every change is told, so that each must begin where the last one ended */
	constructor(private readonly strictChanges: boolean) {}

	expectTicket(ticket: Ticket, at: number, prompt: boolean): void {
		this.due.set(ticketKey(ticket.ticket_id), { at, prompt, messageBoxId: ticket.message_box_id });
	}

	expectMessage(message: Message, at: number, prompt: boolean): void {
		this.due.set(messageKey(message.message_id), { at, prompt, messageBoxId: message.ticket.message_box_id });
	}

	/** How the workflow knows a ticket from before. */
	knows(ticket: Ticket): void {
		this.views.set(ticket.ticket_id, viewOf(ticket));
	}

	forget(ticketId: number): void {
		this.views.delete(ticketId);
	}

	statusKnown(ticketId: number): unknown {
		return this.views.get(ticketId)?.status_cd;
	}

	/** Takes in what one poll gave. */
	deliver(events: readonly TicketEvent[]): void {
		let last = -Infinity;
		for (const event of events) {
			const at = timeOf(event);
			if (at < last) this.faults.push(`out of order within a poll: ${describe(event)}`);
			last = at;
			this.take(event);
		}
		this.events += events.length;
	}

	/** @param visibleSince what was there before this moment must have been told */
	checkPrompt(messageBoxId: number, visibleSince: number): void {
		for (const [key, due] of this.due) {
			if (!due.prompt || due.messageBoxId !== messageBoxId || due.at >= visibleSince || this.told.has(key)) continue;
			this.faults.push(`late: ${key} of ${new Date(due.at).toISOString()} at ${new Date(visibleSince).toISOString()}`);
			due.prompt = false;
		}
	}

	/** At the end: everything due has been told, and every view is how the ticket is. */
	close(tickets: Iterable<Ticket>): void {
		for (const [key, { at }] of this.due) {
			if (!this.told.has(key)) this.faults.push(`lost: ${key} of ${new Date(at).toISOString()}`);
		}
		if (!this.strictChanges) return;
		for (const ticket of tickets) {
			const view = this.views.get(ticket.ticket_id);
			for (const field of CHANGE_FIELDS) {
				if (view === undefined || !(field in view) || same(view[field], ticket[field])) continue;
				this.faults.push(`lost: change of ${field} of ${ticket.ticket_id}: ${text(view[field])} is ${text(ticket[field])}`);
			}
		}
	}

	private take(event: TicketEvent): void {
		const { ticket_id: id } = event;
		if (event.event === 'ticketChanged') return this.takeChange(event);
		const key = event.event === 'ticketCreated' ? ticketKey(id) : messageKey(event.message?.message_id ?? 0);
		const times = (this.told.get(key) ?? 0) + 1;
		this.told.set(key, times);
		if (times > 1) this.faults.push(`doubled: ${describe(event)}`);
		if (!this.due.has(key) && !this.allowed.has(key)) this.faults.push(`not new: ${describe(event)}`);
		if (event.event === 'ticketCreated') {
			this.views.set(id, viewOf(event));
			if (this.lastReceived.has(id)) this.faults.push(`out of order: message before its ticket ${id}`);
		} else if (event.message?.action_cd === 'received') {
			const at = timeOf(event);
			if (at < (this.lastReceived.get(id) ?? 0)) this.faults.push(`out of order in its ticket: ${describe(event)}`);
			this.lastReceived.set(id, at);
		}
	}

	private takeChange(event: TicketEvent): void {
		const view = this.views.get(event.ticket_id) ?? {};
		for (const [name, { from, to }] of Object.entries(event.changes ?? {})) {
			const field = name as ChangeField;
			if (same(from, to)) this.faults.push(`no change: ${describe(event)}`);
			if (this.strictChanges && field in view && !same(view[field], from)) {
				this.faults.push(`doubled or lost: ${describe(event)}, known as ${text(view[field])}`);
			}
			view[field] = to;
		}
		this.views.set(event.ticket_id, view);
	}
}

export const ticketKey = (id: number) => `ticket ${id}`;
export const messageKey = (id: number) => `message ${id}`;

function viewOf(ticket: Pick<Ticket, ChangeField> | TicketEvent): View {
	return Object.fromEntries(CHANGE_FIELDS.map((field) => [field, structuredClone(ticket[field])]));
}

function timeOf({ event, created_at, last_updated_at, message }: TicketEvent): number {
	if (event === 'ticketCreated') return Date.parse(created_at);
	return Date.parse(event === 'newMessage' ? String(message?.created_at) : last_updated_at);
}

function same(a: unknown, b: unknown): boolean {
	return text(a) === text(b);
}

function text(value: unknown): string {
	return JSON.stringify(Array.isArray(value) ? [...value].sort() : value);
}

function describe({ event, ticket_id, message, changes }: TicketEvent): string {
	return `${event} ${ticket_id} ${message?.message_id ?? ''} ${changes === undefined ? '' : text(changes)}`.trim();
}
