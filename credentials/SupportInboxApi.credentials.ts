import {
	type ICredentialDataDecryptedObject,
	type ICredentialType,
	type IHttpRequestOptions,
	type INodeProperties,
	UserError,
} from 'n8n-workflow';

/** The value of Permissions with which everything may be written. */
export const FULL_ACCESS = 'fullAccess';

/** @returns the token without blanks around it and the word Bearer before it, which come from copying */
export function tokenOf(accessToken: unknown): string {
	return String(accessToken ?? '').trim().replace(/^Bearer\s+/i, '');
}

const HAS_SCHEME = /^[a-z][a-z\d+.-]*:\/\//i;

/**
 * Reads the tenant's origin from the text that a person entered or pasted as the Base URL (API document, Authentication).
 * The path and query of an address copied from the browser are dropped; a host without a scheme gets https, so that
 * a forgotten scheme never sends the token unprotected.
 *
 * @returns scheme, host and port without a trailing slash, or undefined when the text is not a web address
 */
export function originOf(baseUrl: unknown): string | undefined {
	const text = String(baseUrl ?? '').trim();
	const address = HAS_SCHEME.test(text) ? text : `https://${text}`;
	const url = URL.canParse(address) ? new URL(address) : undefined;
	// A name and password in the address would be sent along, or shown.
	const isWebAddress = url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
	return isWebAddress ? url.origin : undefined;
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
			displayName: 'Sample Ticket URL',
			name: 'sampleTicketUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://your-company.example.com/tickets/#/101/tickets/open/p1/1201',
			description:
				'Optional: the address of any ticket, copied from your browser. Each ticket is then returned with its own address, as ticket_url. The numbers of inbox and ticket and the status are found in it; where that fails, write {message_box_id}, {ticket_id} and {status_cd} in their places.',
		},
		{
			displayName: 'Permissions',
			name: 'permissions',
			type: 'options',
			options: [
				{ name: 'Full Access', value: FULL_ACCESS, description: 'Nodes read, write, send and delete' },
				{
					name: 'No Email or Deletion',
					value: 'noEmailOrDeletion',
					description: 'Nodes read, create and change; no mail leaves, nothing is deleted or moved to the trash',
				},
				{
					name: 'Replies Only',
					value: 'repliesOnly',
					description: 'Nodes read, update tickets, write memos, and reply to the people of a ticket',
				},
				{ name: 'Read Only', value: 'readOnly', description: 'Nodes read' },
			],
			default: FULL_ACCESS,
			description:
				'What nodes with this credential may do, also as tools of an AI agent. With Replies Only a reply reaches the sender of the answered message, its Reply-To, and those whom sent emails of the ticket have addressed. HTTP Request nodes that use this credential are not held back.',
		},
		{
			displayName: 'Email Limit per Hour',
			name: 'emailLimitPerHour',
			type: 'string',
			default: '',
			placeholder: 'e.g. 30',
			description:
				'Optional: the most recipients (To, CC, BCC) of emails within an hour, 1 to 10000; empty: no limit. All nodes with this access token count, in each process of n8n alone. A run that does not fit is refused before its first email.',
		},
		{
			displayName: 'Email Limit per Recipient and Day',
			name: 'emailLimitPerRecipientAndDay',
			type: 'string',
			default: '',
			placeholder: 'e.g. 3',
			description: 'Optional: the most emails to one address within 24 hours, 1 to 10000; empty: no limit. It counts as Email Limit per Hour does.',
		},
		{
			displayName: 'Dry Run',
			name: 'dryRun',
			type: 'boolean',
			default: false,
			description:
				'Whether nodes with this credential only show what they would write. They read and check as always, and send no email and change nothing. HTTP Request nodes that use this credential still write.',
		},
	];

	/**
	 * Adds the token to a request. A function, because it has to clean the copied token, and any node may use the credential.
	 *
	 * @param options of n8n's HTTP Request node as well, which gives the address as `uri`
	 * @throws UserError for a request to another origin than that of the base URL
	 */
	authenticate = async (
		{ accessToken, baseUrl }: ICredentialDataDecryptedObject,
		options: IHttpRequestOptions & { uri?: string },
	): Promise<IHttpRequestOptions> => {
		const { url = options.uri ?? '', baseURL } = options;
		const asked = URL.canParse(url, baseURL) ? new URL(url, baseURL).origin : undefined;
		if (asked === undefined || asked !== originOf(baseUrl)) {
			throw new UserError(`The access token of Support Inbox is not sent to ${asked ?? 'an address without a host'}`, {
				description: 'It goes to the host of the Base URL only. Check the URL of the request, or the Base URL of the Support Inbox credential.',
			});
		}
		return { ...options, headers: { ...options.headers, Authorization: `Bearer ${tokenOf(accessToken)}` } };
	};
}
