import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

/** The value of Writes with which writes are sent; with any other value, such as from an expression, none is sent. */
export const CARRY_OUT = 'carryOut';

/** The value of Access with which everything may be written. */
export const EVERYTHING = 'everything';

/** @returns the token without blanks around it and the word Bearer before it, which come from copying */
export function tokenOf(accessToken: unknown): string {
	return String(accessToken ?? '').trim().replace(/^Bearer\s+/i, '');
}

/** A tenant's address and access token (API document, Authentication). The nodes test it, because they can explain what is wrong. */
export class SupportInboxApi implements ICredentialType {
	name = 'supportInboxApi';

	displayName = 'Support Inbox API';

	icon = { light: 'file:../icons/supportInbox.svg', dark: 'file:../icons/supportInbox.dark.svg' } as const;

	documentationUrl = 'https://github.com/support-inbox/n8n-nodes-support-inbox#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://your-company.example.com',
			description:
				'The address at which you open your Support Inbox (your tenant) in the browser; anything after the host name is ignored. Use https; http is for local tests only, because it sends the access token unprotected.',
		},
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: "Issued in your tenant's system settings, under the API token item",
		},
		{
			displayName: 'Ticket URL',
			name: 'ticketUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://your-company.example.com/tickets/#/101/tickets/open/p1/1201',
			description:
				'Optional: the address of any ticket, copied from your browser. Each ticket is then returned with its own address, as ticket_url. The numbers of inbox and ticket and the status are found in it; where that fails, write {message_box_id}, {ticket_id} and {status_cd} in their places.',
		},
		{
			displayName: 'Access',
			name: 'access',
			type: 'options',
			options: [
				{ name: 'Everything', value: EVERYTHING, description: 'Nodes read, write, send and delete' },
				{ name: 'No Mail and No Deleting', value: 'noMailNoDeleting', description: 'Nodes read, create and change; no mail leaves, nothing is deleted or moved to the trash' },
				{ name: 'Answers Only', value: 'answersOnly', description: 'Nodes read, update tickets, write memos, and reply to the people of a ticket' },
				{ name: 'Read Only', value: 'readOnly', description: 'Nodes read' },
			],
			default: EVERYTHING,
			description:
				'What nodes with this credential may do, also as tools of an AI agent. With Answers Only a reply reaches the sender of the answered message, its Reply-To, and those whom mails of the ticket have addressed already. HTTP Request nodes that use this credential are not held back.',
		},
		{
			displayName: 'Writes',
			name: 'writes',
			type: 'options',
			options: [
				{ name: 'Carry Out', value: CARRY_OUT, description: 'Nodes change, create, send and delete' },
				{ name: 'Rehearse', value: 'rehearse', description: 'Nodes read and check as always, but send nothing: each item shows what would be sent' },
			],
			default: CARRY_OUT,
			description:
				'Whether nodes with this credential change anything. To try a workflow, make a second credential with Rehearse. HTTP Request nodes that use this credential still write.',
		},
	];

	/** A function, because it has to clean the copied token first. */
	authenticate = async (
		{ accessToken }: ICredentialDataDecryptedObject,
		options: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => ({
		...options,
		headers: { ...options.headers, Authorization: `Bearer ${tokenOf(accessToken)}` },
	});
}
