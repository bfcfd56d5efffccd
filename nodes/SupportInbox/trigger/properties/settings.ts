import type { BusinessHours } from '../../fields/shared/businessHours';
import { type WatchedField, WATCHED } from '../../ledger/ticketFields';
import type { IgnoredWriters } from '../../ledger/writes/ownWrites';
import type { RowsOf } from '../../transport/client/lists';
import { DAY } from '../time';

const CHANGE_EVENTS = ['labelAdded', 'ticketAssigned', 'ticketChanged', 'ticketClosed'] as const;
export const EVENTS = ['ticketCreated', 'newMessage', 'newComment', 'ticketUnanswered', ...CHANGE_EVENTS] as const;
export type EventName = (typeof EVENTS)[number];

/** Whose message a ticket begins with. */
export const BEGINNERS = ['customer', 'handlingMemo', 'ourMail'] as const;
export type Beginner = (typeof BEGINNERS)[number];

type ChangeName = (typeof CHANGE_EVENTS)[number];

/**
 * Which changes make an event.
 * - `fields`: the fields that matter; empty: all.
 * - `becomes`: the values that one of these fields must change to, by field; an empty list: any value. null: any change.
 */
export interface ChangeRule {
	fields: readonly WatchedField[];
	becomes: Partial<Record<WatchedField, ReadonlyArray<string | number>>> | null;
}

/** Whose writes are not emitted: those of the trigger's own workflow, of every workflow of this n8n, or nobody's. */
export const OWN_CHANGES = ['thisWorkflow', 'allWorkflows', 'none'] as const;

/** Where the trigger begins in an inbox that it has not seen before; ms. `age`: before now by the service's clock, as that of n8n may be wrong. */
export type Start = { mode: 'now' } | { mode: 'lastDays'; age: number } | { mode: 'sinceDate'; at: number } | { mode: 'newest'; count: number };

/** Which messages make events; empty lists: all. `withoutMemos`: with no channel chosen, handling memos are left out. */
export interface MessageChoice {
	withoutMemos?: boolean;
	methodCds: readonly string[];
	actionCds: readonly string[];
}

/** Which comments make events: of these types, by these users (mention names); empty lists: all. */
export interface CommentChoice {
	types: readonly string[];
	commenters: readonly string[];
}

/** After how long a wait is emitted first and `again` (ms; undefined: only once). `hours`: the hours that count; undefined: all. `automatic`: a sent message that contains this text is no answer. */
export interface Unanswered {
	first: number;
	again?: number;
	hours?: BusinessHours;
	automatic?: string;
}

/**
 * Which tickets matter. They are judged here and not by the service's search: a ticket that leaves a filter has
 * changed, and must still be found so that the change is emitted.
 * - `statusCds`: none chosen: all but Spam and Trash, also codes that the API document does not have.
 * - `assignee`: mention name; empty text: nobody; undefined: anyone.
 * - `labelIds`: at least one of these; -1: none at all.
 */
export interface Filters {
	statusCds: readonly string[];
	assignee: string | undefined;
	labelIds: readonly number[];
	methodCds: readonly string[];
	hasAttachments: boolean | undefined;
}

/** The settings with the ids that names stand for in one inbox, and the names that it lacks, as an error message words them. */
export interface InboxSettings {
	settings: Settings;
	missing: ReadonlySet<string>;
}

/**
 * The trigger's parameters, read and checked. `lookBack` in ms.
 * - `inboxes`: their ids or names; undefined: all inboxes of the tenant.
 * - `explain`: the ticket that *Fetch Test Event* explains; never set in a published workflow.
 * - `inInbox`: set where filters hold names. The ids that these stand for differ between inboxes, so they are not in these settings.
 */
export interface Settings {
	inboxes: ReadonlyArray<number | string> | undefined;
	inInbox?: (messageBoxId: number, rowsOf: RowsOf) => Promise<InboxSettings>;
	events: readonly EventName[];
	begunBy: readonly Beginner[];
	changes: Record<ChangeName, ChangeRule>;
	ignoreOwn: (typeof OWN_CHANGES)[number];
	messages: MessageChoice;
	comments: CommentChoice;
	unanswered: Unanswered;
	start: Start;
	filters: Filters;
	/** Messages that a ticket comes with are not emitted beside its Ticket Created. */
	skipFirstMessages?: boolean;
	includeMessages: boolean;
	addNames: boolean;
	lookBack: number;
	/** undefined: the usual number, see run.ts. */
	maxRequests?: number;
	explain?: number;
}

/** How far back "Since a Date" reaches (ms): it would take too long to read what is older. */
export const MAX_START_AGE = 90 * DAY;
/** How many tickets "With the Newest Tickets" emits at most, per inbox. */
export const MAX_START_COUNT = 200;
export const DEFAULT_LOOK_BACK_HOURS = 24;
export const MAX_LOOK_BACK_HOURS = 24 * 30;
/** The longest wait that is asked for (ms). */
export const MAX_WAIT = 30 * DAY;
/** The smallest cap for a poll: with fewer requests it might never catch up in a busy inbox. */
export const MIN_REQUESTS = 6;
export const MAX_MAX_REQUESTS = 55;

export function wants({ events }: Pick<Settings, 'events'>, event: EventName): boolean {
	return events.includes(event);
}

/** Whether events are made of messages or their comments, so that each new one is read. */
export function followsMessages(settings: Pick<Settings, 'events'>): boolean {
	return wants(settings, 'newMessage') || wants(settings, 'newComment') || wants(settings, 'ticketUnanswered');
}

/** Whether tickets without a new message are read again too: a change or a comment is not found otherwise. */
export function watchesTickets(settings: Settings): boolean {
	return wants(settings, 'newComment') || chosenChanges(settings).length > 0;
}

/** @returns the chosen events that are made of changes, with their rules */
export function chosenChanges(settings: Settings): Array<ChangeRule & { event: ChangeName }> {
	return CHANGE_EVENTS.filter((event) => wants(settings, event)).map((event) => ({ event, ...settings.changes[event] }));
}

/** @returns the fields whose changes are looked for */
export function watchedBy(settings: Settings): readonly WatchedField[] {
	return chosenChanges(settings).length > 0 ? WATCHED : [];
}

/** @param own the trigger's workflow. @returns whose writes are not emitted (Ignore Own Changes) */
export function ignoredBy({ ignoreOwn }: Pick<Settings, 'ignoreOwn'>, own: string | undefined): IgnoredWriters {
	if (ignoreOwn === 'none') return () => false;
	return ignoreOwn === 'allWorkflows' ? () => true : (workflowId) => workflowId !== undefined && workflowId === own;
}
