/** A ticket that is listed, and whose details cannot be read for a while. */
import type { IDataObject } from 'n8n-workflow';

import { MIN_REQUESTS } from '../../nodes/SupportInbox/trigger/properties/settings';
import { HOUR, MINUTE } from '../../nodes/SupportInbox/trigger/time';

import type { Fault } from '../simulator';

import { Ledgers } from '../../nodes/SupportInbox/ledger/ledgers';

import { idsOf, Scene } from './scene';

it('emits its message when it can be read, also where no poll in between is saved and nothing else shows that it is new', async () => {
	const scene = await Scene.set({ events: ['newMessage'] }, { lastUpdatedMoves: 'never' });
	const { ticket_id } = scene.store.createTicket({ message_box_id: 101, created_at: scene.now - 3_600_000, messages: [] });
	await scene.allEvents();
	const saved = JSON.stringify(scene.memory);
	scene.store.addMessage(ticket_id, { sent_at: scene.now, created_at: scene.now });
	scene.simulator.faults.add({ kind: 'status', status: 404, when: { method: 'GET', path: /tickets\/\d+$/, times: 2 } });
	const emitted: number[] = [];
	for (let poll = 0; poll < 6 && emitted.length === 0; poll++) {
		scene.memory = JSON.parse(saved) as IDataObject;
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
	const settings = { events: ['newMessage' as const], lookBack: 2 * HOUR, maxRequests: MIN_REQUESTS };
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
	['may not be seen', { kind: 'status', status: 403 }],
	['is cut off', { kind: 'cutJson' }],
	['has null for its messages', { kind: 'partial', replace: { messages: null } }],
])('delays nothing else when it %s', async (_what, fault) => {
	const scene = await Scene.begun({ includeMessages: true });
	const [hidden, next] = scene.create(2);
	scene.fail(fault, new RegExp(`/tickets/${hidden.ticket_id}$`));
	expect(idsOf(await scene.events())).toEqual([next.ticket_id]);
	// It comes without its messages in the end.
	expect(idsOf(await scene.eventsOf(4))).toEqual([hidden.ticket_id]);
});

describe('under Begun By', () => {
	const BEGUN_BY = { events: ['ticketCreated' as const], begunBy: ['customer' as const], includeMessages: true };
	const readings = (scene: Scene) => scene.simulator.requests.filter(({ method }) => method === 'GET').length;

	it('emits a created one without its messages after an hour, and says that nobody knows who began it', async () => {
		const scene = await Scene.begun(BEGUN_BY);
		const [{ ticket_id }] = scene.create(1);
		scene.store.unshowable.hide(ticket_id, { status: 500 });
		expect(await scene.eventsOf(60)).toEqual([]);
		expect(await scene.eventsOf(2)).toEqual([expect.objectContaining({ event: 'ticketCreated', ticket_id, messages: [], begun_by: null })]);
		// The pauses grow.
		expect(readings(scene)).toBeLessThan(12);
		scene.store.unshowable.show();
		expect(await scene.allEvents()).toEqual([]);
	});

	it('emits it as soon as it can be shown, if it is begun by what was chosen', async () => {
		const scene = await Scene.begun(BEGUN_BY);
		const [ours, theirs] = scene.create(2, (place) => ({ messages: [{ action_cd: place === 0 ? 'sent' : 'received' }] }));
		for (const { ticket_id } of [ours, theirs]) scene.store.unshowable.hide(ticket_id, { status: 404 });
		expect(await scene.eventsOf(30)).toEqual([]);
		scene.store.unshowable.show();
		const events = await scene.eventsOf(40);
		expect(idsOf(events)).toEqual([theirs.ticket_id]);
		expect(events[0]).not.toHaveProperty('begun_by');
	});

	it('never emits one that this process has created, whichever workflow did', async () => {
		const scene = await Scene.begun({ ...BEGUN_BY, ignoreOwn: 'none' });
		const [{ ticket_id }] = scene.create(1, () => ({ messages: [{ action_cd: 'sent' }] }));
		scene.store.unshowable.hide(ticket_id, { status: 500 });
		const values = { messageBoxId: 101 };
		const write = { method: 'POST', path: '/api/v2/101/mails', values, body: {}, answer: { ticket_id }, confirmed: true, workflowId: 'other' };
		scene.session.of(Ledgers).takeWrite({ ...write, sentAt: scene.now, answeredAt: scene.now, onService: null });
		expect(await scene.eventsOf(180)).toEqual([]);
		scene.store.unshowable.show();
		expect(await scene.allEvents()).toEqual([]);
	});
});
