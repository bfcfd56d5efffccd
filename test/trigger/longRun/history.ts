import type { Ticket } from '../../simulator';

import type { EventMessage, Watched } from './events';
import { textOf, WATCHED_FIELDS } from './events';

interface Version {
	from: number;
	fields: string;
	messages: string;
}

/** How each ticket looked at each time, and what happened in it in words. Times in ms of the service's clock. */
export class History {
	private readonly versions = new Map<number, Version[]>();
	private readonly lines = new Map<number, Array<[number, string]>>();

	constructor(private readonly now: () => number) {}

	/** The ticket looks as it does now from now on. @param what happened, in words */
	changed(ticket: Ticket, what: string): void {
		const version = { from: this.now(), fields: fieldsOf(ticket), messages: messagesOf(ticket.messages) };
		this.append(this.versions, ticket.ticket_id, version);
		this.append(this.lines, ticket.ticket_id, [this.now(), what]);
	}

	/** @returns whether the ticket looked like this at some time in the period; `messages` only if they are given */
	showed(ticketId: number, item: Watched & { messages?: EventMessage[] }, from: number, until: number): boolean {
		const versions = this.versions.get(ticketId) ?? [];
		const inPeriod = versions.filter((version, place) => version.from <= until && (versions[place + 1]?.from ?? Infinity) >= from);
		const messages = item.messages && messagesOf(item.messages);
		return (
			inPeriod.some(({ fields }) => fields === fieldsOf(item)) &&
			(messages === undefined || inPeriod.some((version) => version.messages === messages))
		);
	}

	/** @param more lines beside those of the service. @returns the last happenings in a ticket, oldest first */
	tell(ticketId: number, more: Array<[number, string]> = []): string {
		const lines = [...(this.lines.get(ticketId) ?? []), ...more].sort(([a], [b]) => a - b);
		return lines.slice(-12).map(([at, line]) => `\n    ${iso(at)} ${line}`).join('');
	}

	private append<T>(lists: Map<number, T[]>, id: number, entry: T): void {
		const list = lists.get(id) ?? [];
		list.push(entry);
		lists.set(id, list);
	}
}

function fieldsOf(ticket: Watched): string {
	return WATCHED_FIELDS.map((field) => textOf(ticket[field])).join();
}

function messagesOf(messages: EventMessage[]): string {
	return messages.map(({ message_id, action_cd }) => `${message_id} ${action_cd}`).sort().join();
}

export const iso = (at: number) => (Number.isFinite(at) ? new Date(at).toISOString() : '-');
