import type { IDataObject } from 'n8n-workflow';
import { namesOf } from '../../output/names';
import { Store } from '../../store/store';
import { type Row, type TicketDetails, rowOf } from '../../store/tickets';
import { type ServiceTime, greatest, millisOf, SECOND } from '../../store/time';
import { wholeListOf } from '../../transport/client/listCache';
import { LISTS } from '../../transport/client/lists';
import { hasStatus, ServiceFailure } from '../../transport/errors/failure';
import { NAMES_FRESH_MS } from '../../transport/timing';
import { detect } from '../detect/detect';
import { heldByFields, heldByMessages } from '../detect/filters';
import { KeptTriggers } from '../phases/context';
import { inboxIds } from '../phases/inboxes';
import { ORDER_MARGIN } from '../phases/inboxPoll';
import { OVERLAP_S } from '../phases/reader';
import type { RunNeeds } from '../phases/run';
import { seenBy } from '../phases/tickets';
import { type EventName, type Settings, chosenChanges, ignoredBy, watchedBy } from '../properties/settings';
import { BudgetExhausted, isOfTicket, Requests } from '../service';
import { beginMessages, correctTimes, NOTHING_READ } from '../state/begin';
import { type Decision, type Reason, isNew } from '../state/decisions';
import { type InboxState, type TriggerState, loadState } from '../state/state';
import { Words } from './words';

/** The most requests that an explanation sends. */
const MAX_REQUESTS = 3;

/** What an explanation needs of the world, see RunNeeds; its times are shown in `zone`. */
type Needs = Pick<RunNeeds, 'key' | 'session' | 'origin' | 'settings' | 'service' | 'memory' | 'budget' | 'workflowId'> & { zone: string };

/** What has become, or becomes, of an event of the ticket, and why; of New Message: for the message `message_id`. */
interface Answer {
	result: 'emitted' | 'queued' | 'skipped' | 'unknown';
	reason: string;
	message_id?: unknown;
}

/**
 * Explains what becomes of a ticket. The code of the polls decides once more, on a copy of what they remember, and what they have
 * decided is looked up.
 *
 * @returns the item of *Fetch Test Event*
 * @throws ServiceFailure when nothing can be asked for; UserError for an unknown inbox
 */
export async function explanationOf(ticketId: number, needs: Needs): Promise<IDataObject> {
	const { session, service, budget, origin, settings, key } = needs;
	const now = () => session.dispatcher.clock.now();
	const [own, stored] = [session.of(KeptTriggers).of(key, now()).state, needs.memory().state as TriggerState | undefined];
	// Another process may have polled since.
	const isOwn = own !== undefined && own.revision >= (stored?.revision ?? 0);
	const { state } = loadState(isOwn ? own : stored, origin, watchedBy(settings));
	const requests = new Requests(service, { requests: MAX_REQUESTS, deadline: now() + budget, now });

	const found = await find(ticketId, needs, state, requests);
	const inbox = state.inboxes[found.messageBoxId ?? 0] as InboxState | undefined;
	const answerOf = 'details' in found ? await answersFor(found, inbox, needs, requests) : () => found.answer;
	return {
		ticket_id: ticketId,
		message_box_id: found.messageBoxId ?? null,
		state_source: state.revision === 0 ? 'none' : isOwn ? 'memory' : 'stored',
		read_until: inbox === undefined ? null : new Date(inbox.cursor).toISOString(),
		events: settings.events.map((event) => ({ event, ...answerOf(event) })),
	};
}

/** A ticket that was read, and its inbox. */
interface Found {
	messageBoxId: number;
	details: TicketDetails;
}

/** Reads the ticket in the inbox where it is known, or else in the watched inboxes, as far as the requests reach. */
async function find(
	id: number,
	{ session, settings }: Needs,
	state: TriggerState,
	requests: Requests,
): Promise<Found | { messageBoxId?: number; answer: Answer }> {
	const isList = settings.inboxes?.every((inbox) => typeof inbox === 'number') !== true;
	const ids = inboxIds(settings, isList ? await wholeListOf({ session }, requests.read, LISTS.inboxes(), { inParts: true }) : []);
	const knows = (inbox: number) => id in (state.inboxes[inbox]?.tickets ?? {}) || session.of(Store).of(inbox).row(id) !== undefined;
	const asked: number[] = [];
	for (const messageBoxId of [...ids.filter(knows), ...ids.filter((inbox) => !knows(inbox))]) {
		const found = await requests.get(messageBoxId, id).catch((error) => {
			if (error instanceof BudgetExhausted || isOfTicket(error)) return error;
			throw error;
		});
		if (found instanceof BudgetExhausted) {
			return {
				answer: cannotKnow(
					`The ticket is not in the inboxes ${asked.join(', ')}. Others were not asked, as an explanation sends at most ${MAX_REQUESTS} requests: choose its inbox for the test.`,
				),
			};
		}
		if (!(found instanceof ServiceFailure)) return { messageBoxId, details: { ticket: found.ticket, ...found.moment } };
		if (!hasStatus(found, 404)) {
			return {
				messageBoxId,
				answer: cannotKnow('The service cannot show the ticket now, so polls cannot read it either. They try it again.'),
			};
		}
		asked.push(messageBoxId);
	}
	const reason = `Inboxes: ticket ${id} is in none of the chosen inboxes (${asked.join(', ')}). It is in another one, or was deleted.`;
	return { answer: asked.some(knows) ? cannotKnow(reason) : { result: 'skipped', reason } };
}

async function answersFor(
	found: Found,
	state: InboxState | undefined,
	needs: Needs,
	requests: Requests,
): Promise<(event: EventName) => Answer> {
	const { session, zone, settings: general } = needs;
	const [id, now] = [found.messageBoxId, requests.serverNow()];
	const unlessFatal = (error: unknown) => {
		if (!(error instanceof BudgetExhausted || error instanceof ServiceFailure)) throw error;
	};
	const settings =
		general.inInbox === undefined
			? general
			: (
					await general
						.inInbox(
							id,
							async (list) =>
								await wholeListOf({ session }, requests.read, list, {
									since: session.dispatcher.clock.now() - NAMES_FRESH_MS,
									inParts: true,
								}),
						)
						.catch(unlessFatal)
				)?.settings;
	if (settings === undefined) {
		return () => cannotKnow('No request was left to look up the names in the filters. Explain the ticket once more.');
	}
	const hasLabels = settings.filters.labelIds.length > 0 || chosenChanges(settings).some(({ becomes }) => 'label_ids' in (becomes ?? {}));
	const labels = hasLabels ? await namesOf({ session }, requests.read, LISTS.labels(id), []).catch(unlessFatal) : undefined;
	if (state !== undefined) {
		correctTimes(state, now);
		beginMessages(state, settings, now);
	}
	return new Answers(needs, settings, found, state, new Words(settings, zone, labels ?? new Map()), now).of;
}

/** Rules of a message or comment itself: an answer is about the newest message or comment that they do not hold back. */
const OF_KIND = ['messageState', 'messageChannel', 'commentType', 'commenter'];

/** What becomes of the events of a ticket. */
class Answers {
	private readonly id: number;
	private readonly row: Row | undefined;
	/** What the next poll would decide; undefined: no poll has read the inbox. */
	private readonly next: Decision[] | undefined;
	/** What would be decided if all of the ticket were new. */
	private readonly asNew: Decision[];

	constructor(
		private readonly needs: Needs,
		private readonly settings: Settings,
		private readonly found: Found,
		private readonly state: InboxState | undefined,
		private readonly words: Words,
		private readonly now: ServiceTime,
	) {
		const { details, messageBoxId } = found;
		this.id = details.ticket.ticket_id;
		this.row = needs.session.of(Store).of(messageBoxId).row(this.id);
		const { movedAt, explained, sentUntil } = this.row ?? rowOf(details.ticket, details);
		const row: Row = { ...rowOf(details.ticket, details), movedAt, explained, sentUntil };
		const decide = (inbox: InboxState) =>
			detect(
				seenBy(row, { messageBoxId, state: inbox }, needs, ignoredBy(settings, needs.workflowId)),
				details,
				inbox,
				messageBoxId,
				settings,
			).decisions;
		this.next = state && decide(state);
		this.asNew = decide(NOTHING_READ);
	}

	readonly of = (event: EventName): Answer => {
		const [next, atPresent] = this.decisionsOn(event);
		return { ...(event === 'newMessage' && { message_id: next?.subject ?? null }), ...this.answer(event, next, atPresent) };
	};

	private answer(event: EventName, next: Decision | undefined, atPresent: Reason | null): Answer {
		const { words, state } = this;
		const held = (reason: Reason, more = ''): Answer => ({
			result: reason.rule === 'mayBeEmitted' ? 'unknown' : 'skipped',
			reason: `${words.of(reason)}${more}`,
		});
		const unknown = (why: string) =>
			cannotKnow(atPresent === null ? why : `${why} As the ticket is now, this would hold it back: ${words.of(atPresent)}`);
		if (state === undefined) return unknown('As far as this process and n8n know, no poll has read this inbox. Is the workflow published?');
		if (next === undefined) return { result: 'skipped', reason: `The ticket has no ${event === 'newComment' ? 'comment' : 'message'}.` };
		if (next.reason === null) {
			return this.isFoundBy(state, event)
				? { result: 'queued', reason: `The next polls read it. The inbox was read up to ${words.time(state.cursor)}.` }
				: unknown('Its messages are dated further back than Lookback: no poll may find it.');
		}
		if (isNew(next.reason)) return held(next.reason);
		const last = this.lastOn(next);
		if (last?.reason === null) return { result: 'emitted', reason: `By a poll that saw the ticket at ${words.time(last.at)}.` };
		if (last !== undefined) return held(last.reason!, ` That was so at ${words.time(last.at)}.`);
		return this.isCertain(event, next.reason, state) ? held(next.reason) : unknown(words.of(next.reason));
	}

	/** @returns what the next poll would decide, and what would hold it back if all were new */
	private decisionsOn(event: EventName): [Decision | undefined, Reason | null] {
		const of = (decisions: Decision[] = []) => decisions.filter((each) => each.event === event);
		const [next, asNew] = [of(this.next), of(this.asNew)];
		const newest = asNew.filter(({ reason }) => !OF_KIND.includes(reason?.rule ?? '')).at(-1) ?? asNew.at(-1);
		if (event === 'newMessage' || event === 'newComment') {
			return [next.find(({ subject }) => subject === newest?.subject), newest?.reason ?? null];
		}
		// Of a ticket that is not known, no change is.
		const isChange = newest?.reason?.rule === 'notSeen';
		const { filters } = this.settings;
		return [
			next.at(-1),
			isChange
				? (heldByFields(filters, this.found.details.ticket) ?? heldByMessages(filters, this.found.details.ticket))
				: (newest?.reason ?? null),
		];
	}

	/** What this process has decided: of it alone, or of all messages or comments of a period, which were not read. */
	private lastOn(decision: Decision): Decision | undefined {
		const { session, key } = this.needs;
		const { decisions } = session.of(KeptTriggers).of(key, session.dispatcher.clock.now());
		const { since = Infinity, at = 0, ...period } = decisions.last({ ...decision, subject: undefined }) ?? {};
		const cameAt = Number(decision.reason?.is);
		const isIn = cameAt >= since && cameAt < at;
		return decisions.last(decision) ?? (isIn ? ({ at, ...period } as Decision) : undefined);
	}

	/** Whether the state alone shows that it was never emitted. */
	private isCertain(
		event: EventName,
		{ rule, is }: Reason,
		{ since, messagesSince, commentsSince, processedUntil, hasEvicted }: InboxState,
	): boolean {
		// A forgotten ticket moves the times. An event that was added later may have been chosen before.
		const isOfStart = !hasEvicted && Number(is) < since;
		if (rule === 'beforeStart') return isOfStart && this.settings.start.mode !== 'latestTickets';
		if (rule === 'before') return isOfStart && (event === 'newComment' ? commentsSince : messagesSince) === since;
		// A row that the next poll takes in first shows how the ticket was.
		if (rule === 'notWatched' || rule === 'notSeen') return (this.row?.asOf ?? -Infinity) < processedUntil - ORDER_MARGIN;
		return ['notWaiting', 'nobodyWaits', 'waitNotOver'].includes(rule);
	}

	/** Whether polls find what nothing holds back. */
	private isFoundBy({ cursor, queue, tickets }: InboxState, event: EventName): boolean {
		const { messages } = this.found.details.ticket;
		const newest = greatest(messages.map(({ sent_at, created_at }) => millisOf(sent_at, millisOf(created_at, -Infinity))));
		const isWait = event === 'ticketUnanswered' && tickets[this.id]?.wait !== undefined;
		const isChange = chosenChanges(this.settings).some((each) => each.event === event);
		return isWait || isChange || this.id in queue || newest >= Math.min(cursor - OVERLAP_S * SECOND, this.now - this.settings.lookback);
	}
}

function cannotKnow(reason: string): Answer {
	return { result: 'unknown', reason };
}
