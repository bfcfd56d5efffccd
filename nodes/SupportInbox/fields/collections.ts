import type { INodeProperties } from 'n8n-workflow';

/**
 * The collections of optional fields. They stand after the fields that are always shown, in this order: what to search
 * for, what to add or change, how to return the answer.
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
