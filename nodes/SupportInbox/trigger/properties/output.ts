import type { INodeProperties } from 'n8n-workflow';

import { simplifyField } from '../../fields/shared/simplify';
import { MAX_TEXT } from '../../output/text/shorten';


/** What the items look like. */
export const outputFields: INodeProperties[] = [
	{
		...simplifyField,
		description: `Whether to return a simplified version of each event instead of the raw data: the ticket's title, status, assignee and labels, and sender and plain text of its newest message, cut after ${MAX_TEXT} characters`,
	},
	{
		displayName: 'Add Names',
		name: 'addNames',
		type: 'boolean',
		default: true,
		description:
			'Whether to add the names of inbox, assignee, labels, classifications and pending reason beside their IDs. All triggers with the same access token share what this reads: a few requests an hour.',
	},
];
