import { type Changes, differences, snapshotOf } from '../../ledger/snapshot';
import type { TicketSummary, WatchedField } from '../../ledger/ticketFields';
import { type OwnWrite, changesOfOthers } from '../../ledger/writes/ownWrites';
import type { Reason } from '../memory/decisions';
import type { InboxMemory } from '../memory/memory';
import { type ChangeRule, type EventName, type Settings, chosenChanges } from '../properties/settings';
import { heldByFields, passesByFields } from './filters';

/** A chosen event, the changes that it contains, and why it is not made; null: it is. */
interface JudgedChange {
	event: EventName;
	changes: Changes;
	reason: Reason | null;
}

/**
 * What has changed in a ticket for each chosen event, or why that makes none. The ticket has to fit the filters before
 * or after the change, so that an event is made both when it leaves a filter and when it comes to fit.
 *
 * @param own writes of this process that are not emitted, in their order
 */
export function judgedChanges(ticket: TicketSummary, { tickets, hasForgotten }: InboxMemory, settings: Settings, own: readonly OwnWrite[]): JudgedChange[] {
	const before = (tickets[ticket.ticket_id] as InboxMemory['tickets'][string] | undefined)?.snapshot ?? null;
	const chosen = chosenChanges(settings);
	if (chosen.length === 0) return [];
	if (before === null) {
		const rule = hasForgotten && !(ticket.ticket_id in tickets) ? 'notWatched' : 'notSeen';
		return chosen.map(({ event }) => ({ event, changes: {}, reason: { rule } }));
	}
	const after = snapshotOf(ticket);
	const all = differences(before, after, []) ?? {};
	const outside = passesByFields(settings.filters, before) ? null : heldByFields(settings.filters, ticket);
	return chosen.map(({ event, fields, becomes }) => {
		const isWatched = (field: WatchedField) => fields.length === 0 || fields.includes(field);
		const theirs = changesOfOthers(before, after, own, fields);
		const changes = theirs && differences(before, after, Object.keys(theirs) as WatchedField[]);
		// A label that a write of this process has added beside theirs is no reason to emit their change.
		if (theirs !== null && changes !== null) return { event, changes, reason: outside ?? (isWanted(theirs, { becomes }) ? null : { rule: 'becomes', is: changes, chosen: becomes }) };
		const changed = Object.keys(all) as WatchedField[];
		const isOther = event === 'ticketChanged' && changed.length > 0;
		const unwatched: Reason = isOther ? { rule: 'otherFields', is: changed, chosen: fields } : { rule: 'noChange' };
		return { event, changes: {}, reason: changed.some(isWatched) ? { rule: 'own' } : unwatched };
	});
}

/** Whether a change leads to a chosen value; an empty list means any value. */
export function isWanted(changes: Changes, { becomes }: Pick<ChangeRule, 'becomes'>): boolean {
	if (becomes === null) return true;
	return Object.entries(becomes).some(([field, wanted]) => {
		const change = changes[field as WatchedField];
		if (change === undefined) return false;
		const isChosen = (value: unknown) => (wanted.length === 0 ? value !== null : wanted.includes((value ?? '') as string | number));
		if (!Array.isArray(change.to)) return isChosen(change.to);
		return (change.to as unknown[]).some((id) => !((change.from ?? []) as unknown[]).includes(id) && isChosen(id));
	});
}
