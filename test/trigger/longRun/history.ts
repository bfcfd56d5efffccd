import { WATCHED_FIELDS } from '../../contract/ticketFields';
import type { Message, Ticket } from '../../simulator';
import { textOf, type EventMessage, type Watched } from './events';

export type VersionMessage = Pick<Message, 'message_id' | 'method_cd' | 'action_cd' | 'sent_at'>;

/** How a ticket looked from some time on (ms); its status is `deleted` when it is no more. */
export interface Version {
	from: number;
	what: string;
	fields: string;
	status: string;
	messages: readonly VersionMessage[];
}

/** How each ticket looked at each time, and what happened in it in words. Times in ms of the service's clock. */
export class History {
	/** tickets that could not be shown at some time: they may come late and without their messages */
	readonly unreadable = new Set<number>();
	readonly removed = new Set<number>();
	private readonly versions = new Map<number, Version[]>();
	private readonly came = new Map<number, number>();

	constructor(readonly now: () => number) {}

	/** The ticket looks as it does now from now on. @param what happened, in words */
	changed(ticket: Ticket, what: string, isRemoved: boolean): void {
		if (isRemoved) this.removed.add(ticket.ticket_id);
		const messages = ticket.messages.map(({ message_id, method_cd, action_cd, sent_at }) => ({ message_id, method_cd, action_cd, sent_at }));
		const status = isRemoved ? 'deleted' : ticket.status_cd;
		append(this.versions, ticket.ticket_id, { from: this.now(), what, fields: fieldsOf(ticket), status, messages });
	}

	/** A message came, or is in another state: it is sent. */
	messageCame({ message_id, created_at, sent_at }: Message): void {
		this.came.set(message_id, Math.max(created_at, Math.min(sent_at, this.now())));
	}

	/** @returns when a message came to be in its state (ms): a draft when it was sent, whatever its date */
	cameAt({ message_id }: { message_id: number }): number {
		return this.came.get(message_id) ?? Infinity;
	}

	/** @returns whether the ticket looked like this at some time in the period; `messages` only if they are given */
	showed(ticketId: number, item: Watched & { messages?: EventMessage[] }, from: number, until: number): boolean {
		const inPeriod = this.versionsIn(ticketId, from, until);
		const messages = item.messages && messagesOf(item.messages);
		return inPeriod.some(({ fields }) => fields === fieldsOf(item)) && (messages === undefined || inPeriod.some((version) => messagesOf(version.messages) === messages));
	}

	/** @returns how the ticket looked in the period, oldest first */
	versionsIn(ticketId: number, from: number, until: number): Version[] {
		const versions = this.versions.get(ticketId) ?? [];
		return versions.filter((version, place) => version.from <= until && (versions[place + 1]?.from ?? Infinity) >= from);
	}

	/** @returns whether the ticket was deleted at this time or later (ms) */
	wasRemovedSince(ticketId: number, since: number): boolean {
		return this.removed.has(ticketId) && (this.versions.get(ticketId)?.at(-1)?.from ?? 0) >= since;
	}

	/** @param more lines beside those of the service. @returns the last happenings in a ticket, oldest first */
	describe(ticketId: number, more: Array<[number, string]> = []): string {
		const lines = (this.versions.get(ticketId) ?? []).map(({ from, what }): [number, string] => [from, what]);
		return [...lines, ...more].sort(([a], [b]) => a - b).slice(-12).map(([at, line]) => `\n    ${iso(at)} ${line}`).join('');
	}
}

/** Adds an entry to the list of an id. */
export function append<T>(lists: Map<number, T[]>, id: number, entry: T): void {
	lists.set(id, [...(lists.get(id) ?? []), entry]);
}

function fieldsOf(ticket: Watched): string {
	return WATCHED_FIELDS.map((field) => textOf(ticket[field])).join();
}

function messagesOf(messages: readonly EventMessage[]): string {
	return messages.map(({ message_id, action_cd }) => `${message_id} ${action_cd}`).sort().join();
}

export const iso = (at: number) => (Number.isFinite(at) ? new Date(at).toISOString() : '-');
