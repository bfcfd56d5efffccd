import { withoutLists } from '../sent';
import { serviceFor } from '../service';

const service = serviceFor('label', 'update');

it('sends every field under the name of the API and reports what it was about', async () => {
	const items = await service.run({ labelId: '3002', updateLabelFields: { color: 'green_02', name: 'Deliveries', parentId: '3018' } });
	expect(withoutLists(service.sent())).toEqual([
		{
			method: 'PUT',
			path: '101/labels/3002',
			query: {},
			body: { color: 'green_02', name: 'Deliveries', parent_id: 3018 },
		},
	]);
	expect(items).toEqual([{ json: { success: true, message_box_id: 101, label_id: 3002 }, pairedItem: { item: 0 } }]);
});
