import type { IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';
import { isResourceLocatorValue, NodeOperationError } from 'n8n-workflow';

import type { EngineRequest, PathValues, Prepared } from '../transport/engine/requestPolicy';
import type { Circumstances } from './rules';
import type { Check } from './sent';

/**
 * Makes the check of an operation's values: it fills the path's slots, encoded, and brings the body's values
 * into the document's types. It runs before a request is spent and changes nothing but the request.
 */
export function prepareWith(checks: readonly Check[]) {
	const inPath = checks.filter((check) => check.in === 'path');
	const inBody = checks.filter((check) => check.in === 'body');
	const settings = checks.filter((check) => check.in === 'setting');
	const collections = new Set(settings.map(({ collection }) => collection));

	/** @throws NodeOperationError that names the field and says what it takes */
	return (context: IExecutePaginationFunctions, { options }: EngineRequest): Prepared => {
		const circumstances: Circumstances = { zone: context.getTimezone(), now: Date.now() };

		const about: string[] = [];
		const values: Record<string, PathValues[string]> = {};
		options.url = (options.url ?? '').replace(/{(\w+)}/g, (slot, name) => {
			const check = inPath.find((one) => one.name === name);
			if (check === undefined) return slot;
			// n8n's own `extractValue` looks for the field among all properties once more; no field here has a pattern to extract by.
			const given = chosenIn(context.getNodeParameter(name));
			const value = checked(check, given, circumstances, context) as PathValues[string];
			values[name] = value;
			about.push(`${check.label} ${value}`);
			return encodeURIComponent(value);
		});

		for (const collection of collections) {
			const inside = collection === undefined ? undefined : (context.getNodeParameter(collection, {}) as IDataObject);
			for (const setting of settings) {
				if (setting.collection !== collection) continue;
				const { name } = setting;
				const given = inside === undefined ? context.getNodeParameter(name, null) : inside[name];
				if ((given ?? null) === null && !isMissing(setting, context)) continue;
				checked(setting, given, circumstances, context);
			}
		}

		const body = (options.body ?? {}) as IDataObject;
		for (const check of inBody) {
			const property = check.property!;
			if (!(property in body) && !isMissing(check, context)) continue;
			const value = checked(check, chosenIn(body[property]), circumstances, context);
			if (value === undefined) delete body[property];
			else body[property] = value as IDataObject[string];
		}
		const sent = inBody.filter(({ property }) => property! in body).map(({ label }) => label);
		return { asked: { about, sent: [...new Set(sent)], itemIndex: context.getItemIndex() }, values };
	};
}

/** @returns whether the field has no value although it is shown and needs one; in a collection it was not added */
function isMissing({ required, collection, show = {} }: Check, context: IExecutePaginationFunctions): boolean {
	if (!required || collection !== undefined) return false;
	return Object.entries(show).every(([name, values]) => (values as unknown[]).includes(context.getNodeParameter(name, null)));
}

function checked(
	{ rule, label, required }: Check,
	given: unknown,
	circumstances: Circumstances,
	context: IExecutePaginationFunctions,
): unknown {
	let value: unknown;
	try {
		value = rule(given, circumstances);
	} catch (refusal) {
		throw refused(context, `${label}: ${(refusal as Error).message}`);
	}
	if (value === undefined && required) throw refused(context, `${label} is empty. Choose or enter a value.`);
	return value;
}

function refused(context: IExecutePaginationFunctions, message: string): NodeOperationError {
	const [what, ...next] = message.split(/(?<=\.) (?=[A-Z])/);
	return new NodeOperationError(context.getNode(), what, { description: next.join(' '), itemIndex: context.getItemIndex() });
}

/** A resource locator's choice stands in its `value`. */
function chosenIn(given: unknown): unknown {
	return isResourceLocatorValue(given) ? given.value : given;
}
