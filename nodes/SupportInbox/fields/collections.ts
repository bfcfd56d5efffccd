import type { INodeProperties } from 'n8n-workflow';

/**
 * The collections of optional fields. They come after the fields that are always shown, in this order: filters, fields to
 * add or change, options for the output.
 */

export const filtersOf = (fields: INodeProperties[]) => collection('Filters', 'filters', 'Add Filter', fields);

export const additionalFieldsOf = (fields: INodeProperties[]) =>
	collection('Additional Fields', 'additionalFields', 'Add Field', fields);

export const updateFieldsOf = (fields: INodeProperties[]) =>
	collection('Update Fields', 'updateFields', 'Add Field', fields);

export const optionsOf = (fields: INodeProperties[]) => collection('Options', 'options', 'Add Option', fields);

function collection(displayName: string, name: string, placeholder: string, fields: INodeProperties[]): INodeProperties {
	return { displayName, name, type: 'collection', placeholder, default: {}, options: fields };
}
