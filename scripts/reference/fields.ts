import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { NO_CHANGE } from '../../nodes/SupportInbox/fields/rules';
import { table } from './markdown';

/** Types that n8n's own name does not explain. */
const TYPES: Partial<Record<INodeProperties['type'], string>> = {
	boolean: 'switch',
	dateTime: 'date and time',
	resourceLocator: 'from list, or by ID',
	string: 'text',
};

/** @returns the table of the fields of an operation, of the trigger or of the credential */
export function fieldTable(fields: INodeProperties[]): string {
	return table(['Field', 'Type', 'Default', 'What it does'], rowsOf(fields));
}

/**
 * A field of a collection has the collection's name before its own, and no default: it does nothing until it is added. Notices and
 * hidden fields have no row.
 */
function rowsOf(fields: INodeProperties[], around = '', isAdded = false): string[][] {
	return fields.filter(({ type }) => type !== 'notice' && type !== 'hidden').flatMap((field) => {
		const name = `${around}${field.displayName}${field.displayOptions?.show?.['@tool']?.[0] === true ? ' (AI tool)' : ''}`;
		const within = groupsOf(field).flatMap(({ group, fields: inGroup }) => rowsOf(inGroup, `${name} › ${group}`, field.type === 'collection'));
		return field.type === 'collection' ? within : [[name, typeOf(field), isAdded ? 'not added' : defaultOf(field), helpOf(field)], ...within];
	});
}

/** @returns the fields in a field, with the beginning of their names: where there are several groups to choose from, that of the group */
function groupsOf({ type, options = [] }: INodeProperties): Array<{ group: string; fields: INodeProperties[] }> {
	if (type === 'collection') return [{ group: '', fields: options as INodeProperties[] }];
	if (type !== 'fixedCollection') return [];
	return (options as INodePropertyCollection[]).map(({ displayName, values }) => ({ group: options.length > 1 ? `${displayName} › ` : '', fields: values }));
}

function typeOf({ type, typeOptions, options = [] }: INodeProperties): string {
	if (typeOptions?.password === true) return 'password';
	if (type === 'fixedCollection') return typeOptions?.multipleValues === true ? 'rows' : 'group';
	if (type === 'number') return rangeOf(typeOptions);
	if (type !== 'options' && type !== 'multiOptions') return TYPES[type] ?? type;
	const names = typeOptions?.loadOptionsMethod === undefined ? (options as INodePropertyOptions[]).map(({ name }) => name).join(', ') : "the service's list";
	return `${type === 'options' ? 'one' : 'several'} of: ${names}`;
}

function rangeOf({ minValue, maxValue }: INodeProperties['typeOptions'] = {}): string {
	return ['number', ...(minValue === undefined ? [] : [`from ${minValue}`]), ...(maxValue === undefined ? [] : [`up to ${maxValue}`])].join(' ');
}

function defaultOf({ type, required, default: value, options = [] }: INodeProperties): string {
	if (type === 'boolean') return value === true ? 'on' : 'off';
	const isEmpty = value === '' || type === 'fixedCollection' || type === 'resourceLocator';
	if (isEmpty) return required === true ? 'required' : '';
	const nameOf = (chosen: unknown) => (options as INodePropertyOptions[]).find((option) => option.value === chosen)?.name ?? (chosen === NO_CHANGE ? 'No Change' : String(chosen));
	return (Array.isArray(value) ? value : [value]).map(nameOf).join(', ');
}

/** The help text, and that of each choice that has one. */
function helpOf({ type, description = '', options = [] }: INodeProperties): string {
	const choices = type === 'options' || type === 'multiOptions' ? (options as INodePropertyOptions[]) : [];
	const explained = choices.flatMap(({ name, description: text = '' }) => (text === '' ? [] : [`*${name}*: ${text}`]));
	const withoutLinks = description.replace(/<[^>]+>/g, '');
	return [withoutLinks, ...explained].filter((text) => text !== '').map((text) => text.replace(/(?<![.?!])$/, '.')).join(' ');
}
