import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { CHANNELS, MESSAGE_STATES, TICKET_COLORS, TICKET_STATUSES, valuesOf } from '../../fields/enumerations';
import { checkedValue } from '../../fields/checkedValue';
import type { Rule } from '../../fields/rules';
import { dateTime, flag, idOrName, integer, oneOf, several, severalOrWithout, someOf, timeOfDay, user, userOrWithout } from '../../fields/rules';
import { ALL_INBOXES } from '../../fields/shared/inbox';
import type { RowsOf } from '../../fields/names';
import { NameLookup } from '../../fields/names';
import { HOUR, MINUTE } from '../time';
import type { WatchedField } from '../watchedFields';
import { WATCHED } from '../watchedFields';

import type { Beginner, EventName, Settings, Start, Unanswered } from './settings';
import { BEGINNERS, DEFAULT_LOOK_BACK_HOURS, EVENTS, MAX_LOOK_BACK_HOURS, MAX_MAX_REQUESTS, MAX_START_COUNT, MAX_WAIT, MIN_REQUESTS, OWN_CHANGES } from './settings';

/**
 * Reads the node's parameters.
 *
 * @throws NodeOperationError that names the field and says what it takes
 */
export function readSettings(context: IPollFunctions): Settings {
	const names = new NameLookup();
	const settings = readWith(names, context);
	if (!names.isNeeded) return settings;
	const inInbox = async (messageBoxId: number, rowsOf: RowsOf) => {
		const own = new NameLookup(true);
		let found = readWith(own, context);
		await own.resolve(rowsOf, { messageBoxId }, () => (found = readWith(own, context)));
		return { settings: found, missing: own.missing };
	};
	return { ...settings, inInbox };
}

function readWith(names: NameLookup, context: IPollFunctions): Settings {
	const circumstances = { zone: context.getTimezone(), now: Date.now() };
	const { parameters } = context.getNode();
	/** Whether a parameter, or a field of a collection, was chosen or typed, and not given by an expression. */
	const isFixed = ([name, field]: readonly string[]) => {
		const given = parameters[name];
		const value = field !== undefined && typeof given === 'object' ? (given as IDataObject)[field] : given;
		return !String(value).startsWith('=');
	};
	const refused = (message: string, description?: string) => new NodeOperationError(context.getNode(), message, { description });
	const checked = (label: string, rule: Rule, given: unknown, field: { collection?: string; required?: boolean; path?: readonly string[] } = {}): unknown => {
		const { path = [], ...needs } = field;
		try {
			return checkedValue({ rule, label, required: false, ...needs }, given, { ...circumstances, idOf: names.lookupFor(() => isFixed(path)) });
		} catch (refusal) {
			throw refused((refusal as Error).message);
		}
	};
	const required = <T>(label: string, rule: Rule, given: unknown): T[] => {
		const value = (checked(label, rule, given) ?? []) as T[];
		if (value.length > 0) return [...new Set(value)];
		throw refused(`${label} is empty`, 'Choose at least one.');
	};
	const top = (name: string) => context.getNodeParameter(name, '');
	const filters = context.getNodeParameter('filters', {}) as Record<string, unknown>;
	const options = context.getNodeParameter('options', {}) as Record<string, unknown>;
	const whole = <T>(label: string, given: unknown, low: number, high: number, otherwise: T) =>
		(checked(label, integer(low, high), given) ?? otherwise) as number | T;
	/** A list that was left empty by hand means all; an expression that yields nothing does not. */
	const list = <T>(label: string, rule: Rule, name: string): T[] => {
		return (checked(label, rule, top(name), { required: !isFixed([name]), path: [name] }) ?? []) as T[];
	};
	/** A field that was added to a collection needs a value. */
	const added = <T>(values: Record<string, unknown>, collection: string, name: string, label: string, rule: Rule): T | undefined =>
		name in values ? (checked(label, rule, values[name], { collection, required: true, path: [collection, name] }) as T) : undefined;
	const filter = <T>(name: string, label: string, rule: Rule) => added<T>(filters, 'filters', name, label, rule);
	const events = required<EventName>('Events', someOf(EVENTS), top('events'));

	return {
		inboxes: readInboxes(),
		events,
		begunBy: readBegunBy(),
		changes: readChanges(),
		ignoreOwn: (checked('Ignore Own Changes', oneOf([...OWN_CHANGES]), options.ignoreOwnChanges) ?? 'thisWorkflow') as Settings['ignoreOwn'],
		messages: {
			withoutMemos: true,
			methodCds: list<string>('Message Channels', someOf(valuesOf(CHANNELS)), 'messageMethodCds'),
			actionCds: list<string>('Message States', someOf(valuesOf(MESSAGE_STATES)), 'messageActionCds'),
		},
		unanswered: readUnanswered(),
		skipFirstMessages: checked('Skip Messages of New Tickets', flag, top('skipFirstMessages')) as boolean | undefined,
		start: readStart(),
		filters: {
			statusCds: filter<string[]>('statusCds', 'Status', someOf(valuesOf(TICKET_STATUSES))) ?? [],
			methodCds: filter<string[]>('methodCds', 'Channels', someOf(valuesOf(CHANNELS))) ?? [],
			labelIds: filter<number[]>('labelIds', 'Labels', severalOrWithout(idOrName('label'))) ?? [],
			assignee: filter<string>('assignee', 'Assignee', userOrWithout),
			hasAttachments: filter<boolean>('hasAttachments', 'Has Attachments', flag),
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

	function readInboxes(): Settings['inboxes'] {
		const given = top('messageBoxIds');
		const named: Rule = (value) => several(idOrName('inbox'))(value, { ...circumstances, idOf: (_thing, name) => name });
		const inboxes = required<number | string>('Inboxes', named, given);
		return inboxes.includes(ALL_INBOXES) ? undefined : inboxes;
	}

	function readBegunBy(): Beginner[] {
		if (!events.includes('ticketCreated')) return [...BEGINNERS];
		const given = context.getNodeParameter('begunBy', ['customer', 'handlingMemo']);
		return required<Beginner>('Begun By', someOf(BEGINNERS), given);
	}

	function readChanges(): Settings['changes'] {
		const values = context.getNodeParameter('onlyWhenItBecomes', {}) as Record<string, unknown>;
		const value = <T>(name: string, label: string, rule: Rule) => added<T>(values, 'onlyWhenItBecomes', name, label, rule);
		const wanted = {
			assignee: [value<string>('assignee', 'Assignee', userOrWithout)].filter((name) => name !== undefined),
			color_cd: value<string[]>('colorCds', 'Colors', someOf(valuesOf(TICKET_COLORS))) ?? [],
			label_ids: value<number[]>('labelIds', 'Labels', several(idOrName('label'))) ?? [],
			status_cd: value<string[]>('statusCds', 'Status', someOf(valuesOf(TICKET_STATUSES))) ?? [],
		};
		const becomes = Object.fromEntries(Object.entries(wanted).filter(([, chosen]) => chosen.length > 0));
		const fields = list<WatchedField>('Only These Fields', someOf(WATCHED), 'onlyTheseFields');
		return {
			labelAdded: { fields: ['label_ids'], becomes: { label_ids: list<number>('Added Labels', several(idOrName('label')), 'addedLabelIds') } },
			ticketAssigned: { fields: ['assignee'], becomes: { assignee: list<string>('Assigned To', several(user), 'assignedTo') } },
			ticketChanged: { fields, becomes: Object.keys(becomes).length > 0 ? becomes : null },
			ticketClosed: { fields: ['status_cd'], becomes: { status_cd: ['closed'] } },
		};
	}

	function readUnanswered(): Unanswered {
		const unit = checked('Unit', oneOf(['hours', 'minutes']), top('unansweredUnit')) === 'minutes' ? MINUTE : HOUR;
		const most = MAX_WAIT / unit;
		const first = whole('Unanswered For', top('unansweredFor'), 1, most, 4) * unit;
		const again = added<number>(options, 'options', 'remindAgainAfter', 'Remind Again After', integer(1, most));
		return { first, ...(again !== undefined && { again: again * unit }), ...readBusinessHours() };
	}

	function readBusinessHours(): Pick<Unanswered, 'hours'> {
		const { hours } = (options.businessHours ?? {}) as { hours?: Record<string, unknown> };
		if (hours === undefined) return {};
		const value = <T>(label: string, rule: Rule, name: string) => checked(`Business Hours: ${label}`, rule, hours[name], { required: true }) as T;
		const days = value<string[]>('Days', someOf(['1', '2', '3', '4', '5', '6', '7']), 'days').map(Number);
		const [from, to] = [value<number>('From', timeOfDay, 'from'), value<number>('To', timeOfDay, 'to')];
		if (from < to) return { hours: { days, from, to, zone: circumstances.zone } };
		throw refused('Business Hours: To is not later than From', 'Enter two times of the same day, such as 09:00 and 18:00.');
	}

	function readStart(): Start {
		const mode = checked('Start', oneOf(['now', 'sinceDate', 'newest']), top('start')) ?? 'now';
		if (mode === 'newest') {
			return { mode, count: whole('Number of Tickets', top('startCount'), 1, MAX_START_COUNT, 10) };
		}
		if (mode !== 'sinceDate') return { mode: 'now' };
		const date = checked('Start Date', dateTime, top('startDate'));
		if (date !== undefined) return { mode, at: Date.parse(String(date)) };
		throw refused('Start Date is empty', 'Enter the date from which tickets are to be given, or let the trigger start from now.');
	}
}
