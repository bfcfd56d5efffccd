import { type IDataObject, type IExecutePaginationFunctions, NodeOperationError, type UserError } from 'n8n-workflow';
import type { EngineRequest } from '../adapter/routing';
import type { CheckedFields, PathValues, PreparedFields, SentFields } from '../transport/engine/item';
import { NameLookup } from './names';
import { type ParameterValue, parameterValues } from './parameterValues';
import { checkedValue } from './rules';
import type { ValueCheck } from './sent';
import { ALL_INBOXES } from './shared/locators';

/** The values of one item, with what they are checked by. `values`: of its path, which the lists of its inbox or address book need. */
interface Checking {
	context: IExecutePaginationFunctions;
	options: EngineRequest['options'];
	parameters: readonly ParameterValue[];
	names: NameLookup;
	values: Record<string, PathValues[string]>;
	/** See {@link checkTexts}. */
	unreadTexts: readonly Unread[];
	/** Whether the values are an AI agent's. */
	asTool: boolean;
	/** Whether a value that was added must not be empty. */
	isEmptyRejected: boolean;
	showsFilters: boolean;
}

/**
 * Makes the check of an operation's fields. A value has three forms:
 * 1. **entered**: as n8n evaluates what the user, an expression or an AI tool has entered (parameterValues.ts).
 * 2. **checked**: as the rule of its field converts it (rules/). A name becomes an id.
 * 3. **sent**: the checked values at their places in the request, and the settings, which are not sent.
 *
 * The second and third form are made again by `resolveNames`, after each list of names that was read: before, a placeholder is in
 * the place of a name's id. So a wrong value is rejected before a request is spent.
 *
 * @param reads whether the operation only reads. Then each field that was added must have a value, because without it the
 * output would have more than the user wants. Models fill in every field of a tool, so there an empty value is ignored, and
 * the output says which filters were applied.
 */
export function prepareWith(checks: readonly ValueCheck[], reads: boolean) {
	const hasFilters = reads && checks.some(({ noun }) => noun === 'filter');

	/**
	 * @param asTool whether an AI agent gave the values
	 * @throws NodeOperationError that names the field and says what it takes
	 */
	return function prepare(context: IExecutePaginationFunctions, options: EngineRequest['options'], asTool: boolean): PreparedFields {
		const { url = '', body = {} } = options;
		const parameters = parameterValues(context, checks, { url, body: body as IDataObject });
		const unreadTexts = checkTexts(context, parameters);
		const preparedFrom = (values: readonly ParameterValue[], ofOneInbox: boolean): PreparedFields => {
			const names = new NameLookup(ofOneInbox);
			const checking: Checking = {
				context,
				options,
				parameters: values,
				names,
				values: {},
				unreadTexts,
				asTool,
				isEmptyRejected: reads && !asTool,
				showsFilters: hasFilters && asTool,
			};
			let fields = checkAndPlace(checking);
			const prepared: PreparedFields = {
				...fields,
				missing: names.missing,
				fromModel: asTool ? parameters.flatMap(argumentsIn) : [],
				withGaps: () => gappedFields(fields, checking),
			};
			if (fields.values.messageBoxId === ALL_INBOXES) {
				return { ...prepared, inOneInbox: (id) => preparedFrom(values.map((one) => inInbox(one, id)), true) };
			}
			const again = () => (fields = checkAndPlace(checking));
			const resolveNames: PreparedFields['resolveNames'] = async (rowsOf, least) => {
				await names.resolve(rowsOf, fields.values, again, least);
				return fields;
			};
			return { ...prepared, resolveNames };
		};
		return preparedFrom(parameters, false);
	};
}

/** @returns the value in one inbox, where all were chosen: filters contain names, and an inbox may lack some of them */
function inInbox(one: ParameterValue, messageBoxId: number): ParameterValue {
	return one.check.in === 'path' && one.check.name === 'messageBoxId' ? { ...one, value: messageBoxId } : one;
}

/** @returns the arguments of an AI agent in a field */
function argumentsIn({ check: { label }, texts }: ParameterValue): Array<[label: string, argument: string]> {
	const parts = texts.flatMap((text) => text.parts).filter(({ expression }) => /\$fromai\b/i.test(expression));
	return parts.map(({ value }) => [label, String(value)]);
}

/** @returns the fields with gaps in the values of which a part varies: texts as they were entered, settings as they are checked */
function gappedFields({ body, settings }: SentFields, checking: Checking): Pick<SentFields, 'body' | 'settings'> {
	const gapped = { body: { ...body }, settings: { ...settings } };
	for (const one of checking.parameters) {
		const { in: place, name, property } = one.check;
		const value = place === 'path' ? undefined : one.withGaps();
		if (value === undefined) continue;
		// Of the settings only rows have texts.
		if (place === 'setting' && typeof value === 'object') gapped.settings[name] = checked({ ...one, value }, checking, []);
		else if (property !== undefined && property in body) gapped.body[property] = value as IDataObject[string];
	}
	return gapped;
}

/** Makes the second and the third form of all values. It runs once more after each list of names that was read. */
function checkAndPlace(checking: Checking): CheckedFields {
	const { context, options, parameters, values, showsFilters } = checking;
	const body = { ...(options.body as IDataObject) };
	const [changes, settings]: Array<Record<string, unknown>> = [{}, {}];
	const applied: IDataObject = {};
	const unread: Unread[] = [...checking.unreadTexts];
	for (const one of parameters) {
		const { in: place, name, property, noun, label } = one.check;
		const value = checked(one, checking, unread);
		if (value !== undefined && (noun === 'filter' || isSent(one.check))) {
			applied[label] = (noun === undefined ? value : one.value) as IDataObject[string];
		}
		if (place === 'path') values[name] = value as PathValues[string];
		else if (place === 'change') put(changes, property!, value);
		else if (place === 'setting') put(settings, property ?? name, value);
		else if (property === undefined) Object.assign(body, value);
		else put(body, property, value);
	}
	const checks = parameters.map(({ check }) => check);
	const ofBody = checks.filter(({ in: place }) => place === 'body');
	for (const { property, label, unless = [] } of ofBody) {
		if (!unless.some((other) => other in body)) continue;
		delete body[property!];
		delete applied[label];
	}
	const path = String(options.url).replace(/{(\w+)}/g, (slot, name) => (name in values ? encodeURIComponent(values[name]) : slot));
	const asked = {
		about: checks.filter(({ in: place }) => place === 'path').map(({ label, name }) => `${label} ${values[name]}`),
		ids: ofBody
			.filter(({ property = '' }) => property in body && /_ids?$/.test(property))
			.flatMap(({ label, property }) => namedIds(label, body[property!])),
		sent: [...new Set(checks.filter((check) => isSent(check) && check.label in applied).map(({ label }) => label))],
		itemIndex: context.getItemIndex(),
	};
	return {
		path,
		values,
		body,
		changes,
		settings,
		asked,
		applied: showsFilters ? applied : undefined,
		unread:
			unread.length === 0
				? undefined
				: { fields: unread.map(({ label }) => label), rejection: unread.find(({ rejection }) => rejection)?.rejection },
	};
}

function isSent({ in: place }: ValueCheck): boolean {
	return place === 'body' || place === 'change';
}

/** A field without a value has no place in what is sent. */
function put(fields: Record<string, unknown>, name: string, value: unknown): void {
	if (value === undefined) delete fields[name];
	else fields[name] = value;
}

/** A field that cannot be read where an earlier node wrote in a dry run only, and the error for it unless the run is a dry run. */
interface Unread {
	label: string;
	rejection?: Error;
}

/**
 * @returns the texts that are rejected, of an item without an id: what a dry run has not written has no texts either
 * @throws NodeOperationError for a text of any other item
 */
function checkTexts(context: IExecutePaginationFunctions, parameters: readonly ParameterValue[]): Unread[] {
	return parameters.flatMap(({ check: { label }, rejectParts }) => {
		try {
			rejectParts();
			return [];
		} catch (error) {
			const rejection = rejectionOf(context, error as UserError);
			if (!parameters.some(({ check, value }) => isIdWithNull(check, value))) throw rejection;
			return [{ label, rejection }];
		}
	});
}

/** @returns the checked value; null for an id that may be missing in a dry run, which is added to `unread` */
function checked(one: ParameterValue, { context, names, asTool, isEmptyRejected }: Checking, unread: Unread[]): unknown {
	const { check, rejectParts, isFixed } = one;
	const value = asTool ? withoutWordsForNothing(one.value) : one.value;
	const { label, in: place } = check;
	const required = check.required || isEmptyRejected;
	const circumstances = {
		zone: context.getTimezone(),
		now: Date.now(),
		idOf: names.lookupFor(place === 'path' ? 'path' : 'id'),
		idIfThere: names.idIfThere,
		isDeletedUser: names.isDeletedUser,
		before: (property: string) => (context.getInputData().json.before as IDataObject | undefined)?.[property],
		mayBeEmpty: !required,
		names: rejectParts,
		isFixed,
	};
	const hasNoId = isIdWithNull(check, value);
	try {
		const result = checkedValue({ ...check, required }, value, circumstances);
		// Models fill in null for fields that they do not mean to use.
		if (hasNoId && !asTool) unread.push({ label });
		return result;
	} catch (error) {
		const rejection = rejectionOf(context, error as UserError);
		if (!hasNoId) throw rejection;
		unread.push({ label, rejection });
		return null;
	}
}

/** Models write these words where they mean to give nothing. */
function withoutWordsForNothing(value: unknown): unknown {
	if (typeof value === 'string') return /^\s*(?:null|undefined)\s*$/.test(value) ? null : value;
	if (Array.isArray(value)) return value.map(withoutWordsForNothing);
	if (value?.constructor?.name !== 'Object') return value;
	return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutWordsForNothing(one)]));
}

/** @returns whether an id, or one of several ids, is null: an item of a dry run has no id of what it would create */
function isIdWithNull({ in: place, property = '' }: ValueCheck, value: unknown): boolean {
	return (place === 'path' || /_ids?$/.test(property)) && hasNull(value);
}

/** @returns whether null is in a value */
function hasNull(value: unknown): boolean {
	return value === null || (typeof value === 'object' && Object.values(value).some(hasNull));
}

/** @returns ids that are sent, with their field, as text for a sentence */
function namedIds(label: string, value: unknown): string[] {
	const ids = [value].flat().filter((id) => typeof id === 'number');
	return ids.length === 0 ? [] : [`${label} ${ids.join(', ')}`];
}

/** The first sentence of several. A dot in a value, which is quoted as JSON and may be cut, ends none. */
const SENTENCE = /^((?:"(?:.{99}…|(?:\\.|[^"\\])*")|[^"])*?\.) (?=[A-Z])/su;

function rejectionOf(context: IExecutePaginationFunctions, { message, description }: UserError): NodeOperationError {
	const [, what = message] = (description ? null : SENTENCE.exec(message)) ?? [];
	return new NodeOperationError(context.getNode(), what, {
		description: description ?? message.slice(what.length + 1),
		itemIndex: context.getItemIndex(),
	});
}
