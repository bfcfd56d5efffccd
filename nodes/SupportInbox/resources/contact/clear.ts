import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { ItemRequest } from '../../transport/engine/requestPolicy';

/** The lists of a record that an empty array empties (API document, Address-book records, rules 5 and 6). */
const LISTS = [
	{ name: 'Archived E-Mails', value: 'archivedEmails', property: 'archived_emails' },
	{ name: 'Archived Phones', value: 'archivedTels', property: 'archived_tels' },
	{ name: 'Badges', value: 'badgeIds', property: 'badge_ids' },
	{ name: 'E-Mails', value: 'emails', property: 'emails' },
	{ name: 'Phones', value: 'tels', property: 'tels' },
];

/** Emptying a list is a choice of its own, so that a list left alone is never emptied by accident. */
export const clearField: INodeProperties = {
	displayName: 'Clear',
	name: 'clear',
	type: 'multiOptions',
	options: LISTS.map(({ name, value }) => ({ name, value })),
	default: [],
	description: 'Lists of the contact from which all entries are removed',
};

/**
 * @param collection the collection that holds the Clear field
 * @returns the body that the fields made, with an empty array for each list to clear
 * @throws NodeOperationError when a list is given and cleared at once, or is none
 */
export function withCleared({ context, itemIndex, request }: ItemRequest, collection: string): IDataObject {
	const body = { ...(request.options.body as IDataObject) };
	for (const chosen of [context.getNodeParameter(`${collection}.clear`, [])].flat()) {
		const list = LISTS.find(({ value }) => value === chosen);
		if (list === undefined) {
			throw refusal(`Clear: ${JSON.stringify(chosen)} is no list of a contact`, `It takes: ${LISTS.map(({ value }) => value).join(', ')}.`);
		}
		if (list.property in body) throw refusal(`${list.name} are given and cleared at once`, 'Remove one of the two.');
		body[list.property] = [];
	}
	return body;

	function refusal(message: string, description: string) {
		return new NodeOperationError(context.getNode(), message, { description, itemIndex });
	}
}
