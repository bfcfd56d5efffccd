import { serviceFor } from '../service';

const service = serviceFor('label', 'create');

it('creates a label at the top, with a color: a service may ask for one', async () => {
	const items = await service.run({ name: 'VIP' });
	expect(service.sent().filter(({ method }) => method !== 'GET')).toEqual([{ method: 'POST', path: '101/labels', query: {}, body: { name: 'VIP', color: 'gray_01' } }]);
	expect(items).toEqual([{ json: { label_id: expect.any(Number), created: true }, pairedItem: { item: 0 } }]);
});

it('creates it with a color under a parent', async () => {
	await service.run({ name: 'Size', createLabelFields: { color: 'purple_04', parentId: '3001' } });
	expect(service.sent().at(-1)?.body).toEqual({ name: 'Size', color: 'purple_04', parent_id: 3001 });
});
