import { serviceFor } from '../service';

const service = serviceFor('inbox', 'getAll');

it('lists the inboxes with their address books', async () => {
	const items = await service.json({ returnAll: true });
	expect(service.sent()).toEqual([{ method: 'GET', path: 'message_boxes', query: {} }]);
	expect(items).toHaveLength(3);
	expect(items[0]).toEqual({
		message_box_id: 101,
		name: 'Support',
		color: 'blue',
		last_updated_at: expect.any(String),
		customer_group_id: 11,
	});
});
