import type { Ticket } from '../../simulator';

import type { Delays } from './delays';
import { CHANGE_FIELDS, describe, same, text, type ChangeField, type Told } from './told';

type View = Partial<Record<ChangeField, unknown>>;

/** How a workflow knows the tickets: each change must begin where the last one ended. */
export class Views {
	private readonly views = new Map<number, View>();
	/** those of them that the trigger's saved memory knows as well */
	private saved = new Set<number>();
	/** edits that have not been told */
	private readonly edits = new Map<number, string>();
	private count = 0;

	/** @param strict whether every change is told; otherwise some are not, by a filter or because tickets are forgotten */
	constructor(
		private readonly strict: boolean,
		private readonly delays: Delays,
	) {}

	know(ticket: Ticket | Told): void {
		const fields = CHANGE_FIELDS.map((field) => [field, structuredClone(ticket[field])]);
		this.views.set(ticket.ticket_id, Object.fromEntries(fields) as View);
	}

	forget(ticketId: number): void {
		this.views.delete(ticketId);
		this.settle(ticketId);
	}

	/** Also those that have been deleted: a trigger may tell of them later. */
	forgetAll(): void {
		for (const id of [...this.views.keys()]) this.forget(id);
	}

	/** An edit that changes nothing, or takes the last one back, is none. */
	edited(ticket: Ticket): void {
		const { ticket_id: ticketId } = ticket;
		if (!this.strict || !this.views.has(ticketId)) return;
		this.settle(ticketId);
		if (this.differences([ticket]).length === 0) return;
		const key = `edit ${ticketId} ${++this.count}`;
		this.edits.set(ticketId, key);
		this.delays.expect(key, ticketId, 'round');
	}

	/** n8n has saved the trigger's memory. */
	save(): void {
		this.saved = new Set(this.views.keys());
	}

	/** The saved memory has come back: what the trigger has only come to watch since then has been forgotten. */
	setBack(): void {
		for (const id of [...this.views.keys()].filter((one) => !this.saved.has(one))) this.forget(id);
	}

	/** @param late edits that should have been told by now. @returns those that really differ */
	late(late: ReadonlySet<string>, tickets: ReadonlyMap<number, Ticket>): string[] {
		const due = [...this.edits].filter(([, key]) => late.has(key)).map(([id]) => id);
		for (const id of due) this.edits.delete(id);
		return this.differences(due.flatMap((id) => tickets.get(id) ?? [])).map((fault) => fault.replace('lost', 'late'));
	}

	status(ticketId: number): unknown {
		return this.views.get(ticketId)?.status_cd;
	}

	/** Takes in a change that was told. @returns what is wrong with it */
	change(event: Told): string | null {
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
		this.settle(event.ticket_id);
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

	private settle(ticketId: number): void {
		const key = this.edits.get(ticketId);
		if (key === undefined) return;
		this.edits.delete(ticketId);
		this.delays.done(key);
	}
}
