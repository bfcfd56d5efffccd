/** A ticket that is listed, and whose details cannot be read for a while. */
import { Store } from '../../nodes/SupportInbox/store/store';
import { HOUR, MINUTE } from '../../nodes/SupportInbox/store/time';
import { MIN_REQUESTS, type Settings } from '../../nodes/SupportInbox/trigger/properties/settings';
import { pollerOf } from '../harness/engine';
import { timedService } from '../harness/virtualTime';
import type { Fault } from '../simulator';
import { idsOf, messageIdsOf, Scene } from './scene';

const ofTicket = (id: number) => new RegExp(`/tickets/${id}$`);

it('emits its message when it can be read, also where no poll in between is saved and nothing else shows that it is new', async () => {
	const scene = await Scene.set({ events: ['newMessage'] }, { lastUpdatedMoves: 'never' });
	const { ticket_id } = scene.store.createTicket({ message_box_id: 101, created_at: scene.now - 3_600_000, messages: [] });
	await scene.allEvents();
	const bringBack = scene.save();
	scene.store.addMessage(ticket_id, { sent_at: scene.now, created_at: scene.now });
	scene.simulator.faults.add({ kind: 'status', status: 404, when: { method: 'GET', path: /tickets\/\d+$/, times: 2 } });
	const emitted: number[] = [];
	for (let poll = 0; poll < 6 && emitted.length === 0; poll++) {
		bringBack();
		emitted.push(...idsOf(await scene.events()));
	}
	expect(emitted).toEqual([ticket_id]);
});

it('emits a created one without its messages after some tries, as it is by then', async () => {
	const scene = await Scene.set({ events: ['ticketCreated', 'newMessage'], includeMessages: true }, { lastUpdatedMoves: 'never' });
	scene.create(60, () => ({ created_at: scene.now - HOUR }));
	await scene.allEvents();
	const { ticket_id } = scene.store.createTicket({ title: 'Parcel' });
	scene.store.unshowable.hide(ticket_id, { status: 500 });
	expect(await scene.eventsOf(2)).toEqual([]);
	scene.now += HOUR;
	scene.store.editTicket(ticket_id, { title: 'Letter' });
	expect(await scene.events()).toMatchObject([{ ticket_id, title: 'Letter' }]);
});

it('emits its message in its turn after a restart, though a poll has requests for few of those that are read again', async () => {
	const settings = { events: ['newMessage' as const], lookback: 2 * HOUR, maxRequests: MIN_REQUESTS };
	const scene = await Scene.set(settings, { lastUpdatedMoves: 'never' });
	const [hidden, ...busy] = idsOf(scene.create(61, () => ({ created_at: scene.now - HOUR }))).reverse();
	await scene.allEvents();
	scene.store.unshowable.hide(hidden, { status: 500 });
	scene.store.addMessage(hidden, { sent_at: scene.now - 30 * MINUTE });
	/** Something comes into all the others, so that they stay in the look-back and are read again and again. */
	const before = () => busy.forEach((id) => scene.store.addMessage(id, { sent_at: scene.now - 30 * MINUTE }));
	const fiveHours = async () => idsOf(await scene.eventsOf(30, { after: 10 * MINUTE, before }));
	expect(await fiveHours()).not.toContain(hidden);
	scene.newProcess();
	scene.store.unshowable.show(hidden);
	expect(await fiveHours()).toContain(hidden);
});

it.each<[string, Fault]>([
	['does not come in time', { kind: 'noAnswer' }],
	['comes with a reset', { kind: 'resetBefore' }],
	['is refused by a gateway', { kind: 'gateway', status: 504 }],
	['is refused for maintenance', { kind: 'status', status: 503 }],
	['may not be seen', { kind: 'status', status: 403 }],
	['is cut off', { kind: 'cutJson' }],
	['has null for its messages', { kind: 'partial', replace: { messages: null } }],
])('delays nothing else when it %s, and is emitted without its messages in the third poll', async (_what, fault) => {
	const scene = await Scene.begun({ includeMessages: true });
	const [hidden, next] = scene.create(2);
	scene.fail(fault, ofTicket(hidden.ticket_id));
	const emitted = [];
	for (let polls = 0; polls < 5; polls++) emitted.push((await scene.events()).map(({ ticket_id, messages }) => [ticket_id, messages?.length]));
	expect(emitted).toEqual([[[next.ticket_id, 1]], [], [[hidden.ticket_id, 0]], [], []]);
});

it('emits its message when it can be shown again after an hour', async () => {
	const scene = await Scene.begun({ events: ['newMessage'], lookback: 4 * HOUR });
	const { ticket_id, messages } = scene.store.createTicket();
	scene.fail({ kind: 'status', status: 500 }, ofTicket(ticket_id));
	expect(await scene.outcomes(4)).toEqual(['tolerated', 'tolerated', 'reported', 'fine']);
	scene.simulator.faults.clear();
	expect(messageIdsOf(await scene.eventsOf(24, { after: 5 * MINUTE }))).toEqual([messages[0].message_id]);
});

it.each<[string, 'now' | 'latestTickets', boolean]>([
	['after the start', 'now', false],
	['at the start', 'latestTickets', false],
	['at the start, and then not listed', 'latestTickets', true],
])('emits a created one with its messages when it was not found once %s', async (_what, mode, vanishes) => {
	const scene = await Scene.set({ includeMessages: true, start: { mode, count: 1 } as Settings['start'] });
	if (mode === 'now') await scene.poll();
	const { ticket_id } = scene.store.createTicket();
	scene.simulator.faults.add({ kind: 'status', status: 404, when: { path: ofTicket(ticket_id) } });
	expect(await scene.poll()).toMatchObject({ events: [], report: { thrown: null, reported: [], tolerated: [{ messageBoxId: 101 }] } });
	const emitted = [];
	if (vanishes) {
		const notListed = jest.spyOn(scene.service, 'search').mockResolvedValue({ tickets: [], rows: 0 });
		emitted.push(...(await scene.events()));
		notListed.mockRestore();
	}
	emitted.push(...(await scene.allEvents()));
	expect(emitted.map((event) => [event.event, event.ticket_id, event.messages?.length])).toEqual([['ticketCreated', ticket_id, 1]]);
});

it('emits one of the start as it is by then under a filter that goes by its messages, however long it took', async () => {
	const scene = await Scene.set({ filters: { methodCds: ['mail'] }, start: { mode: 'latestTickets', count: 1 }, events: ['ticketCreated', 'ticketFieldChanged'] });
	const { ticket_id } = scene.store.createTicket({ messages: [{ method_cd: 'mail', action_cd: 'received', sent_at: scene.now - HOUR }] });
	scene.fail({ kind: 'status', status: 404 }, ofTicket(ticket_id));
	expect(await scene.eventsOf(6)).toEqual([]);
	scene.store.editTicket(ticket_id, { color_cd: 'red' });
	expect(await scene.events()).toEqual([]);
	scene.simulator.faults.clear();
	const emitted = [...(await scene.events(2 * HOUR)), ...(await scene.allEvents())];
	expect(emitted.map(({ event, color_cd }) => [event, color_cd])).toEqual([['ticketCreated', 'red']]);
});

describe('is reported', () => {
	/** New tickets that can never be shown come into two inboxes. @returns the reports, each with its poll */
	const reportsOf = async (scene: Scene, polls: number, news = (_poll: number) => 2) => {
		const reports: string[] = [];
		for (let poll = 0; poll < polls; poll++) {
			for (const message_box_id of [101, 102]) for (const { ticket_id } of scene.create(news(poll), () => ({ message_box_id }))) scene.store.unshowable.hide(ticket_id, { status: 500 });
			const { report } = (await scene.poll())!;
			expect(report.thrown).toBeNull();
			reports.push(...report.reported.map(({ messageBoxId }) => `${poll} ${messageBoxId}`));
		}
		return reports;
	};

	it.each<[string, Partial<Settings>]>([
		['New Message', { events: ['newMessage'] }],
		['Started By', { events: ['ticketCreated'], startedBy: ['customer'] }],
	])('once for an inbox, however many there are and however long it lasts, and again after a pause: %s', async (_what, chosen) => {
		const scene = await Scene.begun({ ...chosen, inboxes: [101, 102] });
		expect(await reportsOf(scene, 300, (poll) => (poll % 40 === 0 ? 2 : 0))).toEqual(['2 101', '2 102']);
		scene.store.unshowable.show();
		expect(await reportsOf(scene, 150, () => 0)).toEqual([]);
		expect(await reportsOf(scene, 5, (poll) => (poll === 0 ? 1 : 0))).toEqual(['2 101', '2 102']);
	});

	it('with its inbox and its ID, in n8n', async () => {
		const service = await timedService();
		const { clock, simulator } = service;
		const node = pollerOf(service, { messageBoxIds: [101], events: ['newMessage'] });
		const work = async () => {
			await node.poll();
			simulator.faults.add({ kind: 'status', status: 500, when: { path: /\/tickets\/\d+$/, times: 'always' } });
			simulator.store.createTicket({ message_box_id: 101 });
			for (let polls = 0; polls < 6; polls++) {
				await clock.sleep(MINUTE);
				expect(await node.poll()).toBeNull();
			}
		};
		await clock.run(work());
		await service.stop();
		expect(node.reported.map((error) => error.message)).toEqual([expect.stringMatching(/^Inbox 101, ticket \d+: The service failed \(500\)/)]);
	});
});

describe('a new ticket under Started By', () => {
	const BEGUN_BY = { events: ['ticketCreated' as const], startedBy: ['customer' as const] };
	const readings = (scene: Scene) => scene.simulator.requests.filter(({ method }) => method === 'GET').length;
	const withoutMessages = (scene: Scene, id: number, times: number | 'always' = 'always') =>
		scene.simulator.faults.add({ kind: 'partial', replace: { messages: [] }, when: { method: 'GET', path: ofTicket(id), times } });
	const show = ({ simulator, store }: Scene) => {
		simulator.faults.clear();
		store.unshowable.show();
	};

	describe.each<[string, (scene: Scene, id: number) => void]>([
		['cannot be shown', ({ store }, id) => store.unshowable.hide(id, { status: 500 })],
		['is shown without messages', withoutMessages],
	])('that %s', (_what, hide) => {
		it('comes after an hour, and nobody knows who began it', async () => {
			const scene = await Scene.begun(BEGUN_BY);
			const [{ ticket_id }] = scene.create(1);
			hide(scene, ticket_id);
			expect(await scene.eventsOf(60)).toEqual([]);
			expect(await scene.eventsOf(2)).toEqual([expect.objectContaining({ event: 'ticketCreated', ticket_id, started_by: null })]);
			// The pauses grow.
			expect(readings(scene)).toBeLessThan(12);
			show(scene);
			expect(await scene.allEvents()).toEqual([]);
		});

		it.each([true, false])('comes as soon as it is, if it is begun by what was chosen, Include Messages %s', async (includeMessages) => {
			const scene = await Scene.begun({ ...BEGUN_BY, includeMessages });
			const [ours, theirs] = scene.create(2, (place) => ({ messages: [{ action_cd: place === 0 ? 'sent' : 'received' }] }));
			for (const { ticket_id } of [ours, theirs]) hide(scene, ticket_id);
			expect(await scene.events()).toEqual([]);
			show(scene);
			const events = await scene.eventsOf(5);
			expect(idsOf(events)).toEqual([theirs.ticket_id]);
			expect(events[0]).not.toHaveProperty('started_by');
		});
	});

	it('is left out also where another trigger has read it without messages', async () => {
		const scene = await Scene.begun({ includeMessages: true });
		const other = scene.another({ startedBy: ['customer'] });
		await other();
		const { ticket_id } = scene.store.createTicket({ messages: [{ action_cd: 'sent' }] });
		withoutMessages(scene, ticket_id, 1);
		const emitted: number[][] = [[], []];
		for (let poll = 0; poll < 5; poll++) {
			emitted[0].push(...idsOf(await scene.events()));
			emitted[1].push(...idsOf((await other()).events));
		}
		expect(emitted).toEqual([[ticket_id], []]);
	});

	it('never comes if this process has created it, whichever workflow did', async () => {
		const scene = await Scene.begun({ ...BEGUN_BY, includeMessages: true, ignoreOwn: 'none' });
		const [{ ticket_id }] = scene.create(1, () => ({ messages: [{ action_cd: 'sent' }] }));
		scene.store.unshowable.hide(ticket_id, { status: 500 });
		const values = { messageBoxId: 101 };
		const write = { method: 'POST', path: '/api/v2/101/mails', values, body: {}, answer: { ticket_id }, confirmed: true, workflowId: 'other' };
		scene.session.of(Store).recordWrite({ ...write, sentAt: scene.now, answeredAt: scene.now, onService: null });
		expect(await scene.eventsOf(180)).toEqual([]);
		scene.store.unshowable.show();
		expect(await scene.allEvents()).toEqual([]);
	});
});

describe.each([1, 3, 20])('of %i triggers of one token', (count) => {
	it.each<[string, (place: number) => number]>([
		['spread over the minute', (place) => (60 * place) / count],
		['that poll one right after the other', (place) => place],
	])('%s, each emits a ticket that cannot be shown in its third poll', async (_what, seconds) => {
		const scene = await Scene.set();
		const triggers = Array.from({ length: count }, () => scene.another({ includeMessages: true }));
		for (const poll of triggers) await poll();
		const { ticket_id } = scene.store.createTicket();
		scene.store.unshowable.hide(ticket_id, { status: 500 });
		const emitted = triggers.map(() => new Array<number>());
		const reported: number[] = [];
		const start = scene.now;
		for (let minute = 1; minute <= 6; minute++) {
			for (const [place, poll] of triggers.entries()) {
				scene.now = start + minute * MINUTE + seconds(place) * 1_000;
				const { events, reported: failures } = await poll();
				emitted[place].push(...idsOf(events).map(() => minute));
				reported.push(...failures.map(() => minute));
			}
		}
		expect(emitted).toEqual(emitted.map(() => [3]));
		expect(reported).toEqual([3]);
		// A try every half minute, by the trigger that polls then; later ones come after growing pauses.
		expect(scene.simulator.requests.filter(({ path }) => ofTicket(ticket_id).test(path)).length).toBeLessThanOrEqual(9);
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
