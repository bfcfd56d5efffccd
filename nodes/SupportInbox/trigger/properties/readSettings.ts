import { type IDataObject, type IExecuteSingleFunctions, type IPollFunctions, NodeOperationError, type UserError } from 'n8n-workflow';
import { checkedValue } from '../../fields/checkedValue';
import { refuseParts } from '../../fields/expressions';
import type { Named } from '../../fields/joins/joins';
import { NameLookup } from '../../fields/names';
import { type Rule, integer, MISSPELT, NOW_MS } from '../../fields/rules';
import { type ValueCheck, valueChecksOf } from '../../fields/sent';
import type { BusinessHours } from '../../fields/shared/businessHours';
import { ALL_INBOXES } from '../../fields/shared/locators';
import type { WatchedField } from '../../ledger/ticketFields';
import type { RowsOf } from '../../transport/client/keptLists';
import { DAY, HOUR, MINUTE } from '../time';
import { properties } from './index';
import { type Beginner, type EventName, type Settings, type Start, type Unanswered, BEGINNERS, DEFAULT_LOOK_BACK_HOURS, MAX_WAIT } from './settings';

/** The fields by their path: a field of a collection comes after the collection's name, such as `filters.labelIds`. */
const CHECKS = new Map(properties.flatMap((field) => valueChecksOf([field])).map((check) => [pathOf(check), check]));

const ATTACHMENTS = { any: undefined, with: true, without: false };

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
	const zone = context.getTimezone();
	const now = Date.now();
	const collections: Record<string, IDataObject> = {};
	for (const name of ['filters', 'onlyWhenItBecomes', 'options']) collections[name] = context.getNodeParameter(name, {}) as IDataObject;
	const events = required<EventName>('events');
	return {
		inboxes: readInboxes(),
		events,
		begunBy: events.includes('ticketCreated') ? required<Beginner>('begunBy', ['customer', 'handlingMemo']) : [...BEGINNERS],
		changes: readChanges(),
		ignoreOwn: value<Settings['ignoreOwn']>('options.ignoreOwnChanges') ?? 'thisWorkflow',
		messages: { withoutMemos: true, methodCds: list('messageMethodCds'), actionCds: list('messageActionCds') },
		comments: { types: list('commentTypes'), commenters: list('commenters') },
		unanswered: readUnanswered(),
		skipFirstMessages: value('skipFirstMessages'),
		start: readStart(),
		filters: {
			statusCds: added('filters.statusCds') ?? [],
			methodCds: added('filters.methodCds') ?? [],
			labelIds: added('filters.labelIds') ?? [],
			assignee: added('filters.assignee'),
			hasAttachments: ATTACHMENTS[added<keyof typeof ATTACHMENTS>('filters.hasAttachments') ?? 'any'],
		},
		includeMessages: value('options.includeMessages') ?? true,
		addNames: value('addNames') ?? true,
		lookBack: (value<number>('options.lookBack') ?? DEFAULT_LOOK_BACK_HOURS) * HOUR,
		maxRequests: value('options.maxRequestsPerPoll'),
		explain: context.getMode() === 'manual' ? added('options.explainTicket') : undefined,
	};

	/** @returns what was entered in a field; undefined: nothing */
	function value<T>(path: string, needs: Partial<Pick<ValueCheck, 'rule' | 'required'>> = {}, otherwise: unknown = ''): T | undefined {
		const check = CHECKS.get(path) as ValueCheck;
		const { name, collection } = check;
		const given = collection === undefined ? context.getNodeParameter(name, otherwise as string) : collections[collection][name];
		return checked({ ...check, required: false, ...needs }, given, path) as T | undefined;
	}

	/** A field that was added to a collection needs a value. */
	function added<T>(path: string, rule?: Rule): T | undefined {
		const [collection, name] = path.split('.');
		return name in collections[collection] ? value<T>(path, { required: true, ...(rule && { rule }) }) : undefined;
	}

	/** A list that was left empty by hand means all; an expression that yields nothing does not. */
	function list<T>(name: string): T[] {
		return value<T[]>(name, { required: !isFixed(name) }) ?? [];
	}

	function required<T>(name: string, otherwise?: unknown): T[] {
		const chosen = value<T[]>(name, {}, otherwise) ?? [];
		if (chosen.length > 0) return [...new Set(chosen)];
		throw refused(`${CHECKS.get(name)?.label} is empty`, 'Choose at least one.');
	}

	function checked(check: Pick<ValueCheck, 'rule' | 'label' | 'collection' | 'required'>, given: unknown, path: string): unknown {
		const look = (named?: Named) => refuseParts({ label: check.label, stored: storedAt(path), given, evaluate, verb: 'searched for' }, named);
		try {
			look();
			return checkedValue(check, given, { zone, now, idOf: names.lookupFor('id'), idIfThere: names.idIfThere, names: look });
		} catch (refusal) {
			const { message, description } = refusal as UserError;
			throw refused(message, description ?? undefined);
		}
	}

	/** n8n evaluates an expression of a trigger as well, but does not say so in its types. */
	function evaluate(expression: string): unknown {
		return (context as unknown as Pick<IExecuteSingleFunctions, 'evaluateExpression'>).evaluateExpression(expression, 0);
	}

	/** @returns a parameter as the workflow stores it */
	function storedAt(path: string): unknown {
		const [name, field] = path.split('.');
		const given = context.getNode().parameters[name];
		return field !== undefined && typeof given === 'object' ? (given as IDataObject)[field] : given;
	}

	/** Whether a field was chosen or typed, and not set by an expression. */
	function isFixed(path: string): boolean {
		return !String(storedAt(path)).startsWith('=');
	}

	function refused(message: string, description?: string): NodeOperationError {
		return new NodeOperationError(context.getNode(), message, { description });
	}

	function readInboxes(): Settings['inboxes'] {
		const inboxes = required<number | string>('messageBoxIds');
		return inboxes.includes(ALL_INBOXES) ? undefined : inboxes;
	}

	function readChanges(): Settings['changes'] {
		const assignee = added<string>('onlyWhenItBecomes.assignee');
		const wanted = {
			assignee: assignee === undefined ? [] : [assignee],
			color_cd: added<string[]>('onlyWhenItBecomes.colorCds') ?? [],
			label_ids: added<number[]>('onlyWhenItBecomes.labelIds') ?? [],
			status_cd: added<string[]>('onlyWhenItBecomes.statusCds') ?? [],
		};
		const becomes = Object.fromEntries(Object.entries(wanted).filter(([, chosen]) => chosen.length > 0));
		return {
			labelAdded: { fields: ['label_ids'], becomes: { label_ids: list<number>('addedLabelIds') } },
			ticketAssigned: { fields: ['assignee'], becomes: { assignee: list<string>('assignedTo') } },
			ticketChanged: { fields: list<WatchedField>('onlyTheseFields'), becomes: Object.keys(becomes).length > 0 ? becomes : null },
			ticketClosed: { fields: ['status_cd'], becomes: { status_cd: ['closed'] } },
		};
	}

	function readUnanswered(): Unanswered {
		const unit = value('unansweredUnit') === 'minutes' ? MINUTE : HOUR;
		const rule = integer(1, MAX_WAIT / unit);
		const first = (value<number>('unansweredFor', { rule }) ?? 4) * unit;
		const again = added<number>('options.remindAgainAfter', rule);
		const hours = added<BusinessHours>('options.businessHours');
		const automatic = added<string>('options.automaticAnswersContain');
		return { first, ...(automatic !== undefined && { automatic }), ...(again !== undefined && { again: again * unit }), ...(hours !== undefined && { hours }) };
	}

	function readStart(): Start {
		const mode = value<Start['mode']>('start') ?? 'now';
		if (mode === 'newest') return { mode, count: value('startCount') ?? 10 };
		if (mode === 'now') return { mode };
		if (mode === 'lastDays') return { mode, age: (value<number>('startDays') ?? 7) * DAY };
		const date = value<string>('startDate');
		if (date === undefined) throw refused('Start Date is empty', 'Enter the date from which tickets are emitted, or let the trigger start from now.');
		const at = Date.parse(date);
		if (isFixed('startDate') || at <= now - NOW_MS) return { mode, at };
		throw refused(`Start Date: ${date} is now or later, so that nothing from before would be emitted`, `${MISSPELT} In the Last Days takes a number of days; From Now On needs no date.`);
	}
}

function pathOf({ collection, name }: ValueCheck): string {
	return collection === undefined ? name : `${collection}.${name}`;
}
