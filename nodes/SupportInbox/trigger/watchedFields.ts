import type { TicketSummary, WatchedField } from '../fields/ticketFields';
import { emptyValueOf, WATCHED } from '../fields/ticketFields';

/** How a ticket looks: its watched fields, as far as they are set. */
export type Look = Partial<Pick<TicketSummary, WatchedField>>;

/** What a field was and is. */
export type Changes = Partial<Record<WatchedField, { from: unknown; to: unknown }>>;

/** @returns how a ticket looks now */
export function lookOf(ticket: TicketSummary): Look {
	return Object.fromEntries(WATCHED.filter((field) => !isEmpty(ticket[field])).map((field) => [field, ticket[field]]));
}

/**
 * @param fields the fields that matter; empty: all
 * @returns the net difference between two looks of a ticket, null when there is none
 */
export function differences(before: Look, after: Look, fields: readonly WatchedField[]): Changes | null {
	const different = (fields.length > 0 ? fields : WATCHED).filter((field) => !isSame(before[field], after[field]));
	if (different.length === 0) return null;
	return Object.fromEntries(different.map((field) => [field, { from: before[field] ?? emptyValueOf(field), to: after[field] ?? emptyValueOf(field) }]));
}

function isSame(before: unknown, after: unknown): boolean {
	if (!Array.isArray(before) || !Array.isArray(after)) return before === after || (isEmpty(before) && isEmpty(after));
	return before.length === after.length && new Set([...(before as unknown[]), ...(after as unknown[])]).size === before.length;
}

function isEmpty(value: unknown): boolean {
	return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}
