import { type TicketSummary, type WatchedField, describedField, emptyValueOf, WATCHED } from '../ledger/ticketFields';
import { NO_ID } from '../fields/names';
import { WITHOUT_SPAM } from '../fields/enumerations';
import { isWaiting, WAITING_STATUSES, waitingSince } from '../output/figures/waiting';
import { type ServiceList, LISTS, wholeListOf } from '../transport/client/lists';
import type { Session } from '../transport/session';

import { isWanted } from './detect/changes';
import { commentsByTime, isChosenComment } from './detect/comments';
import { type TicketEvent, newComment, newMessage, oldestFirst, ticketChanged, ticketCreated, ticketUnanswered } from './detect/events';
import { isBegunBy, needMessages, passesByFields, passesByMessages } from './detect/filters';
import { messagesByTime, isChosen } from './detect/messages';
import { createdNeedsDetails } from './detect/needsDetails';
import { EventNames } from './items';
import { inboxIds } from './run/inboxes';
import { type ChangeRule, type EventName, type Settings, chosenChanges, followsMessages } from './properties/settings';
import type { TicketDetail } from '../ledger/tickets';
import type { TicketSearchBody, TicketService } from './service/service';
import type { Changes } from '../ledger/snapshot';

/** Most tickets in one inbox whose details are fetched to find a ticket that fits. */
const MAX_TRIES = 5;
/** How many tickets one search asks for, and in how many inboxes at most. */
const CANDIDATES = 20;
const MAX_INBOXES = 20;

/** An inbox, and the settings with the ids that names stand for in it. */
interface Place {
	messageBoxId: number;
	settings: Settings;
}

/**
 * Makes test events: for each chosen event, one example from a real ticket, in exactly the shape of real events. It does
 * not change the trigger's memory.
 *
 * @returns one event for each kind of which there is an example; none when no ticket fits
 * @throws ServiceFailure
 */
export async function sampleEvents(service: TicketService, settings: Settings, session: Session): Promise<TicketEvent[]> {
	const events: TicketEvent[] = [];
	const rowsOf = async (list: ServiceList) => await wholeListOf({ session }, service.ask, list);
	const inboxes = settings.inboxes?.every((inbox) => typeof inbox === 'number') ? settings.inboxes : inboxIds(settings, await rowsOf(LISTS.inboxes()));
	const places: Place[] = [];
	for (const messageBoxId of inboxes.slice(0, MAX_INBOXES)) {
		places.push({ messageBoxId, settings: (await settings.inInbox?.(messageBoxId, rowsOf))?.settings ?? settings });
	}
	for (const event of settings.events) {
		const sample = await sampleOf(event, service, places);
		if (sample !== undefined) events.push(sample);
	}
	return settings.addNames ? await new EventNames(session).addTo(oldestFirst(events), service.ask) : oldestFirst(events);
}

async function sampleOf(event: EventName, service: TicketService, places: readonly Place[]): Promise<TicketEvent | undefined> {
	let example: TicketEvent | undefined;
	for (const { messageBoxId, settings } of places) {
		// If an inbox has none of the filter's labels, no ticket in it fits.
		if (settings.filters.labelIds.length > 0 && settings.filters.labelIds.every((id) => id === NO_ID)) continue;
		const body = { ...ticketConditions(settings), ...eventConditions(event, settings), per_page: CANDIDATES, page: 1 };
		const { tickets } = await service.search(messageBoxId, body);
		const fitting = tickets.filter((ticket) => passesByFields(settings.filters, ticket)).slice(0, MAX_TRIES);
		for (const ticket of fitting) {
			const needsWhole = followsMessages({ events: [event] }) || needMessages(settings.filters) || (event === 'ticketCreated' && createdNeedsDetails(settings));
			const whole = needsWhole ? await service.get(messageBoxId, ticket.ticket_id) : null;
			if (whole !== null && !passesByMessages(settings.filters, whole)) continue;
			const sample = asEvent(event, messageBoxId, ticket, whole, settings);
			if (sample !== undefined) return sample;
			if (event === 'newComment' && whole !== null) example ??= exampleComment(messageBoxId, ticket, whole, settings);
		}
	}
	return example;
}

function asEvent(
	event: EventName,
	messageBoxId: number,
	ticket: TicketSummary,
	whole: TicketDetail | null,
	settings: Settings,
): TicketEvent | undefined {
	const messages = whole?.messages ?? [];
	if (event === 'ticketCreated') {
		return isBegunBy(settings.begunBy, messages) ? ticketCreated(messageBoxId, ticket, messages, settings.includeMessages) : undefined;
	}
	const change = chosenChanges(settings).find((each) => each.event === event);
	if (change !== undefined) {
		const changes = exampleChange(ticket, change);
		return isWanted(changes, change) ? ticketChanged(change.event, messageBoxId, ticket, changes, Date.now()) : undefined;
	}
	if (event === 'ticketUnanswered') {
		const since = isWaiting(ticket) ? waitingSince(messages, { asOf: Date.now(), aheadOf: Date.now }, () => true) : undefined;
		return since === undefined ? undefined : ticketUnanswered(messageBoxId, ticket, messages, since);
	}
	if (event === 'newComment') {
		const comment = commentsByTime(messages, 0).reverse().find((candidate) => isChosenComment(candidate.comment, settings.comments));
		return comment === undefined ? undefined : newComment(messageBoxId, ticket, comment);
	}
	const message = messagesByTime(messages).reverse().find((candidate) => isChosen(candidate, settings.messages));
	return message === undefined ? undefined : newMessage(messageBoxId, ticket, message);
}

/** The search has no criteria for comments. If the newest tickets have no chosen comment, the example contains an invented one. */
function exampleComment(messageBoxId: number, ticket: TicketSummary, { messages }: TicketDetail, { comments: { types, commenters } }: Settings): TicketEvent | undefined {
	const message = messagesByTime(messages).at(-1);
	const comment = { commenter: commenters[0] ?? ticket.assignee, comment_type: types[0] ?? 'comment', comment: 'An example', commented_at: message?.created_at };
	return message === undefined ? undefined : newComment(messageBoxId, ticket, { message, comment });
}

/** The service does not keep earlier values of a field, so the example invents a value that differs from the present one. */
function exampleChange(ticket: TicketSummary, { fields, becomes }: ChangeRule): Changes {
	const isOther = (field: WatchedField, value: unknown) => String(value ?? '') !== String(ticket[field] ?? '');
	const earlierOf = (field: WatchedField) => {
		const values = describedField(field).earlier ?? [emptyValueOf(field)];
		return values.find((value) => isOther(field, value)) ?? values[0];
	};
	const named = becomes === null ? fields : (Object.keys(becomes) as WatchedField[]);
	const chosen = named.length > 0 ? named : WATCHED;
	const field = chosen.find((name) => isOther(name, earlierOf(name))) ?? chosen[0];
	return { [field]: { from: earlierOf(field), to: ticket[field] } };
}

/** The filters as conditions of the search, so that a sample is found among many tickets. */
function ticketConditions({ filters }: Settings): Partial<TicketSearchBody> {
	return {
		status_cds: filters.statusCds.length > 0 ? [...filters.statusCds] : WITHOUT_SPAM,
		...someOf('method_cds', filters.methodCds),
		...(filters.labelIds.length === 1 && { label_ids: [...filters.labelIds] }),
		...(filters.assignee !== undefined && { assignee: filters.assignee }),
		...(filters.hasAttachments === true && { has_attachments: true }),
	};
}

function eventConditions(event: EventName, { filters, messages }: Settings): Partial<TicketSearchBody> {
	if (event === 'ticketClosed') return { status_cds: ['closed'] };
	if (event === 'ticketUnanswered') return someOf('status_cds', WAITING_STATUSES.filter((status) => filters.statusCds.length === 0 || filters.statusCds.includes(status)));
	return event === 'newMessage' ? { ...someOf('method_cds', messages.methodCds), ...someOf('action_cds', messages.actionCds) } : {};
}

/** @returns the condition; none where nothing was chosen */
function someOf(name: keyof TicketSearchBody, chosen: readonly string[]): Partial<TicketSearchBody> {
	return chosen.length > 0 ? { [name]: [...chosen] } : {};
}
