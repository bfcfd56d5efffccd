import type { IDataObject } from 'n8n-workflow';

import { Ledgers } from '../../nodes/SupportInbox/ledger/ledgers';
import { HOUR, MINUTE, SECOND } from '../../nodes/SupportInbox/trigger/time';

import { requestOf } from './longRun/service';
import { Scene } from './scene';

describe('Ignore Own Changes, where n8n begins each poll with the memory that was saved last', () => {
	it.each([1, 2, 3])('does not emit the comment and the change of a node after %i polls that emitted nothing', async (polls) => {
		const scene = await Scene.set({ events: ['newComment', 'ticketChanged'], ignoreOwn: 'allWorkflows' });
		const [ticket] = scene.create(1);
		for (let poll = 0; poll < 6; poll++) await scene.poll(HOUR);
		const saved = JSON.stringify(scene.memory);
		// So long after the last look at the ticket, somebody else may have moved it too: its messages are read.
		scene.now += 5 * MINUTE;
		await assign(scene, ticket.message_box_id, ticket.ticket_id);
		expect(ticket).toMatchObject({ assignee: 'user01', messages: [{ comments: [{ comment_type: 'assign' }] }] });
		for (let poll = 0; poll <= polls; poll++) {
			expect(await scene.events()).toEqual([]);
			scene.memory = JSON.parse(saved) as IDataObject;
		}
	});
});

/** A node of this process assigns a ticket, with a comment. */
async function assign(scene: Scene, messageBoxId: number, ticketId: number): Promise<void> {
	const sentAt = scene.now;
	const path = `/api/v2/${messageBoxId}/tickets/${ticketId}`;
	const body = { assignee: 'user01', assign_comment: 'Please' };
	await scene.simulator.handle(requestOf(scene.simulator, 'PUT', path, body));
	scene.now += SECOND;
	const answeredAt = scene.now;
	const values = { messageBoxId, ticketId };
	scene.session.of(Ledgers).takeWrite({ method: 'PUT', path, values, body, answer: {}, sentAt, answeredAt, onService: { earliest: sentAt, latest: answeredAt }, confirmed: true, workflowId: undefined });
}
