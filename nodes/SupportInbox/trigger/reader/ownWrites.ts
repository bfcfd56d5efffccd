import type { IDataObject } from 'n8n-workflow';

import type { TicketSummary } from '../api';
import { SECOND } from '../time';

/**
 * A ticket update of this process.
 * - `onService`: it took effect between these on the service's clock (ms); null while that is unknown.
 * - `body`: what was sent, in the API's names.
 */
export interface OwnWrite {
	onService: { earliest: number; latest: number } | null;
	body: IDataObject;
	workflowId?: string;
}

/** Writes of one ticket, and tickets, that are remembered; a forgotten one only costs a request. */
const MAX_WRITES = 10;
const MAX_TICKETS = 2_000;
/** In a longer gap before the write someone else may have moved `last_updated_at`, and the write would hide it. */
const MAX_GAP = 3 * SECOND;

/** What this process has written to the tickets of one inbox. */
export class OwnWrites {
	private readonly writes = new Map<number, OwnWrite[]>();

	add(ticketId: number, write: OwnWrite): void {
		const known = this.writes.get(ticketId) ?? [];
		this.writes.delete(ticketId);
		this.writes.set(ticketId, [...known, write].slice(-MAX_WRITES));
		if (this.writes.size > MAX_TICKETS) this.writes.delete(this.writes.keys().next().value as number);
	}

	/**
	 * @param seenAt when the ticket was seen before (ms of the service's clock)
	 * @param updated its `last_updated_at` now (ms)
	 * @returns whether a write of this process, and probably nothing else, has moved `last_updated_at` since then
	 */
	explain(ticket: TicketSummary, seenAt: number, updated: number): boolean {
		let knownUntil = seenAt;
		for (const { onService, body } of this.writes.get(ticket.ticket_id) ?? []) {
			if (onService === null || onService.latest < seenAt) continue;
			if (onService.earliest > knownUntil + MAX_GAP) return false;
			// The service may cut its times to the second.
			const isInSpan = updated >= Math.floor(onService.earliest / SECOND) * SECOND && updated <= onService.latest;
			if (isInSpan && shows(ticket, body)) return true;
			knownUntil = onService.latest;
		}
		return false;
	}

	/** @returns the workflow whose write, as the last one of this process since `since`, gave the ticket this look */
	writerOf(ticket: TicketSummary, since: number): string | undefined {
		const writes = this.writes.get(ticket.ticket_id) ?? [];
		return writes.filter(({ onService, body }) => (onService?.latest ?? 0) >= since && shows(ticket, body)).at(-1)?.workflowId;
	}
}

/** Whether a ticket shows what was written, as far as a row has the fields. */
function shows(ticket: TicketSummary, body: IDataObject): boolean {
	const row = ticket as unknown as IDataObject;
	return Object.entries(body).every(([field, written]) => !(field in row) || isSame(row[field], written));
}

function isSame(shown: unknown, written: unknown): boolean {
	if (!Array.isArray(shown) || !Array.isArray(written)) return (shown ?? '') === (written ?? '');
	return new Set([...shown, ...written].map(String)).size === shown.length && shown.length === written.length;
}
