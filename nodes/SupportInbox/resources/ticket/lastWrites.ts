import type { IDataObject } from 'n8n-workflow';

import type { Gate } from '../../transport/gate';
import { tellWrite } from '../../transport/ticketObserver';
import { READ_VALID_MS } from '../../transport/timing';
import type { TicketKey } from './ticketKey';

/** When each ticket was last written through a gate, in ms of its clock; only as long as an older reading could be used. */
const ofGates = new WeakMap<Gate, Map<string, number>>();

/** A ticket update that left at `sentAt` and has ended: `confirmed`, or so that its outcome is unknown. */
export interface EndedWrite {
	sentAt: number;
	body: IDataObject;
	confirmed: boolean;
}

/** Notes that a ticket update has ended, and tells the observers. */
export function noteWrite(gate: Gate, key: TicketKey, { sentAt, body, confirmed }: EndedWrite): void {
	const answeredAt = gate.clock.now();
	const writes = ofGates.get(gate) ?? new Map<string, number>();
	ofGates.set(gate, writes);
	// A map keeps the order of insertion: the newest write is at the end.
	writes.delete(nameOf(key));
	writes.set(nameOf(key), answeredAt);
	for (const [name, at] of writes) {
		if (answeredAt - at <= READ_VALID_MS) break;
		writes.delete(name);
	}
	const [from, to] = [gate.serverTime(sentAt), gate.serverTime(answeredAt)];
	const onService = from === undefined || to === undefined ? null : { earliest: from.earliest, latest: to.latest };
	tellWrite(gate, key.messageBoxId, key.ticketId, { sentAt, answeredAt, onService, body, confirmed });
}

/** @returns whether this process has written the ticket since */
export function isWrittenSince(gate: Gate, key: TicketKey, since: number): boolean {
	return (ofGates.get(gate)?.get(nameOf(key)) ?? -Infinity) >= since;
}

function nameOf({ messageBoxId, ticketId }: TicketKey): string {
	return `${messageBoxId} ${ticketId}`;
}
