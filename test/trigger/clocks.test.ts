/** n8n's clock, and that of the service, are wrong: nothing rests on a time that no answer has shown. */
import { DAY, HOUR, MINUTE } from '../../nodes/SupportInbox/store/time';
import { MIN_REQUESTS } from '../../nodes/SupportInbox/trigger/properties/settings';
import type { Ticket } from '../simulator';
import { type Chosen, idsOf, LIMITED, messageIdsOf, Scene } from './scene';

/** These are the service's own times of a ticket and its messages. */
const OF_TICKET = /\.(created|updated|ahead)$/;

/** The times that a trigger has stored and that lie ahead. */
function aheadIn({ state, now }: Scene): string[] {
	const ahead: string[] = [];
	const look = (value: unknown, name: string) => {
		if (typeof value === 'number' && value > now + MINUTE && value < now + 1_000 * DAY) ahead.push(name);
		if (typeof value === 'object' && value !== null) for (const [key, inner] of Object.entries(value)) look(inner, `${name}.${key}`);
	};
	look(state.inboxes, 'inboxes');
	return ahead.filter((name) => !OF_TICKET.test(name));
}

describe("n8n's clock is two days ahead when the process starts", () => {
	it('does not make a trigger without New Message miss what is dated back', async () => {
		const scene = await Scene.begun({ events: ['ticketCreated'] });
		scene.create(60, (place) => ({ created_at: scene.now - HOUR - place * MINUTE }));
		await scene.allEvents();
		scene.clockOffset = 2 * DAY;
		scene.newProcess();
		await scene.poll();
		expect(aheadIn(scene)).toEqual([]);
		scene.clockOffset = 0;
		scene.newProcess();
		const { ticket_id } = scene.store.createTicket({ messages: [{ sent_at: scene.now - 3 * HOUR }] });
		expect(idsOf(await scene.allEvents())).toEqual([ticket_id]);
	});

	it('does not end a wait, also when the service does not answer', async () => {
		const scene = await Scene.begun({ events: ['ticketUnanswered'], unanswered: { first: 4 * HOUR } });
		scene.create(1);
		await scene.allEvents();
		scene.clockOffset = 2 * DAY;
		scene.newProcess();
		scene.fail({ kind: 'status', status: 503 });
		await scene.poll();
		expect(aheadIn(scene)).toEqual([]);
		expect(scene.state.inboxes[101].queue).toEqual({});
		scene.simulator.faults.clear();
		expect(await scene.events()).toEqual([]);
		expect(await scene.eventsOf(4, { after: HOUR })).toHaveLength(1);
	});

	it('does not forget an inbox that is missing in that moment', async () => {
		const scene = await Scene.begun({ inboxes: undefined });
		scene.clockOffset = 2 * DAY;
		scene.newProcess();
		scene.fail({ kind: 'status', status: 503 }, /tickets/);
		scene.simulator.faults.add({ kind: 'rewritten', rewrite: (text) => JSON.stringify((JSON.parse(text) as Array<{ message_box_id: number }>).filter(({ message_box_id }) => message_box_id !== 102)), when: { path: /message_boxes/ } });
		await scene.poll();
		expect(Object.keys(scene.state.inboxes)).toContain('102');
		scene.simulator.faults.clear();
		const { ticket_id } = scene.store.createTicket({ message_box_id: 102 });
		expect(idsOf(await scene.eventsOf(3))).toContain(ticket_id);
	});
});

it.each([
	['in the same process', false],
	['in another process', true],
])('a clock of the service that was an hour ahead delays nothing when it is right again, %s', async (_what, isNew) => {
	const scene = await Scene.begun({ events: ['ticketCreated', 'newMessage', 'ticketFieldChanged'] });
	scene.create(3);
	await scene.allEvents();
	scene.now += HOUR;
	scene.clockOffset = -HOUR;
	scene.create(3);
	expect(await scene.eventsOf(3)).toHaveLength(6);
	scene.now -= HOUR;
	scene.clockOffset = 0;
	if (isNew) scene.newProcess();
	await scene.poll();
	const [{ ticket_id }] = scene.create(1);
	expect((await scene.eventsOf(3)).map((event) => [event.event, event.ticket_id])).toEqual([['ticketCreated', ticket_id], ['newMessage', ticket_id]]);
	scene.store.editTicket(ticket_id, { color_cd: 'red' });
	expect(await scene.eventsOf(3)).toHaveLength(1);
	expect(await scene.allEvents()).toEqual([]);
	expect(aheadIn(scene)).toEqual([]);
});

it.each([
	['at the start', true],
	['later', false],
])('an answer whose Date is three hours ahead %s hides no later message', async (_what, isAtStart) => {
	const scene = await Scene.set({ events: ['newMessage', 'ticketCreated'], lookback: HOUR });
	const [{ ticket_id }] = scene.create(1, () => ({ created_at: scene.now - DAY }));
	if (!isAtStart) await scene.eventsOf(3);
	scene.now += 3 * HOUR;
	scene.clockOffset = -3 * HOUR;
	await scene.poll();
	scene.now -= 3 * HOUR;
	scene.clockOffset = 0;
	await scene.poll();
	const { message_id } = scene.store.addMessage(ticket_id);
	const [fresh] = scene.create(1);
	const emitted = await scene.allEvents();
	expect(messageIdsOf(emitted)).toContain(message_id);
	expect(idsOf(emitted)).toContain(fresh.ticket_id);
	expect(emitted).toHaveLength(3);
});

/**
 * What happens while the service's clock is ahead, and when it is right again. The trigger begins while it is ahead, or before. The ticket
 * that `ahead` returns, otherwise that of two hours ago, is emitted then: within so many polls, and once where `emits` is missing.
 */
interface Row {
	chosen: Chosen;
	beginsBefore?: true;
	ahead?: (scene: Scene, ticket: Ticket) => Ticket | void;
	right?: (scene: Scene, ticket: Ticket) => void;
	within: number;
	emits?: number;
}

const DETAILS = /tickets\/\d+$/;
const COMMENTS: Chosen = { events: ['newComment'] };
const WAITS: Chosen = { events: ['ticketUnanswered'], unanswered: { first: HOUR, again: HOUR } };

function addComment({ store, now }: Scene, { messages: [message] }: Ticket): void {
	store.addComment(message, { comment: `Checked at ${now}` });
}

function createHidden({ store }: Scene): Ticket {
	const ticket = store.createTicket();
	store.unshowable.hide(ticket.ticket_id, { status: 500 });
	return ticket;
}

function createQueued(scene: Scene): Ticket {
	scene.fail(LIMITED, DETAILS);
	return scene.store.createTicket({ created_at: scene.now - HOUR, messages: [{ created_at: scene.now, sent_at: scene.now }] });
}

it.each<[string, Row]>([
	['a comment is emitted (commentsSince)', { chosen: COMMENTS, right: addComment, within: 2 }],
	['a comment after another one is emitted (newFrom of comments)', { chosen: COMMENTS, ahead: addComment, right: addComment, within: 2 }],
	['a message in a ticket of the work queue is emitted (messagesSince)', {
		chosen: { events: ['newMessage'], filters: { methodCds: ['mail'] } },
		ahead: createQueued,
		right: ({ simulator, store }, ticket) => {
			simulator.faults.clear();
			store.addMessage(ticket);
		},
		within: 2,
		emits: 2,
	}],
	['a ticket of the work queue has its turn before later ones (detailsFrom)', {
		chosen: { events: ['newMessage'], maxRequests: MIN_REQUESTS },
		beginsBefore: true,
		ahead: (scene, ticket) => {
			scene.store.addMessage(ticket);
			scene.fail(LIMITED, DETAILS);
		},
		right: (scene) => {
			scene.simulator.faults.clear();
			scene.create(20);
		},
		within: 1,
	}],
	['an inbox has its turn among others (servedAt)', {
		chosen: { events: ['newMessage'], inboxes: [101, 102, 103], maxRequests: MIN_REQUESTS },
		beginsBefore: true,
		ahead: ({ store }, ticket) => void store.addMessage(ticket),
		right: (scene, ticket) => {
			for (const message_box_id of [102, 103]) scene.create(30, () => ({ message_box_id }));
			scene.store.addMessage(ticket);
		},
		within: 8,
	}],
	['a wait that began before ends in time (since of the wait)', {
		chosen: WAITS,
		ahead: ({ store }, ticket) => void store.addMessage(ticket),
		within: 62,
	}],
	['a reminder counts from then (emittedAt)', { chosen: { ...WAITS, start: { mode: 'daysAgo', age: DAY } }, within: 62 }],
	['a message begins a wait in a ticket that was left out unread (unreadFrom)', {
		chosen: { ...WAITS, filters: { statusCds: ['open'] } },
		ahead: ({ store }, ticket) => void store.editTicket(ticket, { status_cd: 'closed' }),
		right: ({ store }, ticket) => {
			store.editTicket(ticket, { status_cd: 'open' });
			store.addMessage(ticket);
		},
		within: 62,
	}],
	['a ticket that can be shown again is emitted (next try)', {
		chosen: { includeMessages: true },
		ahead: createHidden,
		right: ({ store }) => store.unshowable.show(),
		within: 2,
	}],
	['a ticket that cannot be shown is emitted after an hour (since of the tries)', {
		chosen: { startedBy: ['customer'] },
		ahead: createHidden,
		within: 62,
	}],
])('when a clock of the service that was three hours ahead is right again, %s', async (_what, row) => {
	const { chosen, beginsBefore, ahead, right, within, emits = 1 } = row;
	const scene = await Scene.set(chosen);
	const [old] = scene.create(1, () => ({ created_at: scene.now - 2 * HOUR }));
	if (beginsBefore) await scene.poll();
	scene.now += 3 * HOUR;
	scene.clockOffset = -3 * HOUR;
	await scene.poll();
	const ticket = ahead?.(scene, old) ?? old;
	await scene.poll();
	scene.now -= 3 * HOUR;
	scene.clockOffset = 0;
	await scene.poll();
	right?.(scene, ticket);
	expect(idsOf(await scene.eventsOf(within)).filter((id) => id === ticket.ticket_id)).toHaveLength(emits);
});
