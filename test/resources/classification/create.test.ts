import { serviceFor } from '../service';

const service = serviceFor('classification', 'create');

it('creates a classification on the first level', async () => {
	const items = await service.run({ name: 'Returns' });
	expect(service.sent()).toEqual([
		expect.objectContaining({ method: 'GET', path: '101/case_categories' }),
		{ method: 'POST', path: '101/case_categories', query: {}, body: { name: 'Returns' } },
	]);
	expect(items).toEqual([{ json: { case_category_id: expect.any(Number), created: true }, pairedItem: { item: 0 } }]);
});

it('creates it under a parent', async () => {
	await service.run({ name: 'Size', createClassificationFields: { parentId: '5001' } });
	expect(service.sent().at(-1)?.body).toEqual({ name: 'Size', parent_id: 5001 });
});
