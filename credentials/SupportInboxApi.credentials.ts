import type { IAuthenticateGeneric, ICredentialTestRequest, ICredentialType, INodeProperties } from 'n8n-workflow';

/** A tenant's address and access token (API document, Authentication). */
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
				'The address of your tenant, without a path. Use https; http is for local tests only, because it sends the access token unprotected.',
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

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { Authorization: '=Bearer {{ $credentials.accessToken }}' } },
	};

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl.trim().replace(/\\/+$/, "") }}',
			url: '/api/v2/message_boxes',
		},
	};
}
