import type { IDataObject } from 'n8n-workflow';
import type { BusinessHours } from '../fields/shared/businessHours';
import { isWaiting } from '../output/metrics/waiting';
import { isRaw } from '../output/simplify';
import { Store } from '../store/store';
import type { TicketSummary } from '../store/ticketFields';
import { type TicketDetail, type TicketDetails, rowOf } from '../store/tickets';
import { type ServiceTime, DAY, HOUR, millisOf } from '../store/time';
import type { Item } from '../transport/engine/item';
import { hasStatus } from '../transport/errors/failure';
import { reject } from '../transport/errors/reject';
import { detect, seenAlone } from './detect/detect';
import { type TicketEvent, oldestFirst } from './detect/events';
import { cameAt } from './detect/messages';
import { EventNames, hidden, simplified, whole } from './items';
import { type EventName, type Settings, ignoredBy, UNANSWERED_FOR } from './properties/settings';
import { detailsOf, isOfTicket } from './service';
import { NOTHING_READ } from './state/begin';
import type { InboxState } from './state/state';

export { UNANSWERED_FOR };

/** The events that the present state of a ticket shows. For the others, the trigger compares it with an earlier state. */
export const PAST_EVENTS = ['ticketCreated', 'newMessage', 'ticketUnanswered'] as const satisfies readonly EventName[];

/** The options of Ticket: Get Many that decide which items come out, by the names of their fields. */
interface PastSettings {
	triggerEvent?: (typeof PAST_EVENTS)[number];
	unansweredForHours?: number;
	ignoreRepliesContaining?: string;
	businessHours?: BusinessHours;
	messageDate?: { since?: string; until?: string };
	includeNames?: boolean;
	hidePersonalData?: boolean;
}

const ANY_CHANGE = { fields: [], becomes: null };

/**
 * Makes the search find the tickets that the event needs.
 *
 * @param item its body is changed
 * @throws NodeOperationError for New Message without a beginning: all messages of the past would come out
 */
export function searchForPast(item: Pick<Item, 'body' | 'settings' | 'context' | 'itemIndex'>): void {
	const { triggerEvent, messageDate } = item.settings as PastSettings;
	if (triggerEvent !== 'newMessage') return;
	if (messageDate?.since === undefined) {
		reject(
			item,
			'Message Date has no beginning, which Trigger Items needs for New Message',
			'Add the filter Message Date with Since, Between or In the Last: the messages since then come out.',
		);
	}
	item.body.action_cds ??= ['received'];
}

/**
 * @param ticket as the search has found it
 * @returns what the trigger emits of the ticket as it is now: read with its messages by one request, unless its status rules the event out
 * @throws ServiceFailure; a ticket that was moved or deleted since the search has no events
 */
export async function pastEvents(item: Item, ticket: TicketSummary): Promise<TicketEvent[]> {
	const { triggerEvent: event = 'ticketCreated', messageDate } = item.settings as PastSettings;
	if (event === 'ticketUnanswered' && !isWaiting(ticket)) return [];
	const [messageBoxId, id] = [Number(item.values.messageBoxId), ticket.ticket_id];
	const store = item.connection.session.of(Store);
	const details = await readDetails(item, messageBoxId, id).catch((error) => {
		if (hasStatus(error, 404)) return undefined;
		// As in the trigger: a ticket that cannot be shown may be from a customer, unless this process has created it.
		if (event !== 'ticketCreated' || !isOfTicket(error)) throw error;
		return store.hasCreated(messageBoxId, 'ticket_id', id) ? undefined : momentOf(item);
	});
	if (details === undefined) return [];
	const settings = settingsFor(item, event, 'ticket' in details ? details.ticket : ticket);
	const ignored = ignoredBy(settings, item.context.getWorkflow().id);
	const isOwn = store.hasCreated(messageBoxId, 'ticket_id', id, ignored);
	const isOwnMessage = ({ message_id }: { message_id: number }) => store.hasCreated(messageBoxId, 'message_id', message_id, ignored);
	const { events } = detect(
		{ ...seenAlone(rowOf(ticket, details)), isOwn, isOwnMessage },
		'ticket' in details ? details : null,
		stateFor(event, millisOf(messageDate?.since, 0)),
		messageBoxId,
		settings,
	);
	const until = event === 'newMessage' ? millisOf(messageDate?.until, Infinity) : Infinity;
	return events.filter(({ message }) => message === undefined || cameAt(message, details.asOf) < until);
}

/** @returns the items of the events, in the trigger's form and order */
export async function pastItems(item: Item, events: readonly TicketEvent[]): Promise<IDataObject[]> {
	const { includeNames, hidePersonalData } = item.settings as PastSettings;
	const ordered = oldestFirst(events);
	const named = includeNames === false ? ordered : await new EventNames(item.connection.session).addTo(ordered, item.read);
	const isShort = !isRaw(item);
	const shaped = hidePersonalData === true ? hidden(item, isShort) : isShort ? simplified : whole;
	return named.map((event) => shaped(event));
}

async function readDetails(item: Item, messageBoxId: number, ticketId: number): Promise<TicketDetails> {
	const readAt = item.connection.dispatcher.clock.now();
	const { items } = await item.read({ method: 'GET', path: `/api/v2/${messageBoxId}/tickets/${ticketId}`, expected: detailsOf(ticketId) });
	return { ticket: items[0].json as unknown as TicketDetail, ...momentOf(item, readAt) };
}

function momentOf({ connection: { dispatcher } }: Item, readAt = dispatcher.clock.now()): Omit<TicketDetails, 'ticket'> {
	return { asOf: dispatcher.earliestServerTime(readAt), readAt, answeredAt: dispatcher.clock.now() };
}

/** An inbox in which every ticket is new, or no ticket but every message since a time. */
function stateFor(event: EventName, from: ServiceTime): InboxState {
	return event === 'newMessage' ? { ...NOTHING_READ, since: Infinity, messagesSince: from } : NOTHING_READ;
}

/** The trigger's defaults. The search has applied all filters; those of messages also choose the messages that come out. */
function settingsFor({ body, settings }: Item, event: EventName, { status_cd }: TicketSummary): Settings {
	const { unansweredForHours = UNANSWERED_FOR, ignoreRepliesContaining: automatic, businessHours: hours } = settings as PastSettings;
	return {
		inboxes: undefined,
		events: [event],
		startedBy: ['customer', 'memo'],
		changes: { labelAdded: ANY_CHANGE, ticketAssigned: ANY_CHANGE, ticketFieldChanged: ANY_CHANGE, ticketClosed: ANY_CHANGE },
		ignoreOwn: 'thisWorkflow',
		messages: {
			withoutMemos: true,
			methodCds: (body.method_cds ?? []) as string[],
			actionCds: (body.action_cds ?? ['received']) as string[],
		},
		comments: { types: [], commentAuthors: [] },
		unanswered: { first: unansweredForHours * HOUR, ...(automatic !== undefined && { automatic }), ...(hours !== undefined && { hours }) },
		start: { mode: 'now' },
		filters: { statusCds: [status_cd], assignee: undefined, labelIds: [], methodCds: [], hasAttachments: undefined },
		includeMessages: true,
		includeNames: false,
		lookback: DAY,
	};
}
