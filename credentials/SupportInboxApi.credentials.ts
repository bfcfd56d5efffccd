import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

/** A tenant's address and access token (API document, Authentication). It is tested by the nodes, which can say in words what is wrong. */
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
				'The address of your tenant; what stands behind the host is left out. Use https; http is for local tests only, because it sends the access token unprotected.',
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
	];

	/** A function, because blanks that were copied along with the token are taken off. */
	authenticate = async (
		{ accessToken }: ICredentialDataDecryptedObject,
		options: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => ({
		...options,
		headers: { ...options.headers, Authorization: `Bearer ${String(accessToken).trim()}` },
	});
}
