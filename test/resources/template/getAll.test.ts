import { serviceFor } from '../service';

const service = serviceFor('template', 'getAll');
const page = (number: number) => ({ method: 'GET', path: '101/templates', query: { per_page: '30', page: String(number) } });

it('lists all templates in screen order, thirty a page', async () => {
	const items = await service.json({ returnAll: true });
	expect(service.sent()).toEqual([page(1), page(2)]);
	expect(items).toHaveLength(34);
	expect(Object.keys(items[0] as object)).toEqual([
		'template_id', 'template_name', 'template_category_name', 'title', 'text_body', 'from', 'to', 'case_category_ids',
		'label_ids',
	]);
});

it('searches where a category is chosen', async () => {
	const items = await service.json({ filters: { templateCategoryName: '返品' }, limit: 5 });
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
	expect(await service.json({ filters: { templateCategoryName: 'Nothing' } })).toEqual([]);
});

it('gives the raw template without Simplify', async () => {
	const [template] = await service.json({ limit: 1, simplify: false });
	expect(template).toHaveProperty('html_body');
	expect(template).toHaveProperty('questionnaire_name');
});
