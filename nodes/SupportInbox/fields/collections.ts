import type { INodeProperties } from 'n8n-workflow';

/**
 * The collections of optional fields. They come after the fields that are always shown, in this order: filters, fields to
 * add or change, options for the output. In the node each has a name of its own: operation, resource, kind. n8n evaluates a
 * collection twice for each property of its name.
 */

export const filtersOf = (name: string, fields: INodeProperties[]) => collection('Filters', name, 'Add Filter', fields);

export const additionalFieldsOf = (name: string, fields: INodeProperties[]) => collection('Additional Fields', name, 'Add Field', fields);

export const updateFieldsOf = (name: string, fields: INodeProperties[]) => collection('Update Fields', name, 'Add Field', fields);

export const optionsOf = (name: string, fields: INodeProperties[]) => collection('Options', name, 'Add Option', fields);

/** If n8n put the value of a collection's field into the body, it would evaluate the field twice more (fields/parameterValues.ts). */
function collection(displayName: string, name: string, placeholder: string, fields: INodeProperties[]): INodeProperties {
	const options = byDisplayName(fields.map((field) => ({ ...field, routing: undefined })));
	return { displayName, name, type: 'collection', placeholder, default: {}, options };
}

/** @returns the fields of a collection in the order in which n8n's editor shows them */
export function byDisplayName<T extends Pick<INodeProperties, 'displayName'>>(fields: readonly T[]): T[] {
	return [...fields].sort((one, other) => one.displayName.localeCompare(other.displayName, 'en', { numeric: true }));
}
