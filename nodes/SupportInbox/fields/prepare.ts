import type { IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { EngineRequest, PathValues, Prepared } from '../transport/engine/requestPolicy';
import type { Circumstances } from './rules';
import type { Sending } from './sent';

/**
 * Makes the check of an operation's values: it fills the path's slots, encoded, and brings the body's values
 * into the document's types. It runs before a request is spent and changes nothing but the request.
 */
export function prepareWith(sendings: readonly Sending[]) {
	const inPath = sendings.filter((sending) => sending.in === 'path');
	const inBody = sendings.filter((sending) => sending.in === 'body');
	const settings = sendings.filter((sending) => sending.in === 'setting');
	const collections = new Set(settings.map(({ collection = '' }) => collection));

	/** @throws NodeOperationError that names the field and says what it takes */
	return (context: IExecutePaginationFunctions, { options }: EngineRequest): Prepared => {
		const circumstances: Circumstances = { zone: context.getTimezone(), now: Date.now() };

		const about: string[] = [];
		const values: Record<string, PathValues[string]> = {};
		options.url = (options.url ?? '').replace(/{(\w+)}/g, (slot, name) => {
			const sending = inPath.find(({ property }) => property === name);
			if (sending === undefined) return slot;
			const given = context.getNodeParameter(sending.property, undefined, { extractValue: true });
			const value = checked(sending, given, circumstances, context) as PathValues[string];
			values[name] = value;
			about.push(`${sending.label} ${value}`);
			return encodeURIComponent(value);
		});

		for (const collection of collections) {
			const given = context.getNodeParameter(collection, {}) as IDataObject;
			const inside = settings.filter((setting) => setting.collection === collection);
			for (const setting of inside) checked(setting, given[setting.property], circumstances, context);
		}

		const body = (options.body ?? {}) as IDataObject;
		for (const sending of inBody) {
			if (!(sending.property in body) && !sending.required) continue;
			const value = checked(sending, chosenIn(body[sending.property]), circumstances, context);
			if (value === undefined) delete body[sending.property];
			else body[sending.property] = value as IDataObject[string];
		}
		const sent = inBody.filter(({ property }) => property in body).map(({ label }) => label);
		return { asked: { about, sent: [...new Set(sent)], itemIndex: context.getItemIndex() }, values };
	};
}

function checked(
	{ rule, label, required }: Sending,
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
	return typeof given === 'object' && given !== null && '__rl' in given && 'value' in given ? given.value : given;
}
