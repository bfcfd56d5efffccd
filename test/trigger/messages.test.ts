import { DAY, HOUR, MINUTE, SECOND } from '../../nodes/SupportInbox/store/time';
import { MIN_REQUESTS } from '../../nodes/SupportInbox/trigger/properties/settings';
import { messageIdsOf, Scene } from './scene';

const MESSAGES = { events: ['newMessage' as const] };
const inStates = (...actionCds: string[]) => ({ ...MESSAGES, messages: { methodCds: [], actionCds } });
const given = async (scene: Scene, after?: number) => messageIdsOf(await scene.events(after));

/** Writes a message as a service does that does not move `last_updated_at`: nothing but its dates shows it. */
function addUnseen(scene: Scene, ticketId: number, sent_at = scene.now): number {
	const ticket = scene.store.ticket(ticketId);
	const { last_updated_at } = ticket;
	const { message_id } = scene.store.addMessage(ticketId, { sent_at });
	ticket.last_updated_at = last_updated_at;
	return message_id;
}

describe('New Message', () => {
	it('emits a message that was sent just before the start and visible just after it, also when the first poll ends early', async () => {
		const start = { mode: 'latestTickets', count: 20 } as const;
		const scene = await Scene.set({ events: ['ticketCreated', 'newMessage'], includeMessages: true, maxRequests: MIN_REQUESTS, start });
		const [{ ticket_id }] = scene.create(20, () => ({ created_at: scene.now - 2 * DAY }));
		await scene.poll();
		const late = addUnseen(scene, ticket_id, scene.now - 4 * SECOND);
		expect(messageIdsOf(await scene.allEvents()).filter((id) => id !== undefined)).toEqual([late]);
	});

	it('finds one by the next search for news that is shown five seconds after its send time', async () => {
		const scene = await Scene.begun(MESSAGES, { lastUpdatedMoves: 'never' });
		const [{ ticket_id }] = scene.create(1, () => ({ created_at: scene.now - 2 * DAY }));
		await scene.eventsOf(2);
		const sent = scene.now + MINUTE - 4 * SECOND - 100;
		await scene.events();
		const { message_id } = scene.store.addMessage(ticket_id, { sent_at: sent });
		expect(await given(scene)).toEqual([message_id]);
	});

	it.each([
		['just sent', 0],
		['dated back as well', 30 * MINUTE],
	])('finds a memo that is dated back in the very second in which the ticket was read for one %s', async (_what, back) => {
		const scene = await Scene.set({ ...MESSAGES, lookback: 2 * HOUR });
		const ticket = scene.store.createTicket({ created_at: scene.now - DAY });
		scene.latency = 0;
		await scene.poll();
		scene.now = Math.ceil(scene.now / MINUTE) * MINUTE;
		const first = scene.store.addMessage(ticket.ticket_id, { sent_at: scene.now - back });
		expect(await given(scene, 0)).toEqual([first.message_id]);
		const memo = scene.store.addMessage(ticket.ticket_id, { sent_at: scene.now - HOUR });
		expect(ticket.last_updated_at).toBe(first.created_at);
		expect(messageIdsOf(await scene.allEvents())).toEqual([memo.message_id]);
	});

	it.each([
		['a draft', false, 5 * HOUR],
		['a draft from before the start', true, MINUTE],
	])('emits %s when it is sent, if sent messages are chosen, and no other mail', async (_what, isOld, pause) => {
		const scene = await Scene.set(inStates('sent'));
		const { ticket_id } = scene.store.createTicket({ created_at: scene.now - DAY });
		const write = () => scene.store.addMessage(ticket_id, { action_cd: 'draft' }).message_id;
		const before = isOld ? write() : undefined;
		scene.store.addMessage(ticket_id, { action_cd: 'sent' });
		scene.now += MINUTE;
		await scene.poll();
		const draft = before ?? write();
		expect(await scene.events()).toEqual([]);
		scene.store.addMessage(ticket_id);
		expect(await scene.events(pause)).toEqual([]);
		scene.store.sendDraft(draft);
		expect(messageIdsOf(await scene.allEvents())).toEqual([draft]);
	});

	it('does not read a ticket again at every poll because a message in it is dated ahead', async () => {
		const scene = await Scene.begun(MESSAGES);
		scene.create(1, () => ({ messages: [{ sent_at: scene.now + 3 * DAY, action_cd: 'scheduled' }] }));
		await scene.eventsOf(2);
		expect(scene.requests).toBeLessThanOrEqual(2);
	});

	it.each([
		['in one process', 120, false],
		['each in a new process, which has no view', 40, true],
	])('comes through a burst of messages that takes many polls, %s', async (_where, messages, vanishes) => {
		const scene = await Scene.set({ ...MESSAGES, maxRequests: 8 });
		const tickets = scene.create(120, (place) => ({ created_at: scene.now - DAY - place * MINUTE }));
		await scene.eventsOf(2);
		const sent = tickets.slice(-messages).map(({ ticket_id }) => scene.store.addMessage(ticket_id).message_id);
		const events = await scene.eventsOf(messages / 2, { before: () => vanishes && scene.newProcess() });
		expect(messageIdsOf(events).sort()).toEqual(sent);
	});
});
