import type { InboxMemory, TicketMemory, TriggerMemory } from './memory';

/** How much a trigger remembers, of all its inboxes together: tickets, and bytes of JSON, which n8n writes to its database. */
export interface Limits {
	tickets: number;
	bytes: number;
}

/** At most 400 KB, with what n8n puts around it. */
export const LIMITS: Limits = { tickets: 2_000, bytes: 399_900 };

/**
 * Forgets the tickets that have been quiet the longest, until the memory is within its limits. From then on, their inbox
 * takes everything of the same age for known, so that a forgotten ticket is not new when it is seen again.
 */
export function keepWithinLimits(memory: TriggerMemory, { tickets, bytes }: Limits): void {
	let count = Object.values(memory.inboxes).reduce((sum, inbox) => sum + Object.keys(inbox.tickets).length, 0);
	if (count > tickets) count -= forgetQuietest(memory, count - tickets);
	for (;;) {
		const excess = Buffer.byteLength(JSON.stringify(memory)) - bytes;
		if (excess <= 0 || count === 0) return;
		const forgotten = forgetQuietest(memory, Math.ceil((count * excess) / bytes) + 1);
		if (forgotten === 0) return;
		count -= forgotten;
	}
}

/** @returns how many were forgotten */
function forgetQuietest({ inboxes }: TriggerMemory, count: number): number {
	const known = Object.values(inboxes).flatMap((inbox) => Object.keys(inbox.tickets).map((id) => ({ inbox, id, ticket: inbox.tickets[id] })));
	// Three kinds are kept: a ticket on the list is not decided yet, around a ticket after the position others are not handled
	// yet, and a wait that is not emitted yet becomes an event just because nothing happens.
	const quiet = known
		.filter(({ inbox, id, ticket }) => !(id in inbox.todo) && handledUntil(ticket) <= inbox.position + inbox.ahead && (ticket.wait === undefined || ticket.wait.emittedAt !== undefined))
		.sort((a, b) => activityOf(a.ticket) - activityOf(b.ticket));
	for (const { inbox, id } of quiet.slice(0, count)) forget(inbox, id);
	return Math.min(count, quiet.length);
}

function forget(inbox: InboxMemory, id: string): void {
	const ticket = inbox.tickets[id];
	delete inbox.tickets[id];
	inbox.hasForgotten = true;
	inbox.since = Math.max(inbox.since, ticket.created + 1);
	if (inbox.messagesSince !== null) inbox.messagesSince = Math.max(inbox.messagesSince, handledUntil(ticket) + 1);
}

/** Up to when the ticket's messages and comments were handled: others of the same time count as handled too. */
function handledUntil({ created, updated, last = 0 }: TicketMemory): number {
	return Math.max(created, updated, last);
}

/** A message dated ahead counts as activity: every search for news finds its ticket. */
function activityOf(ticket: TicketMemory): number {
	return Math.max(handledUntil(ticket), ticket.messages?.ahead ?? 0);
}
