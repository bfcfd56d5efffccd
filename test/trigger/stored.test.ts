/** What n8n's database gets of a trigger: no text and no address of a customer (docs/privacy.md). */
import { EVENTS } from '../../nodes/SupportInbox/trigger/properties/settings';
import { Scene } from './scene';

it('stores what it compares with, but no message, comment or address', async () => {
	const scene = await Scene.begun({ events: EVENTS });
	const { ticket_id, messages } = scene.store.createTicket({
		messages: [{ from: 'Anna Miller <anna@mail.example>', to: 'support@tenant.example', title: 'Parcel', body: 'Where is it?' }],
	});
	scene.store.addComment(messages[0].message_id, { comment: 'Ask Ben', commenter: 'user01' });
	await scene.eventsOf(3);
	scene.store.ticket(ticket_id).status_cd = 'closed';
	expect((await scene.allEvents()).length).toBeGreaterThan(0);
	const stored = JSON.stringify(scene.memory);
	expect(stored).toContain(String(ticket_id));
	expect(stored).toContain('"closed"');
	expect(stored).not.toMatch(/anna|miller|mail\.example|where is it|ask ben/i);
});
