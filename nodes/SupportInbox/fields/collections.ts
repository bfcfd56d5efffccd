import type { INodeProperties } from 'n8n-workflow';

/**
 * The collections in which optional fields sit, always in this order and after the fields that are always
 * shown: what to look for, what to add or change, then how the answer comes out.
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
