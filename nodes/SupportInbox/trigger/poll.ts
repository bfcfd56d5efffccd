import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { ids } from '../fields/rules';
import { connect } from '../transport/connection';
import { toNodeApiError } from '../transport/errors';
import { ServiceFailure } from '../transport/failure';

import type { TicketSummary } from './api';
import { FULL_PAGE } from './api';
import type { TicketService } from './service';
import { ticketService } from './service';

/**
 * What is remembered of an inbox: tickets created before `floor` were there at the start; `read` is the
 * service's clock at the last look; `tickets` are those seen since, with their time of creation (all ms).
 */
interface InboxState {
	floor: number;
	read: number;
	tickets: Record<string, number>;
}

interface State {
	v: 1;
	inboxes: Record<string, InboxState>;
}

const LOOK_BACK_MS = 24 * 60 * 60_000;

/** One poll of the trigger: new tickets of the chosen inboxes, oldest first. */
export async function poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const inboxes = ids(this.getNodeParameter('messageBoxIds'), { zone: this.getTimezone(), now: Date.now() }) as number[];
	const service = ticketService(this, await connect(this));
	const run = this.getMode() === 'manual' ? sample : watch;
	return await run(this, service, inboxes).catch((error) => {
		if (!(error instanceof ServiceFailure)) throw error;
		throw toNodeApiError(this.getNode(), error.failure, { about: [], sent: [] });
	});
}

async function watch(context: IPollFunctions, service: TicketService, inboxes: number[]) {
	const data = context.getWorkflowStaticData('node');
	const known = data.state as unknown as State | undefined;
	const state: State = { v: 1, inboxes: {} };
	const items: INodeExecutionData[] = [];
	for (const id of inboxes) {
		const { next, created } = await look(service, id, known?.inboxes[id]);
		state.inboxes[id] = next;
		items.push(...created.map((ticket) => toItem(id, ticket)));
	}
	data.state = state as unknown as IDataObject;
	return items.length > 0 ? [items] : null;
}

/** Reads what was sent in the look-back; a ticket never seen before and created after the floor is new. */
async function look(service: TicketService, id: number, state: InboxState | undefined) {
	const seen = { ...state?.tickets };
	const created: TicketSummary[] = [];
	let since = state === undefined ? Date.now() - LOOK_BACK_MS : state.read - LOOK_BACK_MS;
	let floor = state?.floor;
	let read = state?.read;
	for (let page = 1; ; page++) {
		const { tickets, serverTime } = await service.search(id, { since: iso(since), per_page: FULL_PAGE, page });
		if (page === 1) {
			read = serverTime ?? Date.now();
			since = Math.min(since, read - LOOK_BACK_MS);
		}
		floor ??= serverTime ?? Date.now();
		for (const ticket of tickets) {
			const at = Date.parse(ticket.created_at);
			if (state !== undefined && seen[ticket.ticket_id] === undefined && at >= floor) created.push(ticket);
			seen[ticket.ticket_id] = at;
		}
		if (tickets.length < FULL_PAGE) break;
	}
	created.sort((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at) || a.ticket_id - b.ticket_id);
	return { created, next: { floor, read: read ?? floor, tickets: seen } };
}

async function sample(context: IPollFunctions, service: TicketService, inboxes: number[]) {
	for (const id of inboxes) {
		const { tickets } = await service.search(id, { per_page: 1, page: 1 });
		if (tickets.length > 0) return [[toItem(id, tickets[0])]];
	}
	throw new NodeOperationError(context.getNode(), 'There is no ticket to show yet', {
		description: 'The chosen inboxes are empty. Create a ticket in one of them, then fetch the test event again.',
	});
}

function toItem(messageBoxId: number, ticket: TicketSummary): INodeExecutionData {
	return { json: { event: 'ticketCreated', message_box_id: messageBoxId, ...ticket } as unknown as IDataObject };
}

function iso(ms: number): string {
	return `${new Date(Math.floor(ms / 1000) * 1000).toISOString().slice(0, 19)}Z`;
}
