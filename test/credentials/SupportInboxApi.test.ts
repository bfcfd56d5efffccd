import type { IHttpRequestOptions } from 'n8n-workflow';

import { SupportInboxApi } from '../../credentials/SupportInboxApi.credentials';

const REQUEST: IHttpRequestOptions = { url: '/api/v2/users', headers: { Accept: 'application/json' } };

async function authenticate(baseUrl: string, accessToken = 'secret') {
	return await new SupportInboxApi().authenticate({ baseUrl, accessToken }, REQUEST);
}

describe('the credential', () => {
	it('adds the token to a request and leaves the rest of it alone', async () => {
		expect(await authenticate('https://your-company.example.com')).toEqual({
			...REQUEST,
			headers: { ...REQUEST.headers, Authorization: 'Bearer secret' },
		});
	});

	it('takes the blanks off a token that was copied with them', async () => {
		const { headers } = await authenticate('https://your-company.example.com', ' secret\n');
		expect(headers).toMatchObject({ Authorization: 'Bearer secret' });
	});

	it.each(['https://a.example.com/', ' http://127.0.0.1:8080 ', 'HTTPS://A.example.com'])('takes %p as an address', async (address) => {
		await expect(authenticate(address)).resolves.toBeDefined();
	});

	it.each(['', 'a.example.com', 'ftp://a.example.com', 'https://a.example.com/api/v2', 'https://user@a.example.com', 'https://a.example.com?b'])(
		'says that %p is no address of a tenant',
		async (address) => {
			await expect(authenticate(address)).rejects.toThrow(/^The Base URL is not the address of a tenant.*https:\/\/your-company/);
		},
	);
});
