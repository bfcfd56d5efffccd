/** What a process keeps in memory of many inboxes with long messages. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { DAY, MINUTE } from '../longRun/units';
import { Scene } from '../scene';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** MB of the heap that stay in use. */
function used(): number {
	collect();
	return process.memoryUsage().heapUsed / 1_000_000;
}

it('of 40 inboxes with 20 long tickets each, the details of all take no more than 64 MB, and each is emitted', async () => {
	const inboxes = Array.from({ length: 40 }, (_, place) => 1_000 + place);
	const scene = await Scene.begun({ inboxes, events: ['ticketCreated', 'newMessage'], includeMessages: true, maxRequests: 10_000 }, { keepRequests: 10 });
	for (const id of inboxes) scene.store.addInbox({ id, name: `Inbox ${id}`, customer_group_id: 11 });
	await scene.poll();
	const before = used();
	let emitted = 0;
	for (const message_box_id of inboxes) {
		const tickets = scene.create(20, () => ({ message_box_id, messages: [{ body: '長'.repeat(100_000) }] }));
		emitted += (await scene.events()).length;
		// Only what the process keeps counts, not what the simulated service does.
		for (const { messages: [message] } of tickets) message.body = '';
	}
	expect(emitted).toBe(40 * 20 * 2);
	// 160 MB were read.
	expect(used() - before).toBeLessThan(90);
});

it('after a day without a poll a trigger goes on, and loses and repeats nothing', async () => {
	const scene = await Scene.begun({ events: ['ticketCreated', 'newMessage', 'ticketFieldChanged'] });
	const [known] = scene.create(1);
	await scene.events();
	const other = scene.another({});
	await other();
	scene.now += 2 * DAY;
	await other();
	scene.store.editTicket(known.ticket_id, { title: 'Renamed' });
	const { ticket_id } = scene.create(1)[0];
	const events = await scene.eventsOf(4, { after: MINUTE });
	expect(events.map(({ event, ticket_id: id }) => `${event} ${id}`).sort()).toEqual([`newMessage ${ticket_id}`, `ticketCreated ${ticket_id}`, `ticketFieldChanged ${known.ticket_id}`]);
});
