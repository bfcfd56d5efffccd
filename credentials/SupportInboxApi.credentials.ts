import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

/** What the test says instead of the bare name of a status (API document, Errors). */
const MEANINGS = {
	401: "The access token was not accepted. Copy it again from your tenant's system settings, under the API token item.",
	403: 'Too many requests were made with this access token. Wait a minute and retry.',
	404: 'There is no Support Inbox at this address. Enter the address of your tenant as the Base URL, without a path.',
	500: 'The Support Inbox has a problem of its own at the moment. Retry later.',
	503: 'The Support Inbox is under maintenance. Retry later.',
};

/** Scheme and host, with a port where there is one. */
const ORIGIN = /^https?:\/\/[^\s/?#@]+\/*$/i;

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

	/** A function, because only so the test can tell in words that the Base URL is none. */
	authenticate = async (
		{ baseUrl, accessToken }: ICredentialDataDecryptedObject,
		options: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		if (!ORIGIN.test(String(baseUrl).trim())) {
			throw new UserError(
				'The Base URL is not the address of a tenant. Enter scheme and host only, for example https://your-company.example.com.',
			);
		}
		return { ...options, headers: { ...options.headers, Authorization: `Bearer ${String(accessToken).trim()}` } };
	};

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl.trim().replace(/\\/+$/, "") }}',
			url: '/api/v2/message_boxes',
			// A web site that answers every address with its start page does so for browsers only.
			headers: { Accept: 'application/json' },
		},
		rules: Object.entries(MEANINGS).map(([status, message]) => ({
			type: 'responseCode',
			properties: { value: Number(status), message },
		})),
	};
}
