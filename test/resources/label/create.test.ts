import type { INodeParameters } from 'n8n-workflow';

import { serviceFor } from '../service';

const service = serviceFor('label', 'create');

it('creates a label at the top, with a color: a service may ask for one', async () => {
	const items = await service.run({ name: 'VIP' });
	expect(service.sent().filter(({ method }) => method !== 'GET')).toEqual([{ method: 'POST', path: '101/labels', query: {}, body: { name: 'VIP', color: 'gray_01' } }]);
	expect(items).toEqual([{ json: { label_id: expect.any(Number), created: true }, pairedItem: { item: 0 } }]);
});

it('creates it with a color under a parent', async () => {
	await service.run({ name: 'Size', additionalFields: { color: 'purple_04', parentId: '3001' } });
	expect(service.sent().at(-1)?.body).toEqual({ name: 'Size', color: 'purple_04', parent_id: 3001 });
});

it.each<[string, INodeParameters, RegExp]>([
	['a long name', { name: '名'.repeat(256) }, /^Name: .*256.*255/],
	['an unknown color', { name: 'x', additionalFields: { color: 'black_01' } }, /^Color: "black_01" is not known/],
])('refused before a request: %s', async (_what, parameters, message) => {
	await expect(service.run(parameters)).rejects.toThrow(message);
	expect(service.sent()).toEqual([]);
});
