/** New Comment (docs/trigger.md), with a clock of its own: histories, readings, memory, requests. */
import { DAY, HOUR, MINUTE, SECOND } from '../../nodes/SupportInbox/store/time';
import type { TicketEvent } from '../../nodes/SupportInbox/trigger/detect/events';
import type { EventName, Settings } from '../../nodes/SupportInbox/trigger/properties/settings';
import type { Simulator } from '../simulator';
import { Scene } from './scene';

const COMMENTS: Partial<Settings> = { events: ['newComment'], comments: { types: [], commentAuthors: [] } };
const withEvents = (...events: EventName[]) => ({ ...COMMENTS, events });
const textsOf = (events: readonly TicketEvent[]) => events.map(({ comment }) => comment?.comment);

/** A comment of now on the first message of a ticket. */
function say(scene: Scene, ticketId: number, comment: string, more: object = {}): void {
	scene.store.addComment(scene.store.ticket(ticketId).messages[0].message_id, { comment, commenter: 'user01', ...more });
}

/** A trigger that has begun, with a ticket that was there before; by the readings that are given. */
async function begun(age = HOUR, chosen: Parameters<typeof Scene.set>[0] = {}, options: Parameters<typeof Scene.set>[1] = {}): Promise<{ scene: Scene; id: number }> {
	const scene = await Scene.set({ ...COMMENTS, ...chosen }, options);
	const { ticket_id } = scene.store.createTicket({ created_at: scene.now - age });
	say(scene, ticket_id, 'old');
	scene.now += 2 * SECOND;
	await scene.eventsOf(2);
	return { scene, id: ticket_id };
}

describe('New Comment', () => {
	it.each([2 * DAY, 60 * DAY])('sees one in a ticket whose newest message is %i ms old', async (age) => {
		const { scene, id } = await begun(age);
		say(scene, id, 'late');
		expect(textsOf(await scene.eventsOf(2))).toEqual(['late']);
		expect(await scene.allEvents()).toEqual([]);
	});

	it('begins when it is chosen, also for the second time', async () => {
		const { scene, id } = await begun(HOUR, { events: ['newMessage'] });
		say(scene, id, 'before');
		await scene.eventsOf(2, { after: 10 * SECOND });
		scene.settings.events = ['newMessage', 'newComment'];
		expect(await scene.allEvents()).toEqual([]);
		say(scene, id, 'first');
		expect(textsOf(await scene.allEvents())).toEqual(['first']);
		scene.settings.events = ['ticketCreated'];
		await scene.events();
		say(scene, id, 'meanwhile');
		await scene.eventsOf(2);
		scene.settings.events = ['newComment'];
		await scene.eventsOf(3);
		say(scene, id, 'second');
		expect(textsOf(await scene.allEvents())).toEqual(['second']);
	});

	it('is not lost after the clock of the service was two days ahead', async () => {
		const { scene, id } = await begun();
		Object.assign(scene, { now: scene.now + 2 * DAY, clockOffset: -2 * DAY });
		say(scene, id, 'ahead');
		expect(textsOf(await scene.eventsOf(3))).toEqual(['ahead']);
		Object.assign(scene, { now: scene.now - 2 * DAY, clockOffset: 0 });
		await scene.poll();
		scene.now += SECOND;
		say(scene, id, 'right again');
		expect(textsOf(await scene.allEvents()).at(-1)).toBe('right again');
	});
});

describe('where a comment does not move last_updated_at, New Comment', () => {
	const stays = (age: number, chosen: Parameters<typeof Scene.set>[0] = {}) => begun(age, chosen, { lastUpdatedByComments: 'stays' });

	it('is none of those that came while the event was not chosen', async () => {
		const { scene, id } = await stays(2 * DAY);
		say(scene, id, 'first');
		scene.store.editTicket(id, { color_cd: 'red' });
		expect(textsOf(await scene.eventsOf(3))).toEqual(['first']);
		scene.settings.events = ['ticketCreated'];
		// Of an old ticket a new process knows nothing.
		scene.newProcess();
		await scene.events();
		say(scene, id, 'meanwhile');
		scene.now += MINUTE;
		scene.settings.events = ['newComment'];
		await scene.eventsOf(2);
		say(scene, id, 'second');
		scene.store.addMessage(id);
		expect(textsOf(await scene.allEvents())).toEqual(['second']);
	});

	it('comes within half of Lookback in a ticket with a message within it', async () => {
		const { scene, id } = await stays(10 * MINUTE, { lookback: 12 * HOUR });
		say(scene, id, 'unseen');
		expect(textsOf(await scene.eventsOf(6 * 12, { after: 5 * MINUTE }))).toEqual(['unseen']);
	});
});

it('what New Comment reads is what New Message reads, and the rows of watched tickets; a trigger with neither reads nothing more', async () => {
	/** @returns the requests of 30 polls in which people write in tickets */
	const requests = async (...events: EventName[]) => {
		const scene = await Scene.set(withEvents(...events));
		const tickets = scene.create(60, (place) => ({ created_at: scene.now - 2 * DAY - place * MINUTE }));
		await scene.eventsOf(4);
		const before = scene.service.requests;
		await scene.eventsOf(30, { before: (poll) => poll % 3 === 0 && void scene.store.addMessage(tickets[poll % 4].ticket_id) });
		return scene.service.requests - before;
	};
	const [messages, comments, changes, both] = [await requests('newMessage'), await requests('newComment'), await requests('newMessage', 'ticketFieldChanged'), await requests('newMessage', 'newComment')];
	expect(comments).toBe(changes);
	expect(both).toBe(comments);
	expect(messages).toBeLessThan(comments);
	// Two of their rows for each page of the watched tickets.
	expect(comments - messages).toBeLessThanOrEqual(2 * 30);
});

it.each<[string, Parameters<Simulator['faults']['add']>[0]]>([
	['cannot be shown', { kind: 'status', status: 500, when: { path: /tickets\/\d+$/, times: 3 } }],
	['comes with something odd in the place of its comments', { kind: 'partial', replace: { 'messages.comments': 'none' }, when: { path: /tickets\/\d+$/, times: 1 } }],
	['comes with a null among them', { kind: 'partial', replace: { 'messages.comments': [null] }, when: { path: /tickets\/\d+$/, times: 1 } }],
])('a comment in a ticket that %s comes once, when it can be read', async (_what, fault) => {
	const { scene, id } = await begun();
	say(scene, id, 'before');
	expect(textsOf(await scene.events())).toEqual(['before']);
	scene.simulator.faults.add(fault);
	say(scene, id, 'then');
	await scene.eventsOf(1);
	scene.now += 2 * SECOND;
	say(scene, id, 'later');
	expect(textsOf(await scene.allEvents()).filter((text) => text !== 'then')).toEqual(['later']);
});
