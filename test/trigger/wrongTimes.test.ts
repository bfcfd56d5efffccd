/** Times that are labelled wrong, or not at all, or written in another form of ISO 8601; answers of an outdated index. */
import type { IDataObject } from 'n8n-workflow';
import { Ledgers } from '../../nodes/SupportInbox/ledger/ledgers';
import { DAY, HOUR, MINUTE, SECOND } from '../../nodes/SupportInbox/trigger/time';
import { inJson } from '../simulator/faults';
import { NO_ODDITIES, type Oddities } from '../simulator/oddities';
import { requestOf } from './longRun/service';
import { idsOf, messageIdsOf, Scene } from './scene';

const TIME = /"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?Z"/g;

/** All times of answers are written so. @param form of a time (ms) */
function timesAs(scene: Scene, form: (at: number) => string): void {
	const rewrite = (text: string) => text.replace(TIME, (time) => JSON.stringify(form(Date.parse(JSON.parse(time) as string))));
	scene.simulator.faults.add({ kind: 'rewritten', rewrite, when: { path: /tickets/, times: 'always' } });
}

const local = (offset: number, label: string) => (at: number) => new Date(at + offset).toISOString().slice(0, 19) + label;

/** A service with times of this kind, whose other times are right. */
interface Kind {
	odd?: Partial<Oddities>;
	form?: (at: number) => string;
}

describe.each<[string, Kind]>([
	// The service takes times in searches for what it calls so itself.
	['local times, nine hours ahead, labelled as UTC', { odd: { timesAhead: 9 * HOUR } }],
	['local times, three hours behind, labelled as UTC', { odd: { timesAhead: -3 * HOUR } }],
	['local times, nine hours ahead, without an offset', { form: local(9 * HOUR, '') }],
	['local times, five hours behind, without an offset', { form: local(-5 * HOUR, '') }],
	['times in UTC without an offset', { form: local(0, '') }],
])('%s', (_what, { odd, form }) => {
	const begin = async (chosen: Parameters<typeof Scene.set>[0]) => await Scene.set(chosen, { odd: { ...NO_ODDITIES, ...odd } });
	const asForm = (scene: Scene) => form !== undefined && timesAs(scene, form);

	it('From Now On emits nothing of before, and each new ticket, message and change once', async () => {
		const scene = await begin({ events: ['ticketCreated', 'newMessage', 'ticketChanged'] });
		const old = scene.create(120, (place) => ({ created_at: scene.now - MINUTE - place * 12 * MINUTE }));
		asForm(scene);
		scene.now += 2 * SECOND;
		expect(await scene.eventsOf(20)).toEqual([]);
		const message = scene.store.addMessage(old[60].ticket_id);
		const [fresh] = scene.create(1);
		scene.store.editTicket(old[3].ticket_id, { color_cd: 'red' });
		const emitted = await scene.eventsOf(20);
		expect(emitted.map(({ event, ticket_id }) => `${event} ${ticket_id}`).sort()).toEqual([
			`newMessage ${message.ticket.ticket_id}`, `newMessage ${fresh.ticket_id}`, `ticketChanged ${old[3].ticket_id}`, `ticketCreated ${fresh.ticket_id}`,
		]);
	});

	it('a wait is emitted when its time is up', async () => {
		const scene = await begin({ events: ['ticketUnanswered'], unanswered: { first: 2 * HOUR } });
		scene.create(3, (place) => ({ created_at: scene.now - HOUR * (place + 1), status_cd: 'closed' }));
		asForm(scene);
		await scene.poll();
		// A ticket that moves while it is watched shows by how much the times are ahead.
		const waiting = scene.create(2);
		for (const ticket of waiting) {
			await scene.events();
			scene.store.editTicket(ticket.ticket_id, { color_cd: 'red' });
		}
		await scene.eventsOf(2);
		const emitted = await scene.eventsOf(110);
		expect(emitted).toEqual([]);
		const waits = await scene.eventsOf(20);
		// In UTC, where a time has no offset; a wrong offset is taken as it is.
		expect(waits.map(({ waiting_since }) => waiting_since)).toEqual(waiting.map(({ created_at }) => new Date(created_at).toISOString()));
	});
});

it.each<[string, Kind]>([
	['nine hours ahead, labelled as UTC', { odd: { timesAhead: 9 * HOUR } }],
	['nine hours ahead, without an offset', { form: local(9 * HOUR, '') }],
	['five hours behind, without an offset', { form: local(-5 * HOUR, '') }],
])('Since a Date is that moment where times are %s', async (_what, { odd, form }) => {
	// The clock of the simulator is that of its tickets.
	const at = Date.parse('2026-03-02T06:00:00Z') - (odd?.timesAhead ?? 0);
	const scene = await Scene.set({ start: { mode: 'sinceDate', at } }, { odd: { ...NO_ODDITIES, ...odd } });
	const [newest, after] = scene.create(3, (place) => ({ created_at: scene.now - MINUTE - place * 90 * MINUTE }));
	if (form !== undefined) timesAs(scene, form);
	expect(idsOf(await scene.eventsOf(3))).toEqual([after.ticket_id, newest.ticket_id]);
});

it('business hours are those of the clock where times have no offset', async () => {
	const hours = { days: [1, 2, 3, 4, 5, 6, 7], from: 9 * 60, to: 18 * 60, holidays: [], zone: 'UTC' };
	const scene = await Scene.set({ events: ['ticketUnanswered'], unanswered: { first: HOUR, hours } });
	const [ticket] = scene.create(1, () => ({ created_at: scene.now - MINUTE }));
	timesAs(scene, local(9 * HOUR, ''));
	await scene.poll();
	scene.store.addMessage(ticket.ticket_id);
	// It is eight o'clock: the hour is over at ten.
	expect(await scene.eventsOf(115)).toEqual([]);
	expect(idsOf(await scene.eventsOf(10))).toEqual([ticket.ticket_id]);
});

it('what happens in a quiet inbox is emitted when an edit has shown that times are behind the clock, and nothing of before is', async () => {
	const scene = await Scene.set({ events: ['ticketCreated', 'newMessage'], inboxes: [101, 102] }, { odd: { ...NO_ODDITIES, timesAhead: -5 * HOUR } });
	const [old] = scene.create(30, (place) => ({ created_at: scene.now - (place + 1) * HOUR }));
	await scene.eventsOf(3);
	// Nobody can know that it is new: it looks like one of five hours ago.
	const [fresh] = scene.create(1, () => ({ message_box_id: 102 }));
	expect(await scene.eventsOf(30)).toEqual([]);
	const { message_id } = scene.store.addMessage(old.ticket_id);
	scene.store.editTicket(old.ticket_id, { color_cd: 'red' });
	const emitted = await scene.eventsOf(5);
	expect(emitted.map(({ event, ticket_id }) => `${event} ${ticket_id}`).sort()).toEqual([`newMessage ${old.ticket_id}`, `newMessage ${fresh.ticket_id}`, `ticketCreated ${fresh.ticket_id}`]);
	expect(messageIdsOf(emitted)).toContain(message_id);
	expect(await scene.eventsOf(60)).toEqual([]);
});

it.each([-3, -1, 2, 9])('a mail that is dated by %i hours, whose time its ticket takes over, makes nothing of before new', async (hours) => {
	const scene = await Scene.set({ events: ['ticketCreated', 'newMessage', 'ticketChanged'] });
	const old = scene.create(7, (place) => ({ created_at: scene.now - (place + 1) * 70 * MINUTE }));
	for (const ticket of old) ticket.last_updated_at = ticket.created_at;
	expect(await scene.eventsOf(5)).toEqual([]);
	const sent_at = scene.now + hours * HOUR;
	const { message_id, ticket } = scene.store.addMessage(old[5].ticket_id, { sent_at });
	ticket.last_updated_at = sent_at;
	expect(messageIdsOf(await scene.eventsOf(10))).toEqual([message_id]);
	const [fresh] = scene.create(1);
	expect(idsOf(await scene.eventsOf(10))).toEqual([fresh.ticket_id, fresh.ticket_id]);
});

it.each<[string, (at: number) => string]>([
	['an offset of hours alone', (at) => local(9 * HOUR, '+09')(at)],
	['an offset without a colon', (at) => local(-5 * HOUR, '-0500')(at)],
	['a comma before the fraction', (at) => new Date(at).toISOString().replace('.', ',')],
	['the basic form', (at) => `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`],
	['a blank between date and time', (at) => new Date(at).toISOString().replace('T', ' ')],
	['no seconds', (at) => `${new Date(at).toISOString().slice(0, 16)}Z`],
])('times with %s are read', async (_what, form) => {
	const scene = await Scene.set({ events: ['ticketCreated', 'newMessage'] });
	const [old] = scene.create(1, () => ({ created_at: scene.now - HOUR }));
	timesAs(scene, form);
	expect(await scene.eventsOf(2)).toEqual([]);
	scene.now = Math.ceil(scene.now / MINUTE) * MINUTE + SECOND;
	const { message_id } = scene.store.addMessage(old.ticket_id);
	const [fresh] = scene.create(1);
	const emitted = await scene.allEvents();
	expect(idsOf(emitted).sort()).toEqual([old.ticket_id, fresh.ticket_id, fresh.ticket_id]);
	expect(messageIdsOf(emitted)).toContain(message_id);
});

it('a row with a time that cannot be read keeps its place: its ticket is emitted once', async () => {
	const scene = await Scene.begun({ events: ['ticketCreated', 'ticketChanged'] });
	timesAs(scene, () => 'today');
	const [{ ticket_id }] = scene.create(1);
	expect(idsOf(await scene.eventsOf(3))).toEqual([ticket_id]);
	scene.store.editTicket(ticket_id, { color_cd: 'red' });
	expect(idsOf(await scene.eventsOf(3))).toEqual([ticket_id]);
});

it('an inbox that is quiet at the start shows too little of the offset: what was there is not emitted when another inbox shows it', async () => {
	const scene = await Scene.set({ events: ['newMessage'], inboxes: [101, 102] }, { lastUpdatedMoves: 'never' });
	const [quiet] = scene.create(1, () => ({ message_box_id: 101, created_at: scene.now - 3 * HOUR }));
	scene.create(1, () => ({ message_box_id: 102, created_at: scene.now - MINUTE }));
	scene.store.addMessage(quiet.ticket_id);
	timesAs(scene, local(9 * HOUR, ''));
	scene.now += 2 * SECOND;
	expect(await scene.eventsOf(5)).toEqual([]);
	const { message_id } = scene.store.addMessage(quiet.ticket_id);
	expect(messageIdsOf(await scene.eventsOf(5))).toEqual([message_id]);
});

it('a new process goes on with the offset that was stored, though the inbox is quiet by then', async () => {
	const scene = await Scene.set({ events: ['newMessage'] }, { lastUpdatedMoves: 'never' });
	const [ticket] = scene.create(1, () => ({ created_at: scene.now - MINUTE }));
	timesAs(scene, local(9 * HOUR, ''));
	await scene.eventsOf(3);
	scene.now += 3 * HOUR;
	scene.newProcess();
	await scene.eventsOf(3);
	expect(scene.state.stamps.ahead).toBe(9 * HOUR);
	const { message_id } = scene.store.addMessage(ticket.ticket_id);
	expect(messageIdsOf(await scene.eventsOf(3))).toEqual([message_id]);
});

it('a comment that a node has left is its own where times are nine hours ahead', async () => {
	const scene = await Scene.set({ events: ['newComment'], ignoreOwn: 'allWorkflows' }, { odd: { ...NO_ODDITIES, timesAhead: 9 * HOUR } });
	const [ticket] = scene.create(1, () => ({ created_at: scene.now - MINUTE }));
	await scene.eventsOf(3);
	const [sentAt, text] = [scene.now, 'By a node'];
	const leave = (comment: string) => scene.store.addComment(ticket.messages[0].message_id, { comment_type: 'assign', commenter: 'api', comment });
	leave(text);
	const times = { sentAt, answeredAt: scene.now, onService: { earliest: sentAt - 9 * HOUR, latest: scene.now - 9 * HOUR + SECOND } };
	const values = { messageBoxId: 101, ticketId: ticket.ticket_id };
	scene.session.of(Ledgers).takeWrite({ method: 'PUT', path: '', values, body: { assignee: 'user02', assign_comment: text }, answer: {}, confirmed: true, workflowId: undefined, ...times });
	leave('By a person');
	const comments = (await scene.eventsOf(5)).map(({ comment }) => comment?.comment);
	expect(comments).toEqual(['By a person']);
});

it('a comment that comes with a change into the filters is emitted, where a row still shows the ticket of before', async () => {
	const scene = await Scene.set({ events: ['newComment'], filters: { statusCds: ['open'] } }, { odd: { ...NO_ODDITIES, searchLag: 5_000 } });
	const [ticket] = scene.create(1, () => ({ created_at: scene.now - HOUR, status_cd: 'closed' }));
	await scene.eventsOf(3);
	scene.store.editTicket(ticket.ticket_id, { status_cd: 'open' });
	scene.store.addComment(ticket.messages[0].message_id, { comment: 'Look' });
	expect(await scene.events(2 * SECOND)).toEqual([]);
	expect((await scene.eventsOf(5)).map(({ comment }) => comment?.comment)).toEqual(['Look']);
});

it.each([
	['at the start', true],
	['later', false],
])('an answer whose Date is three hours ahead %s hides no later message', async (_what, isAtStart) => {
	const scene = await Scene.set({ events: ['newMessage', 'ticketCreated'], lookBack: HOUR });
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

describe('an outdated index', () => {
	/** The next searches show the ticket as it was. */
	const outdated = (scene: Scene, before: object, times: number | 'always') => {
		const rewrite = inJson((rows) => (rows as IDataObject[]).map((row) => (row.ticket_id === (before as IDataObject).ticket_id ? { ...before } : row)));
		scene.simulator.faults.add({ kind: 'rewritten', rewrite, when: { path: /search/, times } });
	};
	const rowOf = async (scene: Scene, id: number) => {
		const outcome = await scene.simulator.handle(requestOf(scene.simulator, 'POST', '/api/v2/101/tickets/search', { ticket_ids: [id] }));
		return (JSON.parse((outcome as { body: Buffer }).body.toString()) as object[])[0];
	};

	/** A ticket has become red, and that was emitted. @returns its row from before */
	const changed = async () => {
		const scene = await Scene.begun({ events: ['ticketChanged'] });
		const [{ ticket_id }] = scene.create(1);
		await scene.eventsOf(2);
		const before = await rowOf(scene, ticket_id);
		scene.store.editTicket(ticket_id, { color_cd: 'red' });
		expect(await scene.events()).toHaveLength(1);
		return { scene, before };
	};

	it('makes one change of one, and none of the row that shows what was before', async () => {
		const { scene, before } = await changed();
		outdated(scene, before, 1);
		expect(await scene.eventsOf(5)).toEqual([]);
		outdated(scene, before, 1);
		scene.newProcess();
		expect(await scene.eventsOf(5)).toEqual([]);
	});

	it('is believed after ten minutes, as where a backup was restored', async () => {
		const { scene, before } = await changed();
		outdated(scene, before, 'always');
		expect(await scene.eventsOf(9)).toEqual([]);
		expect((await scene.eventsOf(4)).map(({ changes }) => changes)).toEqual([{ color_cd: { from: 'red', to: null } }]);
	});

	it('that lags behind a write of this process starts no workflow by it', async () => {
		const scene = await Scene.begun({ events: ['ticketChanged'], ignoreOwn: 'allWorkflows' });
		const [{ ticket_id: ticketId }] = scene.create(1);
		await scene.eventsOf(2);
		const before = await rowOf(scene, ticketId);
		const sentAt = scene.now;
		const path = `/api/v2/101/tickets/${ticketId}`;
		await scene.simulator.handle(requestOf(scene.simulator, 'PUT', path, { color_cd: 'red' }));
		scene.now += 200;
		const times = { sentAt, answeredAt: scene.now, onService: { earliest: sentAt, latest: scene.now } };
		scene.session.of(Ledgers).takeWrite({ method: 'PUT', path, values: { messageBoxId: 101, ticketId }, body: { color_cd: 'red' }, answer: {}, confirmed: true, workflowId: undefined, ...times });
		outdated(scene, before, 1);
		expect(await scene.events(2_500)).toEqual([]);
		expect(await scene.eventsOf(3)).toEqual([]);
	});

	it('finds a message by the next search for news where it shows it five seconds late', async () => {
		const scene = await Scene.begun({ events: ['newMessage'] }, { lastUpdatedMoves: 'never' });
		const [{ ticket_id }] = scene.create(1, () => ({ created_at: scene.now - 2 * DAY }));
		await scene.eventsOf(2);
		const sent = scene.now + MINUTE - 4 * SECOND - 100;
		await scene.events();
		const { message_id } = scene.store.addMessage(ticket_id, { sent_at: sent });
		expect(messageIdsOf(await scene.events())).toEqual([message_id]);
	});
});

it('details without messages of a ticket that has some are no answer', async () => {
	const scene = await Scene.begun({ events: ['newMessage'] });
	const [{ ticket_id }] = scene.create(1);
	expect(await scene.events()).toHaveLength(1);
	const { message_id } = scene.store.addMessage(ticket_id);
	scene.simulator.faults.add({ kind: 'partial', replace: { messages: [] }, when: { method: 'GET', path: /tickets\/\d+$/, times: 1 } });
	expect(await scene.events()).toEqual([]);
	expect(messageIdsOf(await scene.allEvents())).toEqual([message_id]);
});

it('tickets that could not be read once are all tried in the next poll that has requests for them', async () => {
	const scene = await Scene.begun({ events: ['newMessage'] });
	const tickets = scene.create(15);
	scene.fail({ kind: 'status', status: 500 }, /tickets\/\d+$/);
	expect(await scene.events()).toEqual([]);
	scene.simulator.faults.clear();
	expect(idsOf(await scene.events()).sort()).toEqual(idsOf(tickets));
});
