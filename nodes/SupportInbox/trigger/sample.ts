import { WITHOUT_SPAM } from '../fields/enumerations';
import { NO_ID } from '../fields/names';
import { WAITING_STATUSES } from '../output/metrics/waiting';
import type { Changes } from '../store/snapshot';
import { type TicketSummary, type WatchedField, WATCHED } from '../store/ticketFields';
import { type TicketDetail, rowOf } from '../store/tickets';
import type { ServiceTime } from '../store/time';
import { listsFor } from '../transport/client/listCache';
import { LISTS } from '../transport/client/lists';
import type { Session } from '../transport/session';
import { isWanted } from './detect/changes';
import { detect, seenAlone } from './detect/detect';
import { type TicketEvent, oldestFirst, ticketFieldChanged } from './detect/events';
import { heldByMessages, needMessages, passesByFields } from './detect/filters';
import { createdNeedsDetails } from './detect/needsDetails';
import { EventNames } from './items';
import { type PollFailure, PollErrors } from './phases/errors';
import { inboxIds, missingInAll, noInboxHas } from './phases/inboxes';
import { type ChangeRule, type EventName, type InboxSettings, type Settings, chosenChanges, followsMessages } from './properties/settings';
import type { TicketSearchBody, TicketService } from './service';
import { NOTHING_READ } from './state/begin';

/** Most tickets of one search whose details are fetched to find a ticket that fits. */
const MAX_TRIES = 5;
/** How many tickets one search asks for, how many searches there are in one inbox at most, and in how many inboxes. */
const CANDIDATES = 20;
const MAX_SEARCHES = 5;
const MAX_INBOXES = 20;

/**
 * Makes test events: for each chosen event, one example from a real ticket, in exactly the shape of real events. It does
 * not change the trigger's memory. An inbox that cannot be read leaves the others as they are.
 *
 * @returns one event for each kind of which there is an example; none when no ticket fits. `failure`: of the first inbox that
 *   cannot be read
 * @throws ServiceFailure when nothing can be asked for; UserError for an unknown inbox, or a label that no inbox has
 */
export async function sampleEvents(
	service: TicketService,
	settings: Settings,
	session: Session,
): Promise<{ events: TicketEvent[]; failure?: PollFailure }> {
	const events: TicketEvent[] = [];
	const rowsOf = listsFor({ session }, service.ask);
	const inboxes = settings.inboxes?.every((inbox) => typeof inbox === 'number')
		? settings.inboxes
		: inboxIds(settings, await rowsOf(LISTS.inboxes()));
	const errors = new PollErrors();
	const places = new Map<number, InboxSettings>();
	const unlessFailed = async <T>(messageBoxId: number, work: Promise<T>): Promise<T | undefined> =>
		await work.catch((error) => {
			if (errors.note(messageBoxId, error) !== 'inbox') throw error;
			places.delete(messageBoxId);
			return undefined;
		});
	const missingName = async (again: boolean) => {
		for (const id of inboxes.slice(0, MAX_INBOXES)) {
			const found =
				settings.inInbox === undefined
					? { settings, missing: new Set<string>() }
					: await unlessFailed(
							id,
							settings.inInbox(id, async (list, how) => await rowsOf(list, again ? 'again' : how)),
						);
			if (found !== undefined) places.set(id, found);
		}
		return places.size < inboxes.length ? undefined : missingInAll([...places.values()]);
	};
	// The kept lists may be older than the row.
	const name = (await missingName(false)) && (await missingName(true));
	if (name !== undefined) throw noInboxHas(name);
	const { dispatcher } = session;
	const now = () => dispatcher.earliestServerTime(dispatcher.clock.now());
	for (const event of settings.events) {
		let sample: TicketEvent | undefined;
		for (const [id, place] of [...places]) sample ??= await unlessFailed(id, sampleIn(id, place.settings, event, service, now));
		if (sample !== undefined) events.push(sample);
	}
	const shown = settings.includeNames ? await new EventNames(session).addTo(oldestFirst(events), service.ask) : oldestFirst(events);
	return { events: shown, failure: errors.failures[0] };
}

async function sampleIn(
	messageBoxId: number,
	settings: Settings,
	event: EventName,
	service: TicketService,
	now: () => ServiceTime,
): Promise<TicketEvent | undefined> {
	for (const body of searchesFor(event, settings)) {
		const { tickets } = await service.search(messageBoxId, body);
		const fitting = tickets.filter((ticket) => passesByFields(settings.filters, ticket)).slice(0, MAX_TRIES);
		for (const ticket of fitting) {
			const needsWhole =
				followsMessages({ events: [event] }) ||
				needMessages(settings.filters) ||
				(event === 'ticketCreated' && createdNeedsDetails(settings));
			const whole = needsWhole ? await service.get(messageBoxId, ticket.ticket_id) : null;
			if (whole !== null && heldByMessages(settings.filters, whole) !== null) continue;
			const sample = asEvent(event, messageBoxId, ticket, whole, settings, now());
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
	asOf: ServiceTime,
): TicketEvent | undefined {
	const change = chosenChanges(settings).find((each) => each.event === event);
	if (change !== undefined) {
		const changes = exampleChanges(ticket, change).find((each) => isWanted(each, change));
		return changes !== undefined ? ticketFieldChanged(change.event, messageBoxId, ticket, changes, new Date(asOf)) : undefined;
	}
	const moment = { asOf, readAt: 0, answeredAt: 0 };
	const only = { ...settings, events: [event], unanswered: { automatic: settings.unanswered.automatic, first: 0 } };
	const details = whole && { ticket: whole, ...moment };
	// All messages and comments are new then; the newest ones come last.
	return detect(seenAlone(rowOf(ticket, moment)), details, NOTHING_READ, messageBoxId, only).events.at(-1);
}

/**
 * The service does not keep earlier values of a field: what it was before is null.
 *
 * @returns an example for each field that the rule names
 */
function exampleChanges(ticket: TicketSummary, { fields, becomes }: ChangeRule): Changes[] {
	const named = becomes === null ? fields : (Object.keys(becomes) as WatchedField[]);
	return (named.length > 0 ? named : WATCHED).map((field) => ({ [field]: { from: null, to: ticket[field] } }));
}

/**
 * The searches that find a ticket which fits among many others. In a search labels combine with AND (API document, Ticket
 * search), and so do the conditions, so there is a search for each label, and for each field that may have changed.
 *
 * @returns none where the inbox has none of the labels
 */
function searchesFor(event: EventName, settings: Settings): TicketSearchBody[] {
	const { labelIds } = settings.filters;
	const { becomes } = chosenChanges(settings).find((each) => each.event === event) ?? {};
	const changed = Object.entries(becomes ?? {}).flatMap(([field, wanted]) => (wanted.length > 0 ? (CONDITIONS[field]?.(wanted) ?? []) : []));
	const searches = (labelIds.length > 0 ? labelIds : [undefined]).flatMap((filter) =>
		(changed.length > 0 ? changed : [{}]).map(({ label_ids = [], ...others }: Partial<TicketSearchBody>) => {
			const labels = [...new Set([...label_ids, ...(filter === undefined ? [] : [filter])])];
			const conditions = {
				...ticketConditions(settings),
				...eventConditions(event, settings),
				...others,
				...(labels.length > 0 && { label_ids: labels }),
			};
			return { ...conditions, per_page: CANDIDATES, page: 1 };
		}),
	);
	const isPossible = ({ label_ids: labels = [] }: TicketSearchBody) =>
		!labels.includes(NO_ID) && (labels.length < 2 || !labels.includes(-1));
	return searches.filter(isPossible).slice(0, MAX_SEARCHES);
}

/** The conditions that find tickets with one of the values of a field. */
const CONDITIONS: Partial<Record<string, (wanted: ReadonlyArray<string | number>) => Array<Partial<TicketSearchBody>>>> = {
	assignee: (wanted) => wanted.map((name) => ({ assignee: String(name) })),
	color_cd: (wanted) => [{ color_cds: wanted.map(String) }],
	label_ids: (wanted) => wanted.map((id) => ({ label_ids: [Number(id)] })),
	status_cd: (wanted) => [{ status_cds: wanted.map(String) }],
};

/** The filters as conditions of the search. */
function ticketConditions({ filters }: Settings): Partial<TicketSearchBody> {
	return {
		status_cds: filters.statusCds.length > 0 ? [...filters.statusCds] : WITHOUT_SPAM,
		...someOf('method_cds', filters.methodCds),
		...(filters.assignee !== undefined && { assignee: filters.assignee }),
		...(filters.hasAttachments === true && { has_attachments: true }),
	};
}

function eventConditions(event: EventName, { filters, messages }: Settings): Partial<TicketSearchBody> {
	if (event === 'ticketUnanswered') {
		return someOf(
			'status_cds',
			WAITING_STATUSES.filter((status) => filters.statusCds.length === 0 || filters.statusCds.includes(status)),
		);
	}
	return event === 'newMessage' ? { ...someOf('method_cds', messages.methodCds), ...someOf('action_cds', messages.actionCds) } : {};
}

/** @returns the condition; none where nothing was chosen */
function someOf(name: keyof TicketSearchBody, chosen: readonly string[]): Partial<TicketSearchBody> {
	return chosen.length > 0 ? { [name]: [...chosen] } : {};
}
