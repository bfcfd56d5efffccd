/** An event that is added to a trigger that runs emits what happens from then on. */
import { DAY, HOUR, MINUTE } from '../../nodes/SupportInbox/store/time';
import type { EventName } from '../../nodes/SupportInbox/trigger/properties/settings';
import { beginMessages } from '../../nodes/SupportInbox/trigger/state/begin';
import { inbox, NOW, settings } from './samples';
import { idsOf, messageIdsOf, Scene } from './scene';

it('Ticket Field Changed emits nothing of before, and what changes from then on', async () => {
	const scene = await Scene.begun();
	const tickets = scene.create(60);
	await scene.allEvents();
	await scene.eventsOf(2, { after: 2 * DAY });
	for (const { ticket_id } of tickets) scene.store.editTicket(ticket_id, { status_cd: 'closed' });
	await scene.eventsOf(24, { after: HOUR });
	scene.settings.events = ['ticketCreated', 'ticketFieldChanged'];
	expect(await scene.allEvents()).toEqual([]);
	scene.store.editTicket(tickets[0].ticket_id, { status_cd: 'open' });
	expect(idsOf(await scene.allEvents())).toEqual([tickets[0].ticket_id]);
});

it.each([
	['right, in the same process', 0, false],
	['ahead: nothing is lost', 10 * MINUTE, true],
	['behind: nothing of before is emitted', -HOUR, true],
])("New Message, with the clock of n8n's machine %s", async (_what, clockOffset, isNew) => {
	const scene = await Scene.begun();
	const { ticket_id } = scene.store.createTicket();
	await scene.eventsOf(10);
	scene.store.addMessage(ticket_id);
	await scene.eventsOf(5);
	// The first poll of a new process is one with the new event.
	scene.clockOffset = clockOffset;
	if (isNew) scene.newProcess();
	scene.settings.events = ['newMessage'];
	const events = await scene.events();
	const { message_id } = scene.store.addMessage(ticket_id);
	events.push(...(await scene.allEvents()));
	expect(messageIdsOf(events)).toEqual([message_id]);
});

describe('an event that was removed and is added again emits nothing of before', () => {
	it.each<[EventName, EventName[]]>([
		['newMessage', ['ticketCreated']],
		['ticketUnanswered', ['ticketCreated']],
		['ticketUnanswered', ['newMessage']],
	])('%s, with %j in between', async (event, between) => {
		// The tickets are older than the look-back, so that no poll in between reads them.
		const scene = await Scene.begun({ events: [event], unanswered: { first: 4 * HOUR }, lookback: HOUR });
		const [{ ticket_id }, { ticket_id: other }] = scene.create(2);
		await scene.eventsOf(3, { after: HOUR });
		scene.settings.events = between;
		expect(await scene.events()).toEqual([]);
		if (between[0] === 'ticketCreated') scene.store.addMessage(other);
		scene.now += MINUTE;
		scene.settings.events = [event];
		expect(await scene.eventsOf(300)).toEqual([]);
		scene.store.addMessage(ticket_id);
		expect(idsOf(await scene.eventsOf(250))).toEqual([ticket_id]);
	});

	it('New Message, of a ticket that waits to be read', () => {
		const memory = inbox({ queue: { 1: { detailsFrom: NOW, messagesSince: NOW - DAY } } });
		beginMessages(memory, settings({ events: ['ticketCreated'] }), NOW);
		expect(memory.queue).toEqual({ 1: { detailsFrom: NOW } });
	});
});

it('Ticket Unanswered, added again, begins no wait with a message that came meanwhile outside of the filters', async () => {
	const scene = await Scene.begun({ events: ['newMessage', 'ticketUnanswered'], unanswered: { first: HOUR }, filters: { statusCds: ['open'] } });
	const { ticket_id } = scene.store.createTicket();
	await scene.eventsOf(3);
	scene.store.editTicket(ticket_id, { status_cd: 'closed' });
	await scene.eventsOf(3);
	scene.settings = { ...scene.settings, events: ['newMessage'] };
	await scene.eventsOf(3);
	scene.store.addMessage(ticket_id, { action_cd: 'received' });
	await scene.eventsOf(180);
	scene.settings = { ...scene.settings, events: ['newMessage', 'ticketUnanswered'] };
	await scene.eventsOf(3);
	scene.store.editTicket(ticket_id, { status_cd: 'open' });
	expect(await scene.eventsOf(30)).toEqual([]);
});
