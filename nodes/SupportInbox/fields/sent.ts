import type { INodeProperties } from 'n8n-workflow';

import type { Rule } from './rules';

/**
 * Where a field's value goes and what it must be.
 * - `in`: a slot of the path, the JSON body, the query, or a setting that only the node itself reads.
 * - `property`: the API's own name for it; for a path the slot's name, which is the field's; for a setting
 *   the field's own name in its `collection`.
 * - `required`: refused when nothing was entered.
 */
export interface Sending {
	in: 'path' | 'body' | 'query' | 'setting';
	property: string;
	collection?: string;
	rule: Rule;
	label: string;
	required: boolean;
}

/** A field's description is plain data for n8n, so what we know besides stands beside it. */
const sendings = new WeakMap<INodeProperties, Sending>();

/** A field whose value fills `{name}` in the operation's path. */
export function pathField(rule: Rule, field: INodeProperties): INodeProperties {
	return remember(field, { in: 'path', property: field.name, rule, label: labelOf(field), required: true });
}

/** A field whose value is sent in the body under the API's name `property`. */
export function bodyField(property: string, rule: Rule, field: INodeProperties): INodeProperties {
	const routed: INodeProperties = {
		...field,
		routing: { send: { type: 'body', property, propertyInDotNotation: false } },
	};
	return remember(routed, {
		in: 'body',
		property,
		rule,
		label: labelOf(field),
		required: field.required === true,
	});
}

/** A field of a collection whose value is not sent; it is checked with the others, before a request is spent. */
export function settingField(collection: string, rule: Rule, field: INodeProperties): INodeProperties {
	return remember(field, { in: 'setting', property: field.name, collection, rule, label: labelOf(field), required: false });
}

/** The same field where it cannot be left empty. */
export function required(field: INodeProperties): INodeProperties {
	const known = sendings.get(field);
	const copy = { ...field, required: true };
	return known === undefined ? copy : remember(copy, { ...known, required: true });
}

/** The same field where it is shown for some choices of another only. */
export function shownFor(show: Record<string, string[]>, field: INodeProperties): INodeProperties {
	const known = sendings.get(field);
	const copy = { ...field, displayOptions: { show } };
	return known === undefined ? copy : remember(copy, known);
}

/** @returns what is sent by these fields and by those inside their collections */
export function sendingsOf(fields: readonly INodeProperties[]): Sending[] {
	return fields.flatMap((field) => {
		const own = sendings.get(field);
		const inner = (field.options ?? []).flatMap((option) => {
			if ('values' in option) return sendingsOf(option.values);
			return 'type' in option ? sendingsOf([option]) : [];
		});
		return own === undefined ? inner : [own, ...inner];
	});
}

/** The field's name in a sentence: "Label Names or IDs" are labels. */
function labelOf({ displayName }: INodeProperties): string {
	return displayName.replace(/ (Name|Names) or IDs?$/, '');
}

function remember(field: INodeProperties, sending: Sending): INodeProperties {
	sendings.set(field, sending);
	return field;
}
