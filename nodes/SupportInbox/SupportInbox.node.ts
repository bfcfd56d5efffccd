import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';
import { supportInboxApiTest } from './credentialTest';
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
		// Read by the assistants of n8n 2.41 and newer.
		builderHint: {
			searchHint: 'Pass all items at once: all are checked before one is sent, and the rate limit is kept. Above 100, set Batching.',
			relatedNodes: [{ nodeType: 'n8n-nodes-support-inbox.supportInboxTrigger', relationHint: 'Starts workflows' }],
		},
		credentials: [{ name: 'supportInboxApi', required: true, testedBy: 'supportInboxApiTest' }],
		// Where no host is named, n8n rejects a credential whose "Allowed HTTP Request Domains" are an empty list. The tenant's
		// own address takes its place in each request: as an expression, n8n would evaluate it twice for each item.
		requestDefaults: { baseURL: 'https://support-inbox.invalid' },
		properties,
	};

	methods = { credentialTest: { supportInboxApiTest }, loadOptions, listSearch };
}
