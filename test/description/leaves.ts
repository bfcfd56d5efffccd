import type { INodeProperties } from 'n8n-workflow';

/** A field that takes a value, and where it stands: `updateTicketFields.statusCd`. A list of rows counts as one field. */
export interface Leaf {
	path: string;
	field: INodeProperties;
}

/** @returns the fields of an operation and those inside its collections */
export function leavesOf(fields: readonly INodeProperties[], above = ''): Leaf[] {
	return fields.flatMap((field) => {
		const path = `${above}${field.name}`;
		if (field.type !== 'collection') return [{ path, field }];
		return leavesOf(field.options as INodeProperties[], `${path}.`);
	});
}

/** @returns how a message names the field */
export function labelOf({ displayName }: INodeProperties): string {
	return displayName.replace(/ Names or IDs$/, 's').replace(/ Name or ID$| \(Hours\)$/, '');
}

/** @returns whether only the tool of an agent has the field */
export function isOfTool({ displayOptions }: INodeProperties): boolean {
	return displayOptions?.show?.['@tool']?.includes(true) === true;
}
