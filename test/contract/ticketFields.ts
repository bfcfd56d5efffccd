/** The fields of a ticket in the API document, as far as tests make something of each of them. */
import type { TicketPatch } from '../simulator/store/inputs';
import { SCHEMAS } from './contract';

/** Fields of a ticket that say nothing of a change, move with each of them, or are an event of their own. */
export const NEVER_WATCHED = ['ticket_id', 'created_at', 'last_updated_at', 'messages'];

export type WatchedField = Exclude<keyof TicketPatch, 'snooze' | 'approvalRequired'>;

/** The fields of a ticket that Ticket Field Changed compares (docs/trigger.md, "What you get"). */
export const WATCHED_FIELDS = Object.keys(SCHEMAS.Ticket.properties!).filter((name) => !NEVER_WATCHED.includes(name)) as WatchedField[];

/** Those that hold any text: no code, and no user. */
export const TEXTS = WATCHED_FIELDS.filter((name) => {
	const { type, ...rest } = SCHEMAS.Ticket.properties![name];
	return [type].flat().includes('string') && !('x-codes' in rest) && name !== 'assignee';
});

/** @returns an edit of each code but the status, which changes more than itself; made of its known values, first null if it may be that */
export const codeEdits = (valueOf: (codes: unknown[]) => unknown): TicketPatch =>
	Object.fromEntries(WATCHED_FIELDS.filter((name) => name !== 'status_cd').flatMap((name) => {
		const { type, 'x-codes': codes } = SCHEMAS.Ticket.properties![name];
		return codes ? [[name, valueOf([...([type].flat().includes('null') ? [null] : []), ...codes])]] : [];
	}));

/** @returns an edit of each of those texts */
export const textEdits = (text: string): TicketPatch => Object.fromEntries(TEXTS.map((name) => [name, text]));
