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

/** n8n evaluates a field of a collection twice more where it puts the value into the body itself, so it does not (fields/entered.ts). */
function collection(displayName: string, name: string, placeholder: string, fields: INodeProperties[]): INodeProperties {
	const options = fields.map((field) => ({ ...field, routing: undefined }));
	return { displayName, name, type: 'collection', placeholder, default: {}, options };
}
