import axios from 'axios';
import { PACKAGE_NAME } from '../../scripts/n8n-host/server';
import { CREDENTIAL_TYPE, enterWorld, NODE_TYPE, TRIGGER_TYPE, type World } from './world';

let world: World;

beforeAll(async () => {
	world = await enterWorld();
});

describe('the packed package in n8n', () => {
	it('brings the node, its form as a tool of an agent, and the trigger', async () => {
		const types = await world.api.nodeTypes(`${PACKAGE_NAME}.`);
		expect(types.map(({ name }) => name).sort()).toEqual([NODE_TYPE, `${NODE_TYPE}Tool`, TRIGGER_TYPE].sort());
	});

	it('brings the credential with its address and token', async () => {
		const [type] = await world.api.credentialTypes(CREDENTIAL_TYPE);
		expect(type?.properties.map(({ name }) => name)).toEqual(expect.arrayContaining(['baseUrl', 'accessToken']));
	});

	it('has an icon for the light and for the dark theme', async () => {
		const types = await world.api.nodeTypes(`${PACKAGE_NAME}.`);
		for (const { name, iconUrl } of types) {
			const urls = typeof iconUrl === 'object' ? [iconUrl.light, iconUrl.dark] : [];
			expect({ name, count: urls.length }).toEqual({ name, count: 2 });
			for (const url of urls) {
				const { headers } = await axios.get(`${world.n8nUrl}/${url}`);
				expect(headers['content-type']).toContain('image/svg+xml');
			}
		}
	});
});
