/** How the long run drives the trigger's core: the one file that follows its interface. */
import type { IDataObject } from 'n8n-workflow';

import { NameBook } from '../../../nodes/SupportInbox/trigger/names';
import { pollOnce } from '../../../nodes/SupportInbox/trigger/pollOnce';
import { Readers } from '../../../nodes/SupportInbox/trigger/reader/readers';
import type { Settings } from '../../../nodes/SupportInbox/trigger/settings';
import type { TicketPatch, Ticket } from '../../simulator';

import type { TriggerEvent } from './events';
import type { SimulatedService } from './service';
import { SECOND } from './units';

/** How long a poll may take until no further request begins (ms). */
export const BUDGET = 26 * SECOND;

/** What the triggers of one process share. */
export class Shared {
	private readonly names = new NameBook();
	private readonly readers = new Readers();

	/** @param now a clock that does not step (ms) */
	constructor(private readonly now: () => number) {}

	/** @returns null: another poll of the trigger was under way */
	async poll(key: string, settings: Settings, service: SimulatedService, memory: IDataObject): Promise<{ events: TriggerEvent[]; failed: boolean } | null> {
		const { names, readers, now } = this;
		const result = await pollOnce({ readers, origin: 'https://tenant.example', key, settings, service, memory: () => memory, now, budget: BUDGET, names });
		return result && { events: result.events as unknown as TriggerEvent[], failed: result.report.thrown !== null };
	}

	/** A node of the process wrote a ticket between two times of the clock, which here is the service's. */
	wrote({ message_box_id, ticket_id }: Ticket, body: TicketPatch, sentAt: number, answeredAt: number): void {
		const onService = { earliest: sentAt, latest: answeredAt + SECOND };
		const path = `/api/v2/${message_box_id}/tickets/${ticket_id}`;
		const values = { messageBoxId: message_box_id, ticketId: ticket_id };
		this.readers.noteWrite({ method: 'PUT', path, values, body: { ...body }, answer: {}, sentAt, answeredAt, onService, confirmed: true, workflowId: undefined });
	}
}
