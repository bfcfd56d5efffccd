import { join } from 'node:path';
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { SupportInbox } from '../nodes/SupportInbox/SupportInbox.node';
import { SupportInboxTrigger } from '../nodes/SupportInbox/SupportInboxTrigger.node';
import { ROOT } from './run';

/** What `storedParameters` gave at the last release; an empty list before the first. */
export const RELEASED = join(ROOT, 'test', 'description', 'released.json');

/**
 * What saved workflows rest on: parameters, their types and defaults (n8n stores no value that equals the default), and
 * the values that can be chosen.
 *
 * @returns a line for each, such as `supportInbox 1 ticket.update labels.values.mode = "add"`, sorted
 */
export function storedParameters(descriptions: INodeTypeDescription[] = [new SupportInbox(), new SupportInboxTrigger()].map(({ description }) => description)): string[] {
	const lines = descriptions.flatMap(({ name, version, properties }) =>
		[version].flat().flatMap((one) => properties.flatMap((property) => placesOf(property).flatMap((place) => linesOf(property, [name, one, place].join(' ').trim())))),
	);
	return [...new Set(lines)].sort();
}

/** @returns the operations that a field belongs to; an empty text for a field of all */
function placesOf({ displayOptions: { show = {} } = {} }: INodeProperties): string[] {
	const { resource = [''], operation = [''] } = show;
	return resource.flatMap((first) => operation.map((second) => [first, second].filter(Boolean).join('.')));
}

function linesOf(property: INodeProperties, around: string, separator = ' '): string[] {
	const path = `${around}${separator}${property.name}`;
	const { type, options = [], modes = [] } = property;
	const own = `${path}: ${type}${property.typeOptions?.multipleValues ? ' list' : ''}, default ${JSON.stringify(property.default)}`;
	if (type === 'collection') return [own, ...(options as INodeProperties[]).flatMap((field) => linesOf(field, path, '.'))];
	if (type === 'fixedCollection') {
		const groups = options as INodePropertyCollection[];
		return [own, ...groups.flatMap((group) => group.values.flatMap((field) => linesOf(field, `${path}.${group.name}`, '.')))];
	}
	const values = (options as INodePropertyOptions[]).map(({ value }) => `${path} = ${JSON.stringify(value)}`);
	return [own, ...values, ...modes.map((mode) => `${path} by ${mode.name}`)];
}
