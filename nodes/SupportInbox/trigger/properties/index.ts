import type { INodeProperties } from 'n8n-workflow';

import { eventFields } from './events';
import { filterFields } from './filters';
import { optionFields } from './options';
import { outputFields } from './output';
import { startFields } from './start';
import { unansweredFields } from './unanswered';

/** The trigger's fields. Stored values are the API's own. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Inbox Names or IDs',
		name: 'messageBoxIds',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getInboxes' },
		default: [],
		required: true,
		description:
			'The inboxes to watch, or All Inboxes of the tenant, later ones included. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	...eventFields,
	...unansweredFields,
	...startFields,
	...outputFields,
	filterFields,
	optionFields,
];

export { subtitle } from './events';
