/** New Comment (docs/trigger.md), with a clock of its own: histories, readings, memory, requests. */
import type { TicketEvent } from '../../nodes/SupportInbox/trigger/detect/events';
import type { EventName, Settings } from '../../nodes/SupportInbox/trigger/properties/settings';
import { DAY, HOUR, MINUTE, SECOND } from '../../nodes/SupportInbox/trigger/time';
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
	it('emits each comment once, in new and old tickets, beside old and new messages, two alike as two', async () => {
		const { scene, id } = await begun();
		say(scene, id, 'beside an old message');
		const fresh = scene.store.createTicket();
		say(scene, fresh.ticket_id, 'alike');
		say(scene, fresh.ticket_id, 'alike');
		expect(textsOf(await scene.allEvents()).sort()).toEqual(['alike', 'alike', 'beside an old message']);
		const { message_id } = scene.store.addMessage(id);
		scene.store.addComment(message_id, { comment: 'beside a new message' });
		scene.now += SECOND;
		say(scene, fresh.ticket_id, 'alike');
		const events = await scene.allEvents();
		expect(textsOf(events).sort()).toEqual(['alike', 'beside a new message']);
		expect(events.find(({ comment }) => comment?.comment !== 'alike')).toMatchObject({ event: 'newComment', message_box_id: 101, ticket_id: id, message: { message_id } });
	});

	it.each([2 * DAY, 60 * DAY])('sees one in a ticket whose newest message is %i ms old', async (age) => {
		const { scene, id } = await begun(age);
		say(scene, id, 'late');
		expect(textsOf(await scene.eventsOf(2))).toEqual(['late']);
		expect(await scene.allEvents()).toEqual([]);
	});

	it('sees what asks for approval in the draft that it is about, and what follows', async () => {
		const { scene, id } = await begun();
		const { message_id } = scene.store.addMessage(id, { action_cd: 'requested', body: 'Dear Anna' });
		const happen = async (comment_type: 'request' | 'pullback' | 'reject' | 'approve') => {
			scene.store.addComment(message_id, { comment_type, comment: '', commenter: 'user02' });
			return (await scene.events()).map(({ comment, message }) => [comment?.comment_type, message?.body]);
		};
		for (const type of ['request', 'pullback', 'request', 'reject', 'request', 'approve'] as const) {
			expect(await happen(type)).toEqual([[type, 'Dear Anna']]);
		}
	});

	it('emits nothing of before the start; since a date what came since then', async () => {
		const scene = await Scene.set({ ...COMMENTS, start: { mode: 'date', at: 0 } });
		const { ticket_id } = scene.store.createTicket({ created_at: scene.now - 9 * DAY });
		say(scene, ticket_id, 'before', { commented_at: scene.now - 9 * DAY + MINUTE });
		say(scene, ticket_id, 'since', { commented_at: scene.now - DAY });
		scene.store.addMessage(ticket_id, { created_at: scene.now - DAY });
		scene.settings.start = { mode: 'date', at: scene.now - 2 * DAY };
		expect(textsOf(await scene.allEvents())).toEqual(['since']);
		const other = await Scene.set({ ...COMMENTS, start: { mode: 'now' } });
		say(other, other.store.createTicket().ticket_id, 'before');
		other.now += 2 * SECOND;
		expect(await other.allEvents()).toEqual([]);
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

	it('emits what came while n8n was stopped, and again only what was emitted after n8n has saved', async () => {
		const { scene, id } = await begun();
		say(scene, id, 'saved');
		expect(textsOf(await scene.events())).toEqual(['saved']);
		const bringBack = scene.save();
		say(scene, id, 'not saved');
		expect(textsOf(await scene.events())).toEqual(['not saved']);
		scene.newProcess();
		bringBack();
		say(scene, id, 'while it was stopped');
		scene.now += 3 * DAY;
		expect(textsOf(await scene.allEvents())).toEqual(['not saved', 'while it was stopped']);
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

	it.each(['messagesAndEdits', 'messages', 'edits', 'never'] as const)('comes with the next message or change of its ticket, also where %s move it', async (lastUpdatedMoves) => {
		for (const next of [(scene: Scene, id: number) => void scene.store.addMessage(id), (scene: Scene, id: number) => void scene.store.editTicket(id, { color_cd: 'red' })]) {
			const { scene, id } = await begun(2 * DAY, {}, { lastUpdatedByComments: 'stays', lastUpdatedMoves });
			say(scene, id, 'unseen');
			expect(await scene.eventsOf(3)).toEqual([]);
			next(scene, id);
			expect(textsOf(await scene.allEvents())).toEqual(['unseen']);
		}
	});

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

	it('comes once of a ticket that had to be forgotten, and shows up again', async () => {
		const scene = await Scene.set({ ...COMMENTS, lookback: 4 * HOUR }, { lastUpdatedByComments: 'stays', lastUpdatedMoves: 'never' });
		const [first, ...others] = scene.create(8, () => ({ created_at: scene.now - 2 * DAY }));
		await scene.eventsOf(2);
		scene.store.addMessage(first.ticket_id);
		await scene.eventsOf(10, { after: 8 * MINUTE });
		say(scene, first.ticket_id, 'known');
		expect(textsOf(await scene.eventsOf(24, { after: 5 * MINUTE }))).toEqual(['known']);
		scene.limits = { ...scene.limits, tickets: 7 };
		for (let round = 0; round < 2; round++) {
			scene.now += 2 * HOUR;
			for (const { ticket_id } of others) scene.store.addMessage(ticket_id);
			await scene.eventsOf(4);
		}
		expect(scene.state.inboxes[101].tickets).not.toHaveProperty(String(first.ticket_id));
		scene.store.addMessage(first.ticket_id);
		expect(await scene.allEvents()).toEqual([]);
		say(scene, first.ticket_id, 'later');
		scene.store.addMessage(first.ticket_id);
		expect(textsOf(await scene.allEvents())).toEqual(['later']);
	});

	it('comes within half of Lookback in a ticket with a message within it', async () => {
		const { scene, id } = await stays(10 * MINUTE, { lookback: 12 * HOUR });
		say(scene, id, 'unseen');
		expect(textsOf(await scene.eventsOf(6 * 12, { after: 5 * MINUTE }))).toEqual(['unseen']);
	});
});

describe('what New Comment reads', () => {
	it('is what New Message reads, and the rows of watched tickets; a trigger with neither reads nothing more', async () => {
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

	it('is read once for several triggers with the same token', async () => {
		const { scene, id } = await begun();
		const other = scene.another(scene.settings);
		await other();
		say(scene, id, 'one');
		expect(textsOf(await scene.events())).toEqual(['one']);
		expect(scene.requests).toBeLessThanOrEqual(4);
		const { events, requests } = await other();
		expect([textsOf(events), requests]).toEqual([['one'], 0]);
	});
});

describe('faults', () => {
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
});
