/** How the long run drives the trigger's core: the one file that follows its interface. */
import type { IDataObject } from 'n8n-workflow';
import { Ledgers } from '../../../nodes/SupportInbox/ledger/ledgers';
import type { Session } from '../../../nodes/SupportInbox/transport/session';
import type { Settings } from '../../../nodes/SupportInbox/trigger/properties/settings';
import { runOnce } from '../../../nodes/SupportInbox/trigger/run/run';
import { sessionAt } from '../../harness/session';
import type { Simulator, TicketPatch, Ticket } from '../../simulator';
import { extended } from '../../simulator/oddities';
import { TENANT_ZONE } from '../../simulator/time';
import type { EventMessage, TriggerEvent } from './events';
import { SimulatedClock, type SimulatedService } from './service';
import { SECOND } from './units';

/** What a node sends to update a ticket. */
export type Update = TicketPatch & { assign_comment?: string; snooze_comment?: string; snooze_time?: string };

/** How long a poll may take until no further request begins (ms). */
export const BUDGET = 26 * SECOND;

/** What the triggers of one process share. */
export class Shared {
	private static count = 0;
	readonly clock = new SimulatedClock();
	/** Whatever is remembered of triggers by their keys is not that of another run: a seed runs alone as it does among others. */
	private readonly id = ++Shared.count;
	private readonly session: Session;

	/** @param now a clock that does not step (ms) */
	constructor(now: () => number, private readonly simulator: Simulator) {
		this.session = sessionAt(now);
	}

	/** @returns null: another poll of the trigger was under way */
	async poll(key: string, settings: Settings, service: SimulatedService, memory: IDataObject): Promise<{ events: TriggerEvent[]; failed: boolean } | null> {
		const { session, id } = this;
		const result = await runOnce({ session, origin: 'https://tenant.example', key: `${id} ${key}`, settings, service, memory: () => memory, budget: BUDGET });
		return result && { events: (result.events as unknown as TriggerEvent[]).map((event) => asStored(event, this.simulator)), failed: result.report.thrown !== null };
	}

	/** A node of the process wrote a ticket between two times of the clock, which here is the service's. */
	wrote({ message_box_id, ticket_id }: Ticket, body: Update, sentAt: number, answeredAt: number): void {
		const { sharedIds, odd } = this.simulator;
		const ticketId = sharedIds?.shown('ticket', ticket_id) ?? ticket_id;
		const onService = { earliest: sentAt - odd.timesAhead, latest: answeredAt + SECOND - odd.timesAhead };
		const path = `/api/v2/${message_box_id}/tickets/${ticketId}`;
		const values = { messageBoxId: message_box_id, ticketId };
		this.session.of(Ledgers).takeWrite({ method: 'PUT', path, values, body: { ...body }, answer: {}, sentAt, answeredAt, onService, confirmed: true, workflowId: undefined });
	}
}

/** @returns an event with the ids of the simulator's store, and with times that JavaScript reads */
function asStored(event: TriggerEvent, { sharedIds, odd }: Simulator): TriggerEvent {
	const idOf = (kind: 'ticket' | 'message', id: number) => sharedIds?.stored(kind, Number(event.message_box_id), id) ?? id;
	const timeOf = (text: string | number) => (typeof text === 'number' ? text : extended(text, odd.timeNotation, TENANT_ZONE));
	const { ticket_id, messages, message, comment } = event;
	const messageOf = (one: EventMessage): EventMessage => ({ ...one, message_id: idOf('message', one.message_id), sent_at: timeOf(one.sent_at) });
	return {
		...event,
		ticket_id: idOf('ticket', ticket_id),
		...(messages && { messages: messages.map(messageOf) }),
		...(message && { message: messageOf(message) }),
		...(comment && { comment: { ...comment, commented_at: String(timeOf(comment.commented_at)) } }),
	};
}

/** @returns the ids of the tickets that a memory holds, those of the simulator's store */
export function watchedIn({ state }: IDataObject, { sharedIds }: Simulator): Set<number> {
	const { inboxes = {} } = state as { inboxes?: Record<string, { tickets: object }> };
	return new Set(Object.entries(inboxes).flatMap(([inbox, { tickets }]) => Object.keys(tickets).map((id) => sharedIds?.stored('ticket', Number(inbox), Number(id)) ?? Number(id))));
}
