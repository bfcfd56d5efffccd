import type { INodeExecutionData, INodeType, INodeTypeDescription, IPollFunctions } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

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
		properties,
	};

	methods = { credentialTest: { supportInboxApiTest }, loadOptions };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll.call(this);
	}
}
