/** Ticket Unanswered: a customer has waited for so long. What begins and ends a wait is in detect/unanswered.test.ts. */
import { HOUR, MINUTE, SECOND } from '../../nodes/SupportInbox/store/time';
import type { MessageInput, TicketInput } from '../simulator';
import { idsOf, Scene } from './scene';

type Chosen = Parameters<typeof Scene.set>[0];

/** Where a message does not move `last_updated_at`, nothing but its date shows it. */
const begun = async (chosen: Chosen = {}, lastUpdatedMoves: 'never' | 'messagesAndEdits' = 'never') =>
	await Scene.begun({ events: ['ticketUnanswered'], unanswered: { first: 4 * HOUR }, ...chosen }, { lastUpdatedMoves });

/** A message of now. */
const write = (scene: Scene, ticketId: number, message: MessageInput = {}) => scene.store.addMessage(ticketId, { action_cd: 'received', ...message });

/** A customer who writes now to a trigger that has begun. */
async function waiting(chosen: Chosen = {}, input: TicketInput = {}, tickets = Infinity) {
	const scene = await begun(chosen);
	scene.limits = { ...scene.limits, tickets: Math.min(tickets, scene.limits.tickets) };
	const { ticket_id, messages } = scene.store.createTicket(input);
	return { scene, ticket_id, messages };
}

/** Polls every minute. @returns minutes after the beginning, and what was emitted then */
async function minutes(scene: Scene, count: number): Promise<Array<[number, number]>> {
	const emitted: Array<[number, number]> = [];
	for (let minute = 1; minute <= count; minute++) {
		for (const { ticket_id } of await scene.events(MINUTE - scene.latency)) emitted.push([minute, ticket_id]);
	}
	return emitted;
}

/** Polls every minute. @returns the tickets that were emitted */
const emitted = async (scene: Scene, count: number) => (await minutes(scene, count)).map(([, id]) => id);

describe('Ticket Unanswered', () => {
	it('emits a wait of four hours once, with the message and since when', async () => {
		const { scene, ticket_id, messages } = await waiting();
		const begin = Math.floor(scene.now / SECOND) * SECOND;
		expect(await minutes(scene, 4 * 60 - 1)).toEqual([]);
		expect((await scene.events(2 * MINUTE))[0]).toMatchObject({
			event: 'ticketUnanswered',
			ticket_id,
			waiting_since: new Date(begin).toISOString(),
			shown: { message_id: messages[0].message_id },
		});
		expect(await minutes(scene, 300)).toEqual([]);
	});

	it.each<[string, string[], boolean]>([
		['begins no wait if a poll has read it', [], true],
		['begins a wait if polls have only seen that the ticket does not fit', ['open'], true],
		['begins a wait if no poll has seen it', ['open'], false],
	])('a message that came while the ticket was closed %s', async (_what, statusCds, isSeen) => {
		const { scene, ticket_id } = await waiting({ filters: { statusCds } });
		await minutes(scene, 10);
		scene.store.editTicket(ticket_id, { status_cd: 'closed' });
		await minutes(scene, 10);
		scene.now += 10 * SECOND;
		write(scene, ticket_id);
		scene.now += 10 * SECOND;
		if (isSeen) await minutes(scene, 10);
		scene.store.editTicket(ticket_id, { status_cd: 'open' });
		expect(await emitted(scene, 300)).toEqual(isSeen && statusCds.length === 0 ? [] : [ticket_id]);
	});

	it.each(['messagesAndEdits', 'never'] as const)('the customer of a ticket that somebody takes out of Spam waits since the first message; last_updated_at moves by: %s', async (lastUpdatedMoves) => {
		const scene = await begun({}, lastUpdatedMoves);
		const { ticket_id } = scene.store.createTicket({ status_cd: 'spam' });
		await minutes(scene, 30);
		scene.store.editTicket(ticket_id, { status_cd: 'open' });
		expect(await minutes(scene, 400)).toEqual([[expect.closeTo(210, -1), ticket_id]]);
	});

	it('waits that are still to be emitted stay in a full memory, each is emitted once', async () => {
		const { scene, ticket_id } = await waiting({}, {}, 3);
		const others = idsOf(scene.create(7));
		expect((await emitted(scene, 8 * 60)).sort()).toEqual([ticket_id, ...others]);
	});

	it('a wait that was emitted may leave a full memory: no reminder, no repeat, and a later message waits anew', async () => {
		const { scene, ticket_id } = await waiting({ unanswered: { first: HOUR, again: 3 * HOUR } }, {}, 3);
		expect(await emitted(scene, 65)).toEqual([ticket_id]);
		scene.create(4, () => ({ status_cd: 'closed' }));
		expect(await minutes(scene, 5 * 60)).toEqual([]);
		const { sent_at } = write(scene, ticket_id);
		await minutes(scene, 55);
		expect((await scene.events(10 * MINUTE))[0]).toMatchObject({ event: 'ticketUnanswered', ticket_id, waiting_since: new Date(sent_at).toISOString() });
	});

	it('goes before what is only read again', async () => {
		const scene = await Scene.set({ events: ['ticketUnanswered'], unanswered: { first: HOUR }, maxRequests: 6 }, { lastUpdatedMoves: 'never' });
		scene.create(60, () => ({ status_cd: 'closed' }));
		await scene.allEvents();
		const { ticket_id } = scene.store.createTicket();
		await minutes(scene, 58);
		const { queue, tickets } = scene.state.inboxes[101];
		for (const id of Object.keys(tickets)) queue[id] = { detailsFrom: scene.now, rank: 2 };
		expect(await emitted(scene, 6)).toEqual([ticket_id]);
	});

	it('is over for a ticket outside the filters when its time is up: nothing is read again for it, or emitted later', async () => {
		const { scene, ticket_id } = await waiting({ filters: { assignee: 'user01' } }, { assignee: 'user01' });
		const requestsOf = async (of: Scene) => {
			const before = of.service.requests;
			expect(await minutes(of, 30)).toEqual([]);
			return of.service.requests - before;
		};
		await minutes(scene, 60);
		scene.store.editTicket(ticket_id, { assignee: 'user02' });
		expect(await minutes(scene, 4 * 60)).toEqual([]);
		const outside = await requestsOf(scene);
		scene.store.editTicket(ticket_id, { assignee: 'user01' });
		expect(await minutes(scene, 60)).toEqual([]);

		const idle = await begun();
		await minutes(idle, 5 * 60);
		expect(outside).toBeLessThanOrEqual(await requestsOf(idle));
	});

	it.each(['never', 'messagesAndEdits'] as const)('a message that is dated ahead begins a wait when it is seen, and hides no other (last_updated_at moves: %s)', async (lastUpdatedMoves) => {
		const scene = await begun({ unanswered: { first: HOUR } }, lastUpdatedMoves);
		const { ticket_id } = scene.store.createTicket({ messages: [{ sent_at: scene.now + 400 * 24 * HOUR }] });
		await minutes(scene, 30);
		write(scene, ticket_id);
		const [[minute, id], ...others] = await minutes(scene, 300);
		expect([id, others]).toEqual([ticket_id, []]);
		expect(minute).toBeLessThanOrEqual(32);
	});

	it('filters are judged when the time is up', async () => {
		const { scene, ticket_id } = await waiting({ filters: { labelIds: [3001] } });
		const other = scene.store.createTicket();
		await scene.eventsOf(3);
		scene.store.editTicket(ticket_id, { label_ids: [3001] });
		expect(await emitted(scene, 300)).toEqual([ticket_id]);
		scene.store.editTicket(other.ticket_id, { label_ids: [3001] });
		expect(await emitted(scene, 30)).toEqual([]);
	});
});
