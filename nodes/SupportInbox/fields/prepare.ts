import type { IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';
import { isResourceLocatorValue, NodeOperationError } from 'n8n-workflow';

import type { EngineRequest, PathValues, Prepared } from '../transport/engine/requestPolicy';
import { checkedValue } from './checkedValue';
import type { Circumstances } from './rules';
import type { Check } from './sent';

/** What n8n gives for a parameter that is hidden or was not added. It evaluates the fallback as well; text stays as it is. */
const ABSENT = '__absent__';

/**
 * Makes the check of an operation's values: it fills the path's slots, encoded, and brings the body's values
 * into the document's types. It runs before a request is spent and changes nothing but the request.
 *
 * @param reads whether the operation only reads. Then a value that is left out can only give more, so each field that is
 * there must have one. Models fill in every field of a tool: there an empty value counts as not given, and the output says
 * which filters were applied.
 */
export function prepareWith(checks: readonly Check[], reads: boolean) {
	const inPath = checks.filter((check) => check.in === 'path');
	const others = checks.filter((check) => check.in !== 'path');
	const inBody = checks.filter((check) => check.in === 'body');
	const hasFilters = reads && checks.some(({ collection }) => collection === 'filters');

	/**
	 * @param asTool whether an AI agent gave the values
	 * @throws NodeOperationError that names the field and says what it takes
	 */
	return (context: IExecutePaginationFunctions, { options }: EngineRequest, asTool: boolean): Prepared => {
		const circumstances: Circumstances = { zone: context.getTimezone(), now: Date.now() };

		const about: string[] = [];
		const values: Record<string, PathValues[string]> = {};
		options.url = (options.url ?? '').replace(/{(\w+)}/g, (slot, name) => {
			const check = inPath.find((one) => one.name === name);
			if (check === undefined) return slot;
			// n8n's own `extractValue` looks for the field among all properties once more; no field here has a pattern to extract by.
			const value = checked(check, chosenIn(context.getNodeParameter(name)), circumstances, context) as PathValues[string];
			values[name] = value;
			about.push(`${check.label} ${value}`);
			return encodeURIComponent(value);
		});

		const body = (options.body ?? {}) as IDataObject;
		const entered = enteredIn(context, body);
		const applied: IDataObject = {};
		for (const check of others) {
			const { label, collection, property } = check;
			const given = entered(check);
			if (given === ABSENT && !isMissing(check, context)) continue;
			const required = check.required || (reads && !asTool);
			const value = checked({ ...check, required }, given === ABSENT ? undefined : given, circumstances, context);
			if (value !== undefined && collection === 'filters') applied[label] = given as IDataObject[string];
			if (property === undefined) continue;
			if (value === undefined) delete body[property];
			else body[property] = value as IDataObject[string];
		}
		const sent = inBody.filter(({ property }) => property! in body).map(({ label }) => label);
		const asked = { about, sent: [...new Set(sent)], itemIndex: context.getItemIndex() };
		return { asked, values, applied: hasFilters && asTool ? applied : undefined };
	};
}

/** @returns what was entered in a field, or {@link ABSENT}; what is sent stands in the body already */
function enteredIn(context: IExecutePaginationFunctions, body: IDataObject): (check: Check) => unknown {
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

/** @returns whether the field has no value although it is shown and needs one; in a collection it was not added */
function isMissing({ required, collection, show = {} }: Check, context: IExecutePaginationFunctions): boolean {
	if (!required || collection !== undefined) return false;
	return Object.entries(show).every(([name, values]) => (values as unknown[]).includes(context.getNodeParameter(name, null)));
}

function checked(check: Check, given: unknown, circumstances: Circumstances, context: IExecutePaginationFunctions): unknown {
	try {
		return checkedValue(check, given, circumstances);
	} catch (refusal) {
		throw refused(context, (refusal as Error).message);
	}
}

function refused(context: IExecutePaginationFunctions, message: string): NodeOperationError {
	const [what, ...next] = message.split(/(?<=\.) (?=[A-Z])/);
	return new NodeOperationError(context.getNode(), what, { description: next.join(' '), itemIndex: context.getItemIndex() });
}

/** A resource locator's choice stands in its `value`. */
function chosenIn(given: unknown): unknown {
	return isResourceLocatorValue(given) ? given.value : given;
}
