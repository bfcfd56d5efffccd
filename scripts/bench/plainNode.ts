import type { INodeProperties, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

/** Properties of a declarative node of this size: an operation, and fields of which only some are shown. */
const PROPERTIES = 300;

const others: INodeProperties[] = Array.from({ length: PROPERTIES - 3 }, (_, number) => ({
	displayName: `Field ${number}`,
	name: `field${number}`,
	type: 'string',
	default: '',
	displayOptions: { show: { resource: ['other'], operation: [`operation${number % 20}`] } },
	routing: { send: { type: 'body', property: `field_${number}` } },
}));

/** A declarative node as it is usually written: no gate, no retries, no checks. The rival that n8n's own engine makes. */
export class PlainNode implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Plain',
		name: 'plain',
		group: ['transform'],
		version: 1,
		description: 'A rival in the bench',
		defaults: { name: 'Plain' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'supportInboxApi', required: true }],
		requestDefaults: { baseURL: '={{ $credentials.baseUrl }}' },
		properties: [
			{ displayName: 'Resource', name: 'resource', type: 'options', default: 'ticket', options: [{ name: 'Ticket', value: 'ticket' }] },
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				default: 'get',
				displayOptions: { show: { resource: ['ticket'] } },
				options: [
					{
						name: 'Get',
						value: 'get',
						routing: { request: { method: 'GET', url: '=/api/v2/101/tickets/{{ $parameter.ticketId }}' } },
					},
					{
						name: 'Update',
						value: 'update',
						routing: { request: { method: 'PUT', url: '=/api/v2/101/tickets/{{ $parameter.ticketId }}', body: { status_cd: 'open', label_ids: [3001, 3002] } } },
					},
				],
			},
			{
				displayName: 'Ticket ID',
				name: 'ticketId',
				type: 'string',
				default: '',
				displayOptions: { show: { resource: ['ticket'], operation: ['get', 'update'] } },
			},
			...others,
		],
	};
}
