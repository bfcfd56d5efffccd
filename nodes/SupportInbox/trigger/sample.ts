import type { TicketDetail, TicketSearchBody, TicketSummary } from './api';
import type { TicketEvent } from './detect/events';
import { newMessage, oldestFirst, ticketChanged, ticketCreated } from './detect/events';
import type { Changes, WatchedField } from './detect/fields';
import { WATCHED } from './detect/fields';
import { needMessages, passesByFields, passesByMessages } from './detect/filters';
import { isChosen } from './detect/messages';
import type { NameBook } from './names';
import { Requests, ServiceClock } from './reader/requests';
import type { TicketService } from './reader/service';
import type { EventName, Settings } from './settings';

/** How many tickets are read whole in search of one that fits. */
const MAX_TRIES = 5;
/** What names may cost when someone waits for them. */
const MAX_NAME_REQUESTS = 20;
const MAX_NAME_TIME = 10_000;
/** How many tickets the search is asked for. */
const CANDIDATES = 20;

/**
 * Shows what the workflow will get: for each chosen event one of a real ticket, in exactly the shape of real events.
 * Nothing is remembered of it.
 *
 * @returns one event for each kind of which there is an example; none when no ticket fits
 * @throws ServiceFailure
 */
export async function sampleEvents(service: TicketService, settings: Settings, names: NameBook): Promise<TicketEvent[]> {
	const events: TicketEvent[] = [];
	for (const event of settings.events) {
		const sample = await sampleOf(event, service, settings);
		if (sample !== undefined) events.push(sample);
	}
	if (!settings.addNames) return oldestFirst(events, settings.messages);
	const now = () => Date.now();
	const requests = new Requests(service, { requests: MAX_NAME_REQUESTS, deadline: now() + MAX_NAME_TIME, now }, new ServiceClock());
	await names.readFor(events, requests, service);
	return oldestFirst(events, settings.messages).map((event) => names.addTo(event));
}

async function sampleOf(event: EventName, service: TicketService, settings: Settings): Promise<TicketEvent | undefined> {
	const narrower = event === 'newMessage' ? messageConditions(settings) : {};
	for (const messageBoxId of settings.inboxes) {
		const body = { ...ticketConditions(settings), ...narrower, per_page: CANDIDATES, page: 1 };
		const { tickets } = await service.search(messageBoxId, body);
		const fitting = tickets.filter((ticket) => passesByFields(settings.filters, ticket)).slice(0, MAX_TRIES);
		for (const ticket of fitting) {
			const needsWhole =
				event === 'newMessage' ||
				needMessages(settings.filters) ||
				(event === 'ticketCreated' && settings.includeMessages);
			const whole = needsWhole ? (await service.get(messageBoxId, ticket.ticket_id)).ticket : null;
			if (whole !== null && !passesByMessages(settings.filters, whole)) continue;
			const sample = asEvent(event, messageBoxId, ticket, whole, settings);
			if (sample !== undefined) return sample;
		}
	}
	return undefined;
}

function asEvent(
	event: EventName,
	messageBoxId: number,
	ticket: TicketSummary,
	whole: TicketDetail | null,
	settings: Settings,
): TicketEvent | undefined {
	if (event === 'ticketCreated') {
		return ticketCreated(messageBoxId, ticket, settings.includeMessages ? (whole?.messages ?? []) : undefined);
	}
	if (event === 'ticketChanged') return ticketChanged(messageBoxId, ticket, exampleChange(ticket, settings.fields));
	const message = [...(whole?.messages ?? [])].reverse().find((candidate) => isChosen(candidate, settings.messages));
	return message === undefined ? undefined : newMessage(messageBoxId, ticket, message);
}

/** The service does not keep what a field was before, so the example shows it coming from another value. */
function exampleChange(ticket: TicketSummary, fields: readonly WatchedField[]): Changes {
	const earlier: Record<WatchedField, unknown> = {
		status_cd: ticket.status_cd === 'open' ? 'ongoing' : 'open',
		assignee: null,
		color_cd: ticket.color_cd === null ? 'red' : null,
		label_ids: [],
		case_category_ids: [],
		pending_reason_id: null,
		title: '',
	};
	const chosen = fields.length > 0 ? fields : WATCHED;
	const field = chosen.find((name) => String(earlier[name] ?? '') !== String(ticket[name] ?? '')) ?? chosen[0];
	return { [field]: { from: earlier[field], to: ticket[field] } };
}

/** The filters as conditions of the search, so that a sample is found among many tickets. */
function ticketConditions({ filters }: Settings): Partial<TicketSearchBody> {
	return {
		...(filters.statusCds.length > 0 ? { status_cds: [...filters.statusCds] } : {}),
		...(filters.assignee === undefined ? {} : { assignee: filters.assignee }),
		...(filters.labelIds.length === 1 ? { label_ids: [...filters.labelIds] } : {}),
		...(filters.hasAttachments === true ? { has_attachments: true } : {}),
		...(filters.methodCds.length > 0 ? { method_cds: [...filters.methodCds] } : {}),
	};
}

function messageConditions({ messages }: Settings): Partial<TicketSearchBody> {
	return {
		...(messages.methodCds.length > 0 ? { method_cds: [...messages.methodCds] } : {}),
		...(messages.actionCds.length > 0 ? { action_cds: [...messages.actionCds] } : {}),
	};
}
