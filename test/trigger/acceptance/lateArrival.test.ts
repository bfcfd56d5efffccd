/** A mail that is sent 20 to 30 s before it arrives, while a poll comes in between. */
import { DAY, HOUR, MINUTE, SECOND } from '../longRun/units';
import { idsOf, messageIdsOf, Scene } from '../scene';

const ALL = { events: ['ticketCreated' as const, 'newMessage' as const, 'ticketFieldChanged' as const], includeMessages: true };

/** The searches for news and the requests for details since a request, without resync. */
const asked = (scene: Scene, from: number) => scene.simulator.requests.slice(from)
	.filter(({ body, method }) => method === 'GET' || !('until' in (body as object) || 'ticket_ids' in (body as object))).length;

/** An inbox with 900 tickets within Lookback: a poll reads few of them again. */
async function quiet(chosen: Parameters<typeof Scene.begun>[0], readings: Parameters<typeof Scene.begun>[1] = {}): Promise<Scene> {
	const scene = await Scene.begun(chosen, readings);
	scene.create(900, (place) => ({ created_at: scene.now - 2 * HOUR - place * MINUTE }));
	await scene.eventsOf(12);
	return scene;
}

describe.each([20, 30])('sent %i s before it arrives', (seconds) => {
	const late = (scene: Scene) => ({ sent_at: scene.now - seconds * SECOND, created_at: scene.now });

	it.each<[string, Parameters<typeof Scene.begun>[0]]>([
		['Ticket Created', {}],
		['Ticket Created with messages', { includeMessages: true }],
		['all events', ALL],
	])('a new ticket comes with the next poll: %s', async (_what, chosen) => {
		const scene = await quiet(chosen);
		scene.now += 5 * SECOND;
		const { ticket_id } = scene.store.createTicket({ messages: [late(scene)] });
		expect(idsOf(await scene.events())).toContain(ticket_id);
	});

	it.each(['messagesAndEdits', 'never'] as const)('a message in an old ticket comes with the next poll, where %s moves its time', async (lastUpdatedMoves) => {
		const scene = await quiet(ALL, { lastUpdatedMoves });
		const { ticket_id } = scene.store.createTicket({ created_at: scene.now - 3 * DAY, messages: [{ sent_at: scene.now - 3 * DAY, created_at: scene.now - 3 * DAY }] });
		scene.now += 5 * SECOND;
		const { message_id } = scene.store.addMessage(ticket_id, late(scene));
		expect(messageIdsOf((await scene.events()).filter(({ event }) => event === 'newMessage'))).toContain(message_id);
	});

	it('a new ticket comes with the next poll also where others came in between', async () => {
		const scene = await quiet(ALL);
		scene.now += 30 * SECOND;
		scene.create(1);
		scene.now += 20 * SECOND;
		await scene.events(5 * SECOND);
		scene.now += 10 * SECOND;
		const { ticket_id } = scene.store.createTicket({ messages: [late(scene)] });
		expect(idsOf(await scene.events())).toContain(ticket_id);
	});
});

it('costs no request: a quiet minute is one search, and a new ticket is found once and read once', async () => {
	const scene = await quiet({ events: ['ticketCreated', 'newMessage'] });
	await scene.eventsOf(10);
	const before = scene.simulator.requests.length;
	await scene.eventsOf(5);
	expect(asked(scene, before)).toBe(5);
	const [{ ticket_id }] = scene.create(1);
	const from = scene.simulator.requests.length;
	expect(idsOf(await scene.eventsOf(5))).toEqual([ticket_id, ticket_id]);
	expect(asked(scene, from)).toBe(6);
});

it('costs nothing where the pages are full: one search a minute, and one more when that begins', async () => {
	const scene = await Scene.begun({ includeMessages: true, maxRequests: undefined });
	const searches: number[] = [];
	for (let minute = 0; minute < 6; minute++) {
		const from = scene.simulator.requests.length;
		const created = scene.create(35, (place) => ({ messages: [{ sent_at: scene.now + place * SECOND, created_at: scene.now + place * SECOND }] }));
		expect(idsOf(await scene.events()).sort()).toEqual(idsOf(created).sort());
		searches.push(asked(scene, from) - created.length);
	}
	expect(searches.slice(2)).toEqual([1, 1, 1, 1]);
	expect(Math.max(...searches)).toBeLessThanOrEqual(3);
});
