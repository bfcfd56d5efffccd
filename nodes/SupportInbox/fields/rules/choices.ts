import { type INodePropertyOptions, UserError } from 'n8n-workflow';
import { fold } from '../fold';
import { several, severalOr } from './ids';
import { type Rule, isBlank, listOf, NONE, quote, textOf } from './rule';

/** The values that a field takes, alone or as options of its dropdown. */
type Choices = ReadonlyArray<string | INodePropertyOptions>;

const codeOf = (choice: Choices[number]) => (typeof choice === 'string' ? choice : String(choice.value));

/**
 * The rule of a field with a dropdown: besides stored values it takes the names in the dropdown and the output, see {@link fold}.
 * A stored value comes before an equal name of another choice.
 *
 * @param several whether the field takes more than one
 */
export function byName(options: readonly INodePropertyOptions[], several: boolean, rule: Rule): Rule {
	const find = (entry: unknown, like: (option: INodePropertyOptions) => unknown) =>
		options.find((option) => folded(like(option)) === folded(entry));
	const stored = (entry: unknown) =>
		isBlank(entry) ? entry : ((find(entry, ({ value }) => value) ?? find(entry, ({ name }) => name))?.value ?? entry);
	const words = options.map(({ name }) => name);
	return (value, circumstances) => rule(several && !isBlank(value) ? listOf(value).map(stored) : stored(value), { ...circumstances, words });
}

function folded(entry: unknown): unknown {
	return typeof entry === 'string' || typeof entry === 'number' ? fold(String(entry)) : entry;
}

/** One of the choices. */
export const oneOf =
	(choices: Choices): Rule =>
	(value, { words = choices.map(codeOf) }) => {
		if (isBlank(value)) return undefined;
		const word = typeof value === 'object' ? undefined : String(value).trim();
		if (choices.some((choice) => codeOf(choice) === word)) return word;
		throw new UserError(`${quote(value)} is not known here. It takes: ${words.join(', ')}.`);
	};

/** Several of the choices; the choice "none" is sent as `none`. An empty list sends nothing. */
export const someOf = (choices: Choices, none?: string): Rule =>
	none === undefined ? several(oneOf(choices)) : severalOr(none, (entry) => entry === NONE, oneOf(choices));

/** The longest code of the document has 16 characters. */
const CODE = /^[a-z][a-z0-9_]{0,39}$/;

/** Several codes of a kind to which the service adds new ones over time, such as channels; also codes that no list offers yet. */
export const codes: Rule = several((value) => {
	if (isBlank(value)) return undefined;
	if (typeof value === 'string' && CODE.test(value)) return value;
	throw new UserError(`${quote(value)} is not a code of the service. Choose from the list, or enter a code such as mail or received.`);
});

/** A whole number within bounds. */
export const integer =
	(min: number, max = Infinity): Rule =>
	(value) => {
		if (isBlank(value)) return undefined;
		const digits = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
		const number = /^-?\d+$/.test(digits) ? Number(digits) : NaN;
		if (Number.isSafeInteger(number) && number >= min && number <= max) return number;
		const bounds = max === Infinity ? `, ${min} or more` : ` from ${min} to ${max}`;
		throw new UserError(`${quote(value)} is not possible. Enter a whole number${bounds}.`);
	};

/** True or false, also as text. */
export const flag: Rule = (value) => {
	if (typeof value === 'boolean') return value;
	if (isBlank(value)) return undefined;
	const word = typeof value === 'string' ? textOf(value).trim().toLowerCase() : undefined;
	if (word === 'true' || word === 'false') return word === 'true';
	throw new UserError(`${quote(value)} is not true or false.`);
};
