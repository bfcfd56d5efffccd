/** Many inboxes after the start: each gets a baseline soon, and no later edit is lost. */
import { HOUR, MINUTE } from '../longRun/units';
import { Scene } from '../scene';

const INBOXES = Array.from({ length: 100 }, (_, place) => 1_000 + place);

/** 100 inboxes with ten old tickets each, and a trigger that has not polled yet. */
async function manyInboxes() {
	const scene = await Scene.set({ inboxes: INBOXES, events: ['ticketCreated', 'newMessage', 'ticketFieldChanged'], includeMessages: true, maxRequests: undefined }, { rateLimit: { limit: 60 } });
	for (const id of INBOXES) scene.store.addInbox({ id, name: `Inbox ${id}`, customer_group_id: 11 });
	const tickets = INBOXES.map((message_box_id) => scene.create(10, (place) => ({ message_box_id, created_at: scene.now - (2 + place) * HOUR })));
	const start = Math.ceil(scene.now / MINUTE) * MINUTE + 5_000;
	/** Polls up to a minute after the start. @returns the changed tickets, each with its minute */
	let minute = 0;
	const until = async (end: number) => {
		const seen: Array<{ id: number; at: number }> = [];
		for (; minute < end; minute++) seen.push(...(await scene.events(start + minute * MINUTE - scene.now)).filter(({ event }) => event === 'ticketFieldChanged').map(({ ticket_id }) => ({ id: ticket_id, at: minute })));
		return seen;
	};
	/** The inboxes whose first page has been read. */
	const withBaseline = () => new Set(scene.simulator.requests.filter(({ body, status }) => status === 200 && isFirstPage(body as object)).map(({ path }) => Number(/v2\/(\d+)/.exec(path)![1])));
	const edit = (inbox: number, place: number) => scene.store.editTicket(tickets[inbox - INBOXES[0]][place].ticket_id, { title: `Edited ${place}` }).ticket_id;
	return { scene, until, withBaseline, edit };
}

/** A search without criteria. */
const isFirstPage = (body?: { page?: number; since?: string; ticket_ids?: number[] }) => body?.page === 1 && body.since === undefined && body.ticket_ids === undefined;

it('every inbox has a baseline within ten minutes, and each edit after that is emitted once', async () => {
	const { until, withBaseline, edit } = await manyInboxes();
	await until(3);
	const early = [...withBaseline()].map((inbox) => edit(inbox, 1));
	const changed = await until(10);
	expect(withBaseline().size).toBe(INBOXES.length);
	const late = INBOXES.map((inbox) => edit(inbox, 2));
	changed.push(...(await until(60)));
	expect(changed.map(({ id }) => id).sort()).toEqual([...early, ...late].sort());
});

it('silent edits come after 5 polls on average, and after 12 at worst: the look-back is read in turn with the news', async () => {
	const { until, edit } = await manyInboxes();
	await until(14);
	const edited = new Map<number, number>();
	const delays: number[] = [];
	for (let minute = 14; minute < 80; minute++) {
		if (minute < 44) edited.set(edit(INBOXES[(minute * 37) % INBOXES.length], Math.floor(minute / 10)), minute);
		for (const { id, at } of await until(minute + 1)) delays.push(at + 1 - (edited.get(id) ?? Infinity));
	}
	expect(delays).toHaveLength(30);
	expect(delays.reduce((sum, delay) => sum + delay, 0) / 30).toBeLessThanOrEqual(5);
	expect(Math.max(...delays)).toBeLessThanOrEqual(12);
});

it('a ticket that comes before the baseline of its inbox is emitted', async () => {
	const { scene } = await manyInboxes();
	await scene.poll();
	scene.now += 5_000;
	const created = INBOXES.map((message_box_id) => scene.store.createTicket({ message_box_id }).ticket_id);
	const events = await scene.eventsOf(15);
	expect(events.filter(({ event }) => event === 'ticketCreated').map(({ ticket_id }) => ticket_id).sort()).toEqual(created);
	expect(events.filter(({ event }) => event === 'newMessage')).toHaveLength(INBOXES.length);
});

it('a message that does not move last_updated_at is found in the turn of the news', async () => {
	const { scene, until } = await manyInboxes();
	await until(14);
	scene.now += 5_000;
	const written = [...scene.store.tickets.values()].filter((_ticket, place) => place % 20 === 0).map((ticket) => {
		const { last_updated_at } = ticket;
		scene.store.addMessage(ticket.ticket_id, { sent_at: scene.now });
		return Object.assign(ticket, { last_updated_at }).ticket_id;
	});
	const events = await scene.eventsOf(8);
	expect(events.filter(({ event }) => event === 'newMessage').map(({ ticket_id }) => ticket_id).sort()).toEqual(written.sort());
});
