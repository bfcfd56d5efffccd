import { serviceFor } from '../service';

const service = serviceFor('classification', 'getAll');
const page = (size: number, number: number) => ({
	method: 'GET',
	path: '101/case_categories',
	query: { per_page: String(size), page: String(number) },
});

it('lists the classifications, the archived ones as well', async () => {
	const items = await service.json({ returnAll: true });
	expect(service.sent()).toEqual([page(100, 1)]);
	expect(items).toEqual([
		{ case_category_id: 5001, name: 'Request', parent_id: null, archived: false },
		{ case_category_id: 5002, name: 'Request > Change', parent_id: 5001, archived: false },
		{ case_category_id: 5003, name: 'Request > Change > Address', parent_id: 5002, archived: false },
		expect.objectContaining({ name: '苦情' }),
		expect.objectContaining({ name: '苦情 > Delivery' }),
		expect.objectContaining({ name: 'Fax', archived: true }),
	]);
});
