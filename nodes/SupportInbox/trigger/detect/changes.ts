import { type Changes, differences, snapshotOf } from '../../ledger/snapshot';
import type { TicketSummary, WatchedField } from '../../ledger/ticketFields';
import { type OwnWrite, changedByOthers } from '../../ledger/writes/ownWrites';
import type { InboxMemory } from '../memory/memory';
import { type ChangeRule, type EventName, type Settings, chosenChanges } from '../properties/settings';
import { passesByFields } from './filters';

/** A chosen event, and the changes that it contains. */
interface ChosenChange {
	event: EventName;
	changes: Changes;
}

/**
 * What has changed in a ticket, for each chosen event that the change belongs to. The ticket has to fit the filters before
 * or after the change, so that an event is made both when it leaves a filter and when it comes to fit.
 *
 * @param own writes of this process that are not emitted, in their order
 */
export function changesOf(ticket: TicketSummary, { tickets }: InboxMemory, settings: Settings, own: readonly OwnWrite[]): ChosenChange[] {
	const before = (tickets[ticket.ticket_id] as InboxMemory['tickets'][string] | undefined)?.snapshot ?? null;
	const chosen = chosenChanges(settings);
	if (before === null || chosen.length === 0) return [];
	if (!passesByFields(settings.filters, before) && !passesByFields(settings.filters, ticket)) return [];
	const after = snapshotOf(ticket);
	const byOthers = changedByOthers(before, after, own);
	const found = chosen.map(({ event, fields, becomes }) => {
		const watched = byOthers.filter((field) => fields.length === 0 || fields.includes(field));
		const changes = watched.length === 0 ? null : differences(before, after, watched);
		return changes !== null && isWanted(changes, { becomes }) ? [{ event, changes }] : [];
	});
	return found.flat();
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
