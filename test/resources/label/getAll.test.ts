import { emptyItems, serviceFor } from '../service';

const service = serviceFor('label', 'getAll');
const page = (size: number, number: number) => ({
	method: 'GET',
	path: '101/labels',
	query: { per_page: String(size), page: String(number) },
});

it('lists the labels with their path, a hundred a page', async () => {
	const items = await service.json({ returnAll: true });
	expect(service.sent()).toEqual([page(100, 1), page(100, 2)]);
	expect(items).toHaveLength(136);
	expect(items[1]).toEqual({ label_id: 3002, name: 'Order/Delivery', color: expect.any(String), parent_id: 3001 });
});

it('takes Return All as a model may write it', async () => {
	expect(await service.json({ returnAll: '={{ "True" }}' })).toHaveLength(136);
});

it('pairs what it gives with the item that asked', async () => {
	const items = await service.run({ limit: 2 }, { items: emptyItems(2) });
	expect(service.sent()).toEqual([page(2, 1), page(2, 1)]);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 0 }, { item: 1 }, { item: 1 }]);
});
