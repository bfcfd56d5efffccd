import { type INodeExecutionData, type INodeType, type INodeTypeDescription, type IPollFunctions, NodeConnectionTypes } from 'n8n-workflow';
import { supportInboxApiTest } from './credentialTest';
import { loadOptions } from './trigger/loadOptions';
import { poll } from './trigger/poll';
import { properties, subtitle } from './trigger/properties';

export class SupportInboxTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Support Inbox Trigger',
		name: 'supportInboxTrigger',
		icon: { light: 'file:../../icons/supportInbox.svg', dark: 'file:../../icons/supportInbox.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle,
		description: 'Starts the workflow when something happens in the Support Inbox',
		defaults: { name: 'Support Inbox Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'supportInboxApi', required: true, testedBy: 'supportInboxApiTest' }],
		// Read by the assistants of n8n 2.41 and newer.
		builderHint: {
			searchHint:
				'Each event is emitted once, also after a restart: build no memory of handled tickets, such as a Data Table or a label. Started By leaves out tickets that our own mails open; keep its default where the workflow sends mail.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-support-inbox.supportInbox',
					relationHint: 'Works on the ticket of an event: ticket_id and message_box_id say which',
				},
			],
		},
		properties,
	};

	methods = { credentialTest: { supportInboxApiTest }, loadOptions };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll.call(this);
	}
}
