import type { INodeProperties } from 'n8n-workflow';

/** A field with where it is: resources, operations and the names of the fields around it. */
export interface Place {
	at: string;
	field: INodeProperties;
}

/** @returns the fields, and those within them, each with where it is */
export function placesIn(fields: INodeProperties[], around: string): Place[] {
	return fields.flatMap((field) => {
		const { resource = [], operation = [] } = field.displayOptions?.show ?? {};
		const at = [around, ...resource, ...operation, field.name].join(' > ');
		return [{ at, field }, ...placesIn(fieldsWithin(field), at)];
	});
}

function fieldsWithin({ type, options = [] }: INodeProperties): INodeProperties[] {
	if (type !== 'collection' && type !== 'fixedCollection') return [];
	return options.flatMap((option) => ('values' in option ? option.values : 'type' in option ? [option] : []));
}
