import { HOUR, DAY, SECOND } from '../../nodes/SupportInbox/trigger/time';
import { Scene } from '../trigger/scene';
it('x', async () => {
	const scene = await Scene.set({ events: ['newComment'] });
	const { ticket_id, messages: [m] } = scene.store.createTicket({ created_at: scene.now - HOUR });
	const say = (comment: string) => scene.store.addComment(m.message_id, { comment, comment_type: 'memo', commenter: 'a' } as never);
	const poll = async () => {
		const r = await scene.poll();
		const s = scene.state.inboxes[101];
		console.log(new Date(scene.now).toISOString(), r?.trace, r?.events.map((e) => e.comment?.comment), String(r?.report.thrown?.error), JSON.stringify(s));
	};
	await poll();
	Object.assign(scene, { now: scene.now + 2 * DAY, clockOffset: -2 * DAY });
	say('ahead');
	for (let i = 0; i < 3; i++) await poll();
	Object.assign(scene, { now: scene.now - 2 * DAY, clockOffset: 0 });
	await poll();
	scene.now += SECOND;
	say('right again');
	for (let i = 0; i < 4; i++) await poll();
});
