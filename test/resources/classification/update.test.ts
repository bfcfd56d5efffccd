import type { INodeParameters } from 'n8n-workflow';
import { withoutLists } from '../sent';
import { serviceFor } from '../service';

const service = serviceFor('classification', 'update');
const update = async (updateFields: INodeParameters, caseCategoryId: number | string = 5002) =>
	await service.run({ caseCategoryId, updateClassificationFields: updateFields });

it('sends every field under the name of the API and reports what it was about', async () => {
	const items = await update({ archived: true, name: 'Changes', parentId: '5004' }, '5002');
	expect(withoutLists(service.sent())).toEqual([
		{
			method: 'PUT',
			path: '101/case_categories/5002',
			query: {},
			body: { archived: true, name: 'Changes', parent_id: 5004 },
		},
	]);
	expect(items).toEqual([
		{ json: { success: true, message_box_id: 101, case_category_id: 5002 }, pairedItem: { item: 0 } },
	]);
});

it('moves it to the first level', async () => {
	await update({ parentId: '__none__' });
	expect(service.sent()[1].body).toEqual({ parent_id: null, archived: false });
});

it('brings an archived one back', async () => {
	await update({ archived: false }, 5006);
	expect(service.sent()[1].body).toEqual({ archived: false });
});
