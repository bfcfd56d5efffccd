import { UserError } from 'n8n-workflow';
import type { Circumstances } from './rules';
import type { ValueCheck } from './sent';

/**
 * Converts the value of a field by its rule, and rejects an empty value of a required field.
 *
 * @param given the value of the user, an expression or an AI tool
 * @returns the value; undefined: nothing was entered, and the field does not require a value
 * @throws UserError that names the field and says what it takes
 */
export function checkedValue(
	{ rule, label, noun, required }: Pick<ValueCheck, 'rule' | 'label' | 'noun' | 'required'>,
	given: unknown,
	circumstances: Circumstances,
): unknown {
	let value: unknown;
	try {
		value = rule(given, circumstances);
	} catch (rejection) {
		throw about(label, rejection as UserError);
	}
	if (value !== undefined || !required) return value;
	if (noun === undefined) throw new UserError(`The field "${label}" has no value. Choose or enter one.`);
	throw new UserError(`The ${noun} "${label}" has no value. Enter one, or remove the ${noun}.`);
}

/** A refusal with a description names the field already. */
function about(label: string, rejection: UserError): UserError {
	return rejection.description ? rejection : new UserError(`${label}: ${rejection.message}`);
}
