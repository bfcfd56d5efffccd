import type { Simulator } from '../simulator';
import { startSimulator } from '../simulator';

import { polledNode } from './pollNode';

describe("the trigger in n8n-core's poll context", () => {
	let service: Simulator;

	beforeEach(async () => {
		service = await startSimulator({ rateLimit: { limit: 10_000 } });
	});

	afterEach(async () => {
		service.expectNoViolations();
		await service.stop();
	});

	const someInbox = () => [...service.store.inboxes.keys()][0];

	it('takes what is there as read and gives the tickets that come after', async () => {
		const node = polledNode(service, { messageBoxIds: [someInbox()] });
		expect(await node.poll()).toBeNull();
		const first = service.store.createTicket({ title: 'First', message_box_id: someInbox() });
		const second = service.store.createTicket({ title: 'Second', message_box_id: someInbox() });
		const items = await node.poll();
		expect(items?.[0].map(({ json }) => [json.event, json.message_box_id, json.ticket_id, json.title])).toEqual([
			['ticketCreated', someInbox(), first.ticket_id, 'First'],
			['ticketCreated', someInbox(), second.ticket_id, 'Second'],
		]);
		expect(await node.poll()).toBeNull();
	});

	it('shows a real ticket by hand and keeps no trace of it', async () => {
		const node = polledNode(service, { messageBoxIds: [someInbox()] });
		const items = await node.poll('manual', 'manual');
		expect(items?.[0]).toHaveLength(1);
		expect(items?.[0][0].json).toMatchObject({ event: 'ticketCreated', message_box_id: someInbox() });
		expect(node.staticData).toEqual({});
	});
});
