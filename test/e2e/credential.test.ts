import { CREDENTIAL_TYPE, enterWorld, type World } from './world';

let world: World;

beforeAll(async () => {
	world = await enterWorld();
});

async function testWith(data: { baseUrl?: string; accessToken?: string }) {
	const { baseUrl, token } = world.simulator;
	const all = { baseUrl, accessToken: token, ...data };
	const stored = await world.api.createCredential('Tried', CREDENTIAL_TYPE, all);
	return await world.api.testCredential(stored, CREDENTIAL_TYPE, all);
}

describe('the test of the credential', () => {
	it('is green with the right token', async () => {
		expect(await testWith({})).toMatchObject({ status: 'OK' });
	});

	it('is green when the address ends with a slash', async () => {
		expect(await testWith({ baseUrl: `${world.simulator.baseUrl}/` })).toMatchObject({ status: 'OK' });
	});

	it('is red with a wrong token, and does not show it', async () => {
		const result = await testWith({ accessToken: 'not-the-token' });
		expect(result.status).toBe('Error');
		expect(result.message).not.toContain('not-the-token');
	});

	it('is red where nobody answers', async () => {
		expect(await testWith({ baseUrl: 'http://127.0.0.1:9' })).toMatchObject({ status: 'Error' });
	});
});
