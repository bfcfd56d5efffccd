import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import * as listSearch from './listSearch';
import * as loadOptions from './loadOptions';
import { properties, subtitle } from './resources';

export class SupportInbox implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Support Inbox',
		name: 'supportInbox',
		icon: { light: 'file:../../icons/supportInbox.svg', dark: 'file:../../icons/supportInbox.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle,
		description: 'Work with tickets, mail, contacts and labels of the Support Inbox',
		defaults: { name: 'Support Inbox' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'supportInboxApi', required: true }],
		// Makes it a declarative node. The gate sets the address: an expression here would be evaluated twice for every item.
		requestDefaults: {},
		properties,
	};

	methods = { loadOptions, listSearch };
}
