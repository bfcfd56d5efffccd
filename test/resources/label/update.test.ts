import type { INodeParameters } from 'n8n-workflow';

import { serviceFor } from '../service';

const service = serviceFor('label', 'update');
const update = async (updateFields: INodeParameters, labelId: number | string = 3002) =>
	await service.run({ labelId, updateFields });

it('sends every field under the name of the API and reports what it was about', async () => {
	const items = await update({ color: 'green_02', name: 'Deliveries', parentId: '3018' }, '3002');
	expect(service.sent()).toEqual([
		{
			method: 'PUT',
			path: '101/labels/3002',
			query: {},
			body: { color: 'green_02', name: 'Deliveries', parent_id: 3018 },
		},
	]);
	expect(items).toEqual([{ json: { success: true, message_box_id: 101, label_id: 3002 }, pairedItem: { item: 0 } }]);
});

it.each<[string, INodeParameters, number | string, RegExp]>([
	['nothing', {}, 3002, /nothing to update/],
	['a long name', { name: 'x'.repeat(256) }, 3002, /^Name: .*256.*255/],
])('refused before a request: %s', async (_what, fields, id, message) => {
	await expect(update(fields, id)).rejects.toThrow(message);
	expect(service.sent()).toEqual([]);
});
