import { serviceFor } from '../service';

const service = serviceFor('template', 'getAll');

it('searches where a category is chosen', async () => {
	const items = await service.json({ getAllTemplateFilters: { templateCategoryName: '返品' }, limit: 5 });
	expect(service.sent()).toEqual([
		{
			method: 'POST',
			path: '101/templates/search',
			query: {},
			body: { template_category_name: '返品', per_page: 5, page: 1 },
		},
	]);
	expect(items).toHaveLength(5);
	expect(items[0]).toMatchObject({ template_category_name: '返品' });
});

it('gives no item for a category that does not exist', async () => {
	expect(await service.json({ getAllTemplateFilters: { templateCategoryName: 'Nothing' } })).toEqual([]);
});
