import axios from 'axios';
import { PACKAGE_NAME } from '../../scripts/n8n-host/server';
import { enterWorld } from './world';

it('the packed package in n8n has an icon for the light and for the dark theme', async () => {
	const { api, n8nUrl } = await enterWorld();
	const types = await api.nodeTypes(`${PACKAGE_NAME}.`);
	for (const { name, iconUrl } of types) {
		const urls = typeof iconUrl === 'object' ? [iconUrl.light, iconUrl.dark] : [];
		expect({ name, count: urls.length }).toEqual({ name, count: 2 });
		for (const url of urls) {
			const { headers } = await axios.get(`${n8nUrl}/${url}`);
			expect(headers['content-type']).toContain('image/svg+xml');
		}
	}
});
