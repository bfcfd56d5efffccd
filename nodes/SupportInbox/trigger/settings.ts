import type { IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { CHANNELS, MESSAGE_STATES, TICKET_STATUSES, valuesOf } from '../fields/enumerations';
import type { Rule } from '../fields/rules';
import { dateTime, flag, ids, idsOrWithout, integer, isBlank, isNone, oneOf, someOf } from '../fields/rules';

import type { WatchedField } from './detect/fields';
import { WATCHED } from './detect/fields';
import { DAY, HOUR } from './time';

export const EVENTS = ['ticketCreated', 'newMessage', 'ticketChanged'] as const;
export type EventName = (typeof EVENTS)[number];

/** Where an inbox begins that the trigger has not seen before; `at` in ms. */
export type Start = { mode: 'now' } | { mode: 'sinceDate'; at: number } | { mode: 'newest'; count: number };

/** Which messages make events; empty lists: all. */
export interface MessageChoice {
	methodCds: readonly string[];
	actionCds: readonly string[];
}

/**
 * Which tickets matter. They are judged here and not by the service's search: a ticket that leaves a filter has
 * changed, and must still be seen to say so.
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

/** The trigger's parameters, read and checked. `lookBack` in ms. */
export interface Settings {
	inboxes: number[];
	events: readonly EventName[];
	fields: readonly WatchedField[];
	messages: MessageChoice;
	start: Start;
	filters: Filters;
	/** Messages that a ticket comes with are not told beside its Ticket Created. */
	skipFirstMessages?: boolean;
	includeMessages: boolean;
	addNames: boolean;
	lookBack: number;
	/** undefined: no cap of its own. */
	maxRequests?: number;
}

/** How far back "Since a Date" reaches (ms): what is older would take longer to read than anyone waits. */
export const MAX_START_AGE = 90 * DAY;
/** How many tickets "With the Newest Tickets" gives at most, per inbox. */
export const MAX_START_COUNT = 200;
export const DEFAULT_LOOK_BACK_HOURS = 24;
export const MAX_LOOK_BACK_HOURS = 24 * 30;
/** What the sweeps of a poll go by when it has no cap. */
export const DEFAULT_MAX_REQUESTS = 20;
/** The least for a poll: with less, it might never catch up where more happens than it can read. */
export const MIN_REQUESTS = 6;
export const MAX_MAX_REQUESTS = 55;

export function wants({ events }: Pick<Settings, 'events'>, event: EventName): boolean {
	return events.includes(event);
}

/**
 * Reads the node's parameters.
 *
 * @throws NodeOperationError that names the field and says what it takes
 */
export function readSettings(context: IPollFunctions): Settings {
	const circumstances = { zone: context.getTimezone(), now: Date.now() };
	const checked = (label: string, rule: Rule, given: unknown): unknown => {
		try {
			return rule(given, circumstances);
		} catch (refusal) {
			throw new NodeOperationError(context.getNode(), `${label}: ${(refusal as Error).message}`);
		}
	};
	const required = <T>(label: string, rule: Rule, given: unknown): T[] => {
		const value = (checked(label, rule, given) ?? []) as T[];
		if (value.length > 0) return [...new Set(value)];
		throw new NodeOperationError(context.getNode(), `${label} is empty`, { description: 'Choose at least one.' });
	};
	const top = (name: string) => context.getNodeParameter(name, '');
	const filters = context.getNodeParameter('filters', {}) as Record<string, unknown>;
	const options = context.getNodeParameter('options', {}) as Record<string, unknown>;
	const whole = <T>(label: string, given: unknown, low: number, high: number, otherwise: T) =>
		(checked(label, integer(low, high), given) ?? otherwise) as number | T;

	return {
		inboxes: required<number>('Inboxes', ids, top('messageBoxIds')),
		events: required<EventName>('Events', someOf(EVENTS), top('events')),
		fields: (checked('Only These Fields', someOf(WATCHED), top('onlyTheseFields')) ?? []) as WatchedField[],
		messages: {
			methodCds: (checked('Message Channels', someOf(valuesOf(CHANNELS)), top('messageMethodCds')) ?? []) as string[],
			actionCds: (checked('Message States', someOf(valuesOf(MESSAGE_STATES)), top('messageActionCds')) ?? []) as string[],
		},
		skipFirstMessages: checked('Skip Messages of New Tickets', flag, top('skipFirstMessages')) as boolean | undefined,
		start: readStart(),
		filters: {
			statusCds: (checked('Status', someOf(valuesOf(TICKET_STATUSES)), filters.statusCds) ?? []) as string[],
			methodCds: (checked('Channel', someOf(valuesOf(CHANNELS)), filters.methodCds) ?? []) as string[],
			labelIds: (checked('Labels', idsOrWithout, filters.labelIds) ?? []) as number[],
			assignee: 'assignee' in filters ? nobodyOr(filters.assignee) : undefined,
			hasAttachments: checked('Has Attachments', flag, filters.hasAttachments) as boolean | undefined,
		},
		includeMessages: (checked('Include Messages', flag, options.includeMessages) ?? true) as boolean,
		addNames: (checked('Add Names', flag, top('addNames')) ?? true) as boolean,
		lookBack: whole('Look Back', options.lookBack, 1, MAX_LOOK_BACK_HOURS, DEFAULT_LOOK_BACK_HOURS) * HOUR,
		maxRequests: whole(
			'Max Requests per Poll',
			options.maxRequestsPerPoll,
			MIN_REQUESTS,
			MAX_MAX_REQUESTS,
			undefined,
		),
	};

	function readStart(): Start {
		const mode = checked('Start', oneOf(['now', 'sinceDate', 'newest']), top('start')) ?? 'now';
		if (mode === 'newest') {
			return { mode, count: whole('Number of Tickets', top('startCount'), 1, MAX_START_COUNT, 10) };
		}
		if (mode !== 'sinceDate') return { mode: 'now' };
		const date = checked('Start Date', dateTime, top('startDate'));
		if (date !== undefined) return { mode, at: Date.parse(String(date)) };
		throw new NodeOperationError(context.getNode(), 'Start Date is empty', {
			description: 'Enter the date from which tickets are to be given, or let the trigger start from now.',
		});
	}
}

/** The document's word for "nobody" is an empty text. */
function nobodyOr(given: unknown): string {
	return isBlank(given) || isNone(given) ? '' : String(given);
}
