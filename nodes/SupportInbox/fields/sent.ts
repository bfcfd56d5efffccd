import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { TextCheck } from './expressions';
import { type Rule, byName, filled, flag } from './rules';

const SENDING = Symbol('sending');

/**
 * Where a field's value goes, and its rule.
 * - `in`: a slot of the path with the field's name, the JSON body, a change of what a record has, or a setting that only the node itself
 *   reads.
 * - `property`: the API's name for it in the body. Without it, the value is an object, whose properties are sent. For a setting, the name
 *   that the node reads, where it is not the field's.
 * - `unless`: if the body has one of these properties, the value is not sent.
 * - `textCheck`: how its texts are checked, where that differs from other fields.
 */
interface Sending {
	in: 'path' | 'body' | 'change' | 'setting';
	property?: string;
	unless?: readonly string[];
	textCheck?: TextCheck;
	rule: Rule;
}

/**
 * A field as n8n shows it, with its {@link Sending} under a symbol: a copy such as `{ ...field, description }`
 * keeps a symbol, and n8n's editor, which gets the fields as JSON, never sees it.
 */
export interface Field extends INodeProperties {
	[SENDING]?: Sending;
}

/** A field whose value fills `{name}` in the operation's path. */
export function pathField(rule: Rule, field: INodeProperties): Field {
	return { ...field, required: true, [SENDING]: { in: 'path', rule } };
}

/**
 * A field whose value is sent in the body under the API's name `property`. n8n puts it there, but not rows of values: it would evaluate
 * each expression in them six times.
 */
export function bodyField(property: string, rule: Rule, field: INodeProperties): Field {
	const routing = { send: { type: 'body', property, propertyInDotNotation: false } } as const;
	return { ...field, ...(field.type !== 'fixedCollection' && { routing }), [SENDING]: { in: 'body', property, rule } };
}

/** A field whose value says how a property of a record changes: the plan makes the API's `property` of it by what the record has. */
export function changeField(property: string, rule: Rule, field: INodeProperties): Field {
	return { ...field, [SENDING]: { in: 'change', property, rule } };
}

/** A field whose value is an object, each property of which is sent in the body under its own name. */
export function bodyPropertiesField(rule: Rule, field: INodeProperties): Field {
	return { ...field, [SENDING]: { in: 'body', rule } };
}

/** @returns the API's name under which a field is sent in the body; undefined where it is not, or has several names */
export function propertyOf(field: Field): string | undefined {
	const { in: place, property } = field[SENDING] ?? {};
	return place === 'body' || place === 'change' ? property : undefined;
}

/** The same field; its value is not sent if one of the other properties is. */
export function sentUnless(properties: readonly string[], field: Field): Field {
	return { ...field, [SENDING]: { ...field[SENDING]!, unless: properties } };
}

/** The same field for an operation in which an empty value would mean something else: it is rejected, see {@link filled}. */
export function neverEmpty(field: Field): Field {
	return { ...field, [SENDING]: { ...field[SENDING]!, rule: filled(field[SENDING]!.rule) } };
}

/** The same field, whose texts are checked in another way. */
export function withTextCheck(textCheck: TextCheck, field: Field): Field {
	return { ...field, [SENDING]: { ...field[SENDING]!, textCheck } };
}

/** A field whose value is not sent; it is checked like all others, before a request is spent. */
export function settingField(rule: Rule, field: INodeProperties): Field {
	return { ...field, [SENDING]: { in: 'setting', rule } };
}

/** The same setting, stored under another name: n8n evaluates a value twice for each property of its name. */
export function storedAs(name: string, field: Field): Field {
	return { ...field, name, [SENDING]: { ...field[SENDING]!, property: field.name } };
}

/**
 * A switch of the node itself, which is on once it was added.
 *
 * @param rule by default an expression without a value is rejected; with `flag` an operation that reads ignores a filter that a model
 *   left empty
 */
export function switchField(displayName: string, name: string, description: string, rule: Rule = filled(flag)): Field {
	return settingField(rule, { displayName, name, type: 'boolean', default: true, description });
}

/** The same field, shown only for some choices of other fields; with `@tool`, only when the node is (or is not) an agent's tool. */
export function shownFor(show: Record<string, Array<string | boolean>>, field: Field): Field {
	return { ...field, displayOptions: { show: { ...field.displayOptions?.show, ...show } } };
}

/**
 * One value to check before a request is spent.
 * - `collection`: the collection that has the parameter `name`, if any. `noun`: what its fields are called in a sentence.
 * - `label`: the name of the field in a sentence.
 * - `isSentByEngine`: n8n puts its value into the body.
 * - `required`: an empty value is rejected; in a collection only if the field was added. Where n8n hides the field beside another one,
 *   that may have the value, and the operation checks it.
 * - `show`: the choices of other fields for which it is shown; always when undefined.
 */
export interface ValueCheck extends Sending {
	name: string;
	collection?: string;
	noun?: 'field' | 'filter' | 'option';
	label: string;
	isSentByEngine: boolean;
	required: boolean;
	show?: Record<string, unknown>;
}

/** @returns one check for each value of these fields and of the fields in their collections */
export function valueChecksOf(fields: readonly Field[], within: Pick<ValueCheck, 'collection' | 'noun'> = {}): ValueCheck[] {
	return fields.flatMap((field) => {
		const { name, displayName, required = false, displayOptions, type, options = [], routing, [SENDING]: sending } = field;
		if (type === 'collection') return valueChecksOf(options as Field[], { collection: name, noun: NOUNS[displayName] ?? 'field' });
		if (sending === undefined) return [];
		const isSentByEngine = routing !== undefined;
		return [
			{
				...sending,
				...within,
				rule: ruleOf(field, sending.rule),
				name,
				label: labelOf(field),
				isSentByEngine,
				required: required && displayOptions?.hide === undefined,
				show: displayOptions?.show,
			},
		];
	});
}

/** What the fields of a collection are called, by its display name. */
const NOUNS: Record<string, ValueCheck['noun']> = { Filters: 'filter', Options: 'option' };

/** @returns the rule of a field; if the field has choices and can be an expression, it also takes their names */
export function ruleOf({ type, options = [], noDataExpression }: INodeProperties, rule: Rule): Rule {
	const isChoice = (type === 'options' || type === 'multiOptions') && options.length > 0 && noDataExpression !== true;
	return isChoice ? byName(options as INodePropertyOptions[], type === 'multiOptions', rule) : rule;
}

/** The field's name in a sentence: Labels for "Label Names or IDs", Lookback for "Lookback (Hours)". */
function labelOf({ displayName }: INodeProperties): string {
	return displayName
		.replace(/x Names or IDs$/, 'xes')
		.replace(/(?<! To) Names or IDs$/, 's')
		.replace(/ Names? or IDs?$/, '')
		.replace(/ \(Hours\)$/, '');
}
