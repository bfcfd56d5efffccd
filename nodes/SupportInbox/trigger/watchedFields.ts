import type { TicketSummary } from './service/service';

/**
 * The fields of a ticket that Ticket Changed watches (API document, Ticket). All that compares, stores and offers them is
 * made of this list. A `set` holds ids, whose order says nothing.
 */
export const WATCHED_FIELDS = {
	assignee: 'value',
	case_category_ids: 'set',
	color_cd: 'value',
	label_ids: 'set',
	pending_reason_id: 'value',
	status_cd: 'value',
	title: 'value',
} as const satisfies Partial<Record<keyof TicketSummary, 'value' | 'set'>>;

export type WatchedField = keyof typeof WATCHED_FIELDS;
export const WATCHED = Object.keys(WATCHED_FIELDS) as WatchedField[];

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
	return Object.fromEntries(different.map((field) => [field, { from: shown(field, before), to: shown(field, after) }]));
}

function isSame(before: unknown, after: unknown): boolean {
	if (!Array.isArray(before) || !Array.isArray(after)) return before === after || (isEmpty(before) && isEmpty(after));
	return before.length === after.length && new Set([...(before as unknown[]), ...(after as unknown[])]).size === before.length;
}

function isEmpty(value: unknown): boolean {
	return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

function shown(field: WatchedField, look: Look): unknown {
	return look[field] ?? (WATCHED_FIELDS[field] === 'set' ? [] : null);
}
