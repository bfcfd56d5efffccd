import { HOUR, MINUTE } from '../../nodes/SupportInbox/trigger/time';
import { Scene } from './scene';

describe('Include Names', () => {
	it('puts names beside ids, also in changes', async () => {
		const scene = await Scene.begun({ includeNames: true, events: ['ticketCreated', 'ticketFieldChanged'] });
		await scene.poll();
		const { labels, classifications, pendingReasons } = scene.store.inbox(101);
		const [label] = labels.all();
		const [category] = classifications.all();
		const [user] = [...scene.store.users.values()];
		const ticket = scene.store.createTicket({ label_ids: [label.id], case_category_ids: [category.id], assignee: user.mention_name });
		const [event] = await scene.events();
		expect(event).toMatchObject({
			message_box_name: 'Support',
			assignee_name: `${user.last_name} ${user.first_name}`,
			label_names: [labels.fullName(label)],
			case_category_names: [classifications.fullName(category)],
			pending_reason_name: null,
		});
		scene.store.editTicket(ticket.ticket_id, { status_cd: 'ongoing', pending_reason_id: pendingReasons[0].pending_reason_id, label_ids: [] });
		const [changed] = await scene.events();
		expect(changed.changes).toMatchObject({
			pending_reason_id: { from: null, from_name: null, to: pendingReasons[0].pending_reason_id, to_name: pendingReasons[0].name },
			label_ids: { from_names: [labels.fullName(label)], to_names: [] },
		});
	});

	it('asks for lists once an hour, and again for an id that is not in them', async () => {
		const scene = await Scene.begun({ includeNames: true });
		await scene.poll();
		expect(scene.requests).toBe(1);
		const added = scene.store.addLabel(101, { name: 'Added' });
		scene.store.createTicket({ label_ids: [added.id] });
		expect((await scene.events())[0]).toMatchObject({ label_names: ['Added'] });
		await scene.poll(MINUTE);
		expect(scene.requests).toBe(1);
		scene.store.createTicket({ label_ids: [added.id] });
		await scene.poll(2 * HOUR);
		expect(scene.requests).toBeGreaterThan(1);
	});

	it('emits events all the same when the lists cannot be read', async () => {
		const scene = await Scene.set({ includeNames: true });
		scene.simulator.faults.add({ kind: 'status', status: 403, when: { path: /labels|users/, times: 100 } });
		await scene.poll();
		scene.store.createTicket({ label_ids: [1], assignee: 'aiko' });
		expect((await scene.events())[0]).toMatchObject({ label_names: [null], assignee_name: null, message_box_name: 'Support' });
	});
});
