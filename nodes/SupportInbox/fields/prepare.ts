import { type IDataObject, type IExecutePaginationFunctions, isResourceLocatorValue, NodeOperationError, type UserError } from 'n8n-workflow';
import type { EngineRequest, PathValues, Prepared } from '../transport/engine/requestPolicy';
import { checkedValue } from './checkedValue';
import { refuseParts } from './expressions';
import { NameLookup } from './names';
import type { Circumstances } from './rules';
import type { ValueCheck } from './sent';
import { ALL_INBOXES } from './shared/locators';

/** The fallback for a parameter that is hidden or was not added. It is a text, because n8n also evaluates fallbacks. */
const ABSENT = '__absent__';

const settingsOfRequests = new WeakMap<EngineRequest['options'], Readonly<Record<string, unknown>>>();

/** @returns the checked values of the fields that are not sent, by their names; those without a value are left out */
export function settingsOf({ options }: Pick<EngineRequest, 'options'>): Readonly<Record<string, unknown>> {
	return settingsOfRequests.get(options) ?? {};
}

/**
 * Makes the check of an operation's values: it fills the path's slots, encoded, and brings the body's values
 * into the document's types. It runs before a request is spent and changes nothing but the request.
 *
 * @param reads whether the operation only reads. Then each field that was added must have a value, because without it the
 * output would have more than the user wants. Models fill in every field of a tool, so there an empty value is ignored, and
 * the output says which filters were applied.
 */
export function prepareWith(checks: readonly ValueCheck[], reads: boolean) {
	const inPath = checks.filter((check) => check.in === 'path');
	const others = checks.filter((check) => check.in !== 'path');
	const inBody = checks.filter((check) => check.in === 'body');
	const hasFilters = reads && checks.some(({ collection }) => collection === 'filters');

	/**
	 * @param asTool whether an AI agent gave the values
	 * @param inbox one inbox, where all were chosen: then filters contain names, and an inbox may lack some of them
	 * @throws NodeOperationError that names the field and says what it takes
	 */
	return function prepare(context: IExecutePaginationFunctions, request: EngineRequest, asTool: boolean, inbox?: number): Prepared {
		const { options } = request;
		const body = (options.body ?? {}) as IDataObject;
		const unfilled = { ...options, body: { ...body } };
		const { url = '' } = options;
		const entered = enteredIn(context, body);
		// n8n's own `extractValue` is not used: it searches all properties for the field again, and no field here has a pattern.
		const given = [
			...inPath.filter(({ name }) => url.includes(`{${name}}`)).map((check) => ({ check, value: pathValueOf(context, check, inbox) })),
			...others.map((check) => ({ check, value: entered(check) })),
		]
			.filter(({ check, value }) => value !== ABSENT || isLeftEmpty(check, context))
			.map((one) => ({ ...one, look: lookAt(context, one.check, one.value, (name) => others.some((check) => check.name === name && String(entered(check)) === 'true')) }));
		try {
			for (const { look } of given) look(false);
		} catch (refusal) {
			throw refusalOf(context, refusal as UserError);
		}

		const values: Record<string, PathValues[string]> = {};
		const prepared: Prepared = { asked: { about: [], sent: [], itemIndex: context.getItemIndex() }, values };
		const fill = (ids: NameLookup) => {
			const applied: IDataObject = {};
			const settings: Record<string, unknown> = {};
			const unread: Unread[] = [];
			for (const { check, value: one, look } of given) {
				const { label, collection, property, name } = check;
				const required = check.required || (reads && !asTool);
				const isTyped = (path?: string) => isFixed(check, context, path);
				const circumstances: Circumstances = {
					zone: context.getTimezone(),
					now: Date.now(),
					idOf: ids.lookupFor(check.in === 'path' ? 'path' : 'id'),
					idIfThere: ids.idIfThere,
					mayBeEmpty: !required,
					namesRecord: () => look(true),
					isFixed: isTyped,
				};
				const value = checked({ ...check, required }, one === ABSENT ? undefined : one, circumstances, context, { unread, asTool });
				if (value !== undefined && (collection === 'filters' || check.in === 'body')) applied[label] = (collection === undefined ? value : one) as IDataObject[string];
				if (check.in === 'path') values[name] = value as PathValues[string];
				if (check.in === 'setting' && value !== undefined) settings[name] = value;
				if (check.in === 'body' && property === undefined) Object.assign(body, value);
				if (property === undefined) continue;
				if (value === undefined) delete body[property];
				else body[property] = value as IDataObject[string];
			}
			for (const { property, label, unless = [] } of inBody) {
				if (!unless.some((other) => other in body)) continue;
				delete body[property!];
				delete applied[label];
			}
			settingsOfRequests.set(options, settings);
			prepared.unread = unread.length === 0 ? undefined : { fields: unread.map(({ label }) => label), refusal: unread.find(({ refusal }) => refusal)?.refusal };
			options.url = url.replace(/{(\w+)}/g, (slot, name) => (name in values ? encodeURIComponent(values[name]) : slot));
			const sent = inBody.filter(({ label }) => label in applied).map(({ label }) => label);
			const about = given.filter(({ check }) => check.in === 'path').map(({ check: { label, name } }) => `${label} ${values[name]}`);
			const sentIds = inBody.filter(({ property = '' }) => property in body && /_ids?$/.test(property)).flatMap(({ label, property }) => namedIds(label, body[property!]));
			Object.assign(prepared.asked, { about, ids: sentIds, sent: [...new Set(sent)] });
			if (hasFilters && asTool) prepared.applied = applied;
		};
		const ids = new NameLookup(inbox !== undefined);
		fill(ids);
		prepared.missing = ids.missing;
		const inOne = (one: number) => {
			const again = { ...request, options: { ...unfilled, body: { ...unfilled.body } } };
			return { request: again, prepared: prepare(context, again, asTool, one) };
		};
		if (values.messageBoxId === ALL_INBOXES) prepared.inInbox = inOne;
		else prepared.resolveNames = async (rowsOf, least) => await ids.resolve(rowsOf, values, () => fill(ids), least);
		return prepared;
	};
}

/** @returns a function that reads the entered value of a field, or {@link ABSENT}; n8n has already put values to send into the body */
function enteredIn(context: IExecutePaginationFunctions, body: IDataObject): (check: ValueCheck) => unknown {
	// n8n evaluates a collection as a whole each time it is read.
	const collections = new Map<string, IDataObject>();
	return ({ name, collection, property }) => {
		if (property !== undefined) return property in body ? chosenIn(body[property]) : ABSENT;
		if (collection === undefined) return context.getNodeParameter(name, ABSENT);
		const fields = collections.get(collection) ?? (context.getNodeParameter(collection, {}) as IDataObject);
		collections.set(collection, fields);
		return name in fields ? fields[name] : ABSENT;
	};
}

/** @returns the value of a field of the path, or the one of all inboxes */
function pathValueOf(context: IExecutePaginationFunctions, { name }: ValueCheck, inbox?: number): unknown {
	return name === 'messageBoxId' && inbox !== undefined ? inbox : chosenIn(context.getNodeParameter(name));
}

/** @returns ids that are sent, with their field, as text for a sentence */
function namedIds(label: string, value: unknown): string[] {
	const ids = [value].flat().filter((id) => typeof id === 'number');
	return ids.length === 0 ? [] : [`${label} ${ids.join(', ')}`];
}

/** @returns whether a required field is shown and has no value; false in a collection, where the field was not added */
function isLeftEmpty({ required, collection, show = {} }: ValueCheck, context: IExecutePaginationFunctions): boolean {
	if (!required || collection !== undefined) return false;
	return Object.entries(show).every(([name, values]) => (values as unknown[]).includes(context.getNodeParameter(name, null)));
}

/** @returns whether the value, or the value at a path within it, was chosen or typed, and is not an expression */
function isFixed({ name, collection }: ValueCheck, context: IExecutePaginationFunctions, path?: string): boolean {
	const whole = [collection, name, path].filter((part) => part !== undefined).join('.');
	return !String(context.getNodeParameter(whole, '', { rawExpressions: true })).startsWith('=');
}

/** An id field without an id, and the error for it unless the run is a rehearsal. */
interface Unread {
	label: string;
	refusal?: Error;
}

/** @returns the value to send; null for an id that may be missing in a rehearsal */
function checked(
	check: ValueCheck,
	given: unknown,
	circumstances: Circumstances,
	context: IExecutePaginationFunctions,
	{ unread, asTool }: { unread: Unread[]; asTool: boolean },
): unknown {
	const { label } = check;
	const hasNoId = takesIds(check) && hasNull(given);
	try {
		const value = checkedValue(check, given, circumstances);
		// Models fill in null for fields that they do not mean to use.
		if (hasNoId && !asTool) unread.push({ label });
		return value;
	} catch (error) {
		const refusal = refusalOf(context, error as UserError);
		if (!hasNoId) throw refusal;
		unread.push({ label, refusal });
		return null;
	}
}

function takesIds({ in: place, property = '' }: ValueCheck): boolean {
	return place === 'path' || /_ids?$/.test(property);
}

/** @returns whether an id, or one of several ids, is null */
function hasNull(value: unknown): boolean {
	return value === null || (typeof value === 'object' && Object.values(value).some(hasNull));
}

function refusalOf(context: IExecutePaginationFunctions, { message, description }: UserError): NodeOperationError {
	const [what, ...next] = description ? [message, description] : message.split(/(?<=\.) (?=[A-Z])/);
	return new NodeOperationError(context.getNode(), what, { description: next.join(' '), itemIndex: context.getItemIndex() });
}

/**
 * @param isOn whether the switch of this name is on
 * @returns the look at the texts of a field, see {@link refuseParts}
 */
function lookAt(context: IExecutePaginationFunctions, { name, collection, label, look = {} }: ValueCheck, given: unknown, isOn: (name?: string) => boolean): (isName: boolean) => void {
	if (isOn(look.unless)) return () => {};
	const path = collection === undefined ? name : `${collection}.${name}`;
	const stored = chosenIn(context.getNodeParameter(path, '', { rawExpressions: true }));
	const evaluate = (expression: string) => context.evaluateExpression(expression, context.getItemIndex());
	return (isName) => refuseParts({ ...look, label, stored, given, evaluate, verb: collection === 'filters' ? 'searched for' : 'sent' }, isName);
}

/** A resource locator's choice is in its `value`. */
function chosenIn(given: unknown): unknown {
	return isResourceLocatorValue(given) ? given.value : given;
}
