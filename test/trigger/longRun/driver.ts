/** How the long run drives the trigger's core: the one file that follows its interface. */
import { createHmac } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { Store } from '../../../nodes/SupportInbox/store/store';
import type { Session } from '../../../nodes/SupportInbox/transport/session';
import { runOnce } from '../../../nodes/SupportInbox/trigger/phases/run';
import type { Settings } from '../../../nodes/SupportInbox/trigger/properties/settings';
import { sessionAt } from '../../harness/session';
import type { TicketPatch, Ticket } from '../../simulator';
import type { TriggerEvent } from './events';
import { SimulatedClock, type SimulatedService } from './service';
import { SECOND } from './units';

/** What a node sends to update a ticket. */
export type Update = TicketPatch & { assign_comment?: string; snooze_comment?: string; snooze_time?: string };

/** As a credential's connection has it. */
export const hashOf = (text: string) => createHmac('sha256', 'token').update(text).digest('hex');

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
	constructor(now: () => number) {
		this.session = sessionAt(now);
	}

	/** @returns null: another poll of the trigger was under way */
	async poll(key: string, settings: Settings, service: SimulatedService, memory: IDataObject): Promise<{ events: TriggerEvent[]; failed: boolean } | null> {
		const { session, id } = this;
		const result = await runOnce({ session, origin: 'https://tenant.example', key: `${id} ${key}`, settings, service, memory: () => memory, budget: BUDGET, hashOf });
		return result && { events: result.events as unknown as TriggerEvent[], failed: result.report.thrown !== null };
	}

	/** A node of the process wrote a ticket between two times of the clock, which here is the service's. */
	wrote({ message_box_id: messageBoxId, ticket_id: ticketId }: Ticket, body: Update, sentAt: number, answeredAt: number): void {
		const onService = { earliest: sentAt, latest: answeredAt + SECOND };
		const path = `/api/v2/${messageBoxId}/tickets/${ticketId}`;
		const values = { messageBoxId, ticketId };
		this.session.of(Store).recordWrite({ method: 'PUT', path, values, body: { ...body }, answer: {}, sentAt, answeredAt, onService, confirmed: true, workflowId: undefined });
	}
}

/** @returns the ids of the tickets that a memory holds */
export function watchedIn({ state }: IDataObject): Set<number> {
	const { inboxes = {} } = state as { inboxes?: Record<string, { tickets: object }> };
	return new Set(Object.values(inboxes).flatMap(({ tickets }) => Object.keys(tickets).map(Number)));
}
