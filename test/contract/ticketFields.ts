/** The fields of a ticket in the API document, as far as tests make something of each of them. */
import type { TicketPatch } from '../simulator/store/inputs';
import { codesOf, type JsonSchema, SCHEMAS } from './contract';

/** Fields of a ticket that say nothing of a change, move with each of them, or are an event of their own. */
export const NEVER_WATCHED = ['ticket_id', 'created_at', 'last_updated_at', 'messages'];

export type WatchedField = Exclude<keyof TicketPatch, 'snooze' | 'approvalRequired'>;

/** What a user can change of a ticket. */
export const ATTRIBUTES = Object.fromEntries(Object.entries(SCHEMAS.Ticket.properties!).filter(([name]) => !NEVER_WATCHED.includes(name))) as Record<WatchedField, JsonSchema>;

/** The fields of a ticket that Ticket Field Changed compares (docs/trigger.md, "What you get"). */
export const WATCHED_FIELDS = Object.keys(ATTRIBUTES) as WatchedField[];

const mayBe = (name: WatchedField, type: string) => [ATTRIBUTES[name].type].flat().includes(type);

/** @returns an edit of each code but the status, which changes more than itself; made of its known values, first null if it may be that */
export const codeEdits = (valueOf: (codes: unknown[]) => unknown): TicketPatch => {
	const coded = WATCHED_FIELDS.filter((name) => name !== 'status_cd' && codesOf(ATTRIBUTES[name]).length > 0);
	return Object.fromEntries(coded.map((name) => [name, valueOf([...(mayBe(name, 'null') ? [null] : []), ...codesOf(ATTRIBUTES[name])])]));
};

/** @returns an edit of each field that holds any text: no code, and no user */
export const textEdits = (text: string): TicketPatch =>
	Object.fromEntries(WATCHED_FIELDS.filter((name) => mayBe(name, 'string') && codesOf(ATTRIBUTES[name]).length === 0 && name !== 'assignee').map((name) => [name, text]));
