import type { IDataObject } from 'n8n-workflow';
import type { OwnWrite } from '../../ledger/ownWrites';
import { type Changes, type Snapshot, differences, isSame, snapshotOf } from '../../ledger/snapshot';
import { type TicketSummary, type WatchedField, WATCHED } from '../../ledger/ticketFields';
import type { Row } from '../../ledger/tickets';
import type { InboxMemory, TicketMemory } from '../memory/memory';
import { type ChangeRule, type EventName, type Settings, chosenChanges } from '../properties/settings';
import { MINUTE } from '../time';
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

/**
 * Whether a row comes from an outdated index: a newer state of the ticket was handled, and this one has not lasted. A time in the
 * future was written by a clock that was wrong.
 */
export function isOutdated({ updated, asOf, isSettled }: Row, memory: TicketMemory | undefined): boolean {
	return memory !== undefined && updated < memory.updated && memory.updated <= asOf + MINUTE && !isSettled;
}

/** @returns the fields that differ and that none of these writes explains */
export function changedByOthers(before: Snapshot, after: Snapshot, own: readonly OwnWrite[]): WatchedField[] {
	return Object.keys(differences(afterWrites(before, own), after, []) ?? {}) as WatchedField[];
}

/** Whether a change leads to a chosen value; an empty list means any value. */
export function isWanted(changes: Changes, { becomes }: Pick<ChangeRule, 'becomes'>): boolean {
	if (becomes === null) return true;
	return Object.entries(becomes).some(([field, wanted]) => {
		const change = changes[field as WatchedField];
		if (change === undefined) return false;
		const isChosen = (value: unknown) => (wanted.length === 0 ? value !== null : wanted.includes((value ?? '') as string | number));
		if (!Array.isArray(change.to)) return isChosen(change.to);
		return (change.to as unknown[]).some((id) => !(change.from as unknown[]).includes(id) && isChosen(id));
	});
}

/** @returns how a ticket would look if nothing but these writes had changed it */
function afterWrites(snapshot: Snapshot, writes: readonly OwnWrite[]): Snapshot {
	return writes.reduce((before, { body, before: read, isRead = false }) => {
		// A write without a pending reason removes the ticket's pending reason.
		const sent: IDataObject = { pending_reason_id: null, ...body };
		const written = WATCHED.filter((field) => field in sent)
			.filter((field) => !isRead || !isSame(read?.[field], sent[field]))
			.map((field) => [field, afterWrite(before[field], sent[field], read?.[field])]);
		return snapshotOf({ ...before, ...Object.fromEntries(written) } as TicketSummary);
	}, snapshot);
}

/** A write replaces the whole list that it read before: only the ids that it added or removed are its own changes. */
function afterWrite(before: unknown, written: unknown, shown: unknown): unknown {
	if (!Array.isArray(written)) return written;
	const read = new Set((shown ?? before ?? []) as unknown[]);
	const kept = ((before ?? []) as unknown[]).filter((id) => !read.has(id) || written.includes(id));
	return [...new Set([...kept, ...(written as unknown[]).filter((id) => !read.has(id))])];
}
