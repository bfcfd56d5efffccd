import { type TicketSummary, type WatchedField, emptyValueOf, WATCHED } from './ticketFields';

/** How a ticket looks: its watched fields, as far as they are set. */
export type Snapshot = Partial<Pick<TicketSummary, WatchedField>>;

/** The value of each changed field before and after. */
export type Changes = Partial<Record<WatchedField, { from: unknown; to: unknown }>>;

/** @returns how a ticket looks now */
export function snapshotOf(ticket: TicketSummary): Snapshot {
	return Object.fromEntries(WATCHED.filter((field) => !isEmpty(ticket[field])).map((field) => [field, ticket[field]]));
}

/**
 * @param fields the fields that matter; empty: all
 * @returns the net difference between two snapshots of a ticket, null when there is none
 */
export function differences(before: Snapshot, after: Snapshot, fields: readonly WatchedField[]): Changes | null {
	const different = (fields.length > 0 ? fields : WATCHED).filter((field) => !isSame(before[field], after[field]));
	if (different.length === 0) return null;
	return Object.fromEntries(different.map((field) => [field, { from: before[field] ?? emptyValueOf(field), to: after[field] ?? emptyValueOf(field) }]));
}

/** Whether two values of a field mean the same: a missing value equals an empty one, and lists are compared as sets. */
export function isSame(one: unknown, other: unknown): boolean {
	if (!Array.isArray(one) || !Array.isArray(other)) return one === other || (isEmpty(one) && isEmpty(other));
	return one.length === other.length && new Set([...one, ...other].map(String)).size === one.length;
}

function isEmpty(value: unknown): boolean {
	return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}
