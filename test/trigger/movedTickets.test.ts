/** People move a ticket to another inbox. The trigger watches both: what it has emitted is not emitted again. */
import { DAY, HOUR, MINUTE, SECOND } from '../../nodes/SupportInbox/store/time';
import type { TicketEvent } from '../../nodes/SupportInbox/trigger/detect/events';
import { Scene } from './scene';

const nameOf = ({ event, message_box_id, message, comment }: TicketEvent) => [event, message_box_id, message?.message_id, comment?.comment].filter(Boolean).join(' ');

/** A trigger of two inboxes that has emitted a new ticket with a mail and a comment. */
async function emitted() {
	const scene = await Scene.begun({ events: ['ticketCreated', 'newMessage', 'newComment', 'ticketFieldChanged', 'ticketUnanswered'], inboxes: [101, 102] });
	const [{ ticket_id, messages: [{ message_id }] }] = scene.create(1, () => ({ message_box_id: 101 }));
	scene.store.addComment(message_id, { comment: 'Please look', commenter: 'user01' });
	const names = async (polls: number) => (await scene.eventsOf(polls)).map(nameOf);
	expect(await names(3)).toEqual(['ticketCreated 101', `newMessage 101 ${message_id}`, `newComment 101 ${message_id} Please look`]);
	return { scene, ticket_id, names };
}

it('emits nothing again, and what comes after the move once, in its inbox', async () => {
	const { scene, ticket_id, names } = await emitted();
	scene.store.moveTicket(ticket_id, 102);
	expect(await names(5)).toEqual([]);
	const { message_id } = scene.store.addMessage(ticket_id);
	expect(await names(3)).toEqual([`newMessage 102 ${message_id}`]);
	scene.store.editTicket(ticket_id, { color_cd: 'red' });
	expect(await names(5)).toEqual(['ticketFieldChanged 102']);
});

it('emits nothing again when the ticket is moved back, before its first inbox has forgotten it', async () => {
	const { scene, ticket_id, names } = await emitted();
	scene.store.moveTicket(ticket_id, 102);
	const { message_id } = scene.store.addMessage(ticket_id);
	expect(await names(3)).toEqual([`newMessage 102 ${message_id}`]);
	scene.store.moveTicket(ticket_id, 101);
	expect(await names(5)).toEqual([]);
	const { message_id: later } = scene.store.addMessage(ticket_id);
	expect(await names(3)).toEqual([`newMessage 101 ${later}`]);
});

it('emits a message that had not been emitted before the move, once', async () => {
	const { scene, ticket_id, names } = await emitted();
	const { message_id } = scene.store.addMessage(ticket_id);
	scene.store.moveTicket(ticket_id, 102);
	expect(await names(5)).toEqual([`newMessage 102 ${message_id}`]);
});

it('a ticket that waited for its details is read in its new inbox, and fails in none', async () => {
	const { scene, ticket_id } = await emitted();
	const { message_id } = scene.store.addMessage(ticket_id);
	const { settings } = scene;
	scene.settings = { ...settings, maxRequests: 2 };
	await scene.poll();
	expect(Object.keys(scene.state.inboxes[101].queue)).toEqual([String(ticket_id)]);
	scene.store.moveTicket(ticket_id, 102);
	scene.settings = settings;
	const results = [];
	for (let polls = 0; polls < 8; polls++) results.push((await scene.poll())!);
	expect(results.flatMap(({ events }) => events).map(nameOf)).toEqual([`newMessage 102 ${message_id}`]);
	expect(results.flatMap(({ report }) => [...report.reported, ...report.tolerated])).toEqual([]);
});

it('reminds once of a customer who waits, in the inbox to which the ticket was moved', async () => {
	const { scene, ticket_id, names } = await emitted();
	scene.store.moveTicket(ticket_id, 102);
	expect(await names(5)).toEqual([]);
	scene.now += 5 * HOUR;
	expect((await names(5)).filter((name) => name.startsWith('ticketUnanswered'))).toEqual(['ticketUnanswered 102']);
});

it('a ticket of another inbox with the same ID is another one, unless it was created at the same time', async () => {
	const { scene, ticket_id, names } = await emitted();
	scene.store.removeTicket(ticket_id);
	scene.now += MINUTE;
	scene.store.createTicket({ id: ticket_id, message_box_id: 102 });
	expect(await names(3)).toEqual(['ticketCreated 102', expect.stringMatching(/^newMessage 102/)]);
});

it('what was read of the ticket before the move is not taken for a change after it', async () => {
	const inboxes = [101, 102];
	const scene = await Scene.set({ events: ['ticketFieldChanged'], inboxes });
	const [{ ticket_id }] = scene.create(1, () => ({ message_box_id: 102 }));
	await scene.eventsOf(2);
	// Within seconds, so that a row from before the move is as fresh as one that is emitted.
	const poll = async () => {
		scene.now += 5 * SECOND;
		return (await other()).events;
	};
	const other = scene.another({ events: ['ticketFieldChanged'], inboxes });
	await poll();
	scene.store.editTicket(ticket_id, { color_cd: 'red' });
	const events = await poll();
	scene.store.editTicket(ticket_id, { color_cd: 'blue' });
	scene.store.moveTicket(ticket_id, 101);
	for (let polls = 0; polls < 5; polls++) events.push(...(await poll()));
	const shown = ({ message_box_id, color_cd }: TicketEvent) => [message_box_id, color_cd];
	expect(events.map(shown)).toEqual([[102, 'red'], [101, 'blue']]);
	expect((await scene.eventsOf(5)).map(shown)).toEqual([[101, 'blue']]);
});

it('emits a change of a ticket that was quiet for days when it was moved', async () => {
	const scene = await Scene.set({ events: ['ticketFieldChanged'], inboxes: [101, 102, 103] });
	const [{ ticket_id }] = scene.create(1, () => ({ message_box_id: 101, created_at: scene.now - 3 * DAY }));
	await scene.eventsOf(2);
	scene.store.moveTicket(ticket_id, 102);
	await scene.eventsOf(2);
	scene.store.editTicket(ticket_id, { color_cd: 'red' });
	expect((await scene.eventsOf(3)).map(nameOf)).toEqual(['ticketFieldChanged 102']);
});

it('reminds of a customer whose message was older than Lookback when the ticket was moved', async () => {
	const scene = await Scene.begun({ events: ['ticketUnanswered'], inboxes: [101, 102], unanswered: { first: 70 * HOUR } });
	const [{ ticket_id }] = scene.create(2, () => ({ message_box_id: 101 }));
	await scene.eventsOf(65, { after: HOUR });
	scene.store.moveTicket(ticket_id, 102);
	expect((await scene.eventsOf(20, { after: HOUR })).map(nameOf).sort()).toEqual(['ticketUnanswered 101', 'ticketUnanswered 102']);
});

it('a ticket that was deleted is asked for in each other inbox, for an hour', async () => {
	const scene = await Scene.set({ events: ['ticketFieldChanged'], inboxes: [101, 102, 103] });
	const [{ ticket_id }] = scene.create(1, () => ({ message_box_id: 101, created_at: scene.now - 3 * DAY }));
	await scene.eventsOf(2);
	scene.store.removeTicket(ticket_id);
	await scene.eventsOf(10, { after: 40 * MINUTE });
	const asked = scene.simulator.requests.filter(({ body }) => JSON.stringify(body).includes(`"ticket_ids":[${ticket_id}]`)).map(({ path }) => path);
	const timesIn = (inbox: number) => asked.filter((path) => path.includes(String(inbox))).length;
	expect([timesIn(101) > 3, [1, 2].includes(timesIn(102)), [1, 2].includes(timesIn(103))]).toEqual([true, true, true]);
});

it('a ticket that was in an inbox that is not watched for days is not emitted again when it comes back, only what happened there', async () => {
	const { scene, ticket_id, names } = await emitted();
	scene.store.moveTicket(ticket_id, 103);
	const { message_id } = scene.store.addMessage(ticket_id);
	expect((await scene.eventsOf(30, { after: 2 * HOUR })).map(nameOf)).toEqual([]);
	scene.store.moveTicket(ticket_id, 101);
	const { message_id: later } = scene.store.addMessage(ticket_id);
	expect((await names(5)).filter((name) => !name.startsWith('ticketUnanswered'))).toEqual([`newMessage 101 ${message_id}`, `newMessage 101 ${later}`]);
});
