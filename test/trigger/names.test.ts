import { HOUR, MINUTE } from '../../nodes/SupportInbox/store/time';
import { Scene } from './scene';

describe('Include Names', () => {
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
