import { LIMITS } from '../../nodes/SupportInbox/trigger/memory/limits';
import type { Settings } from '../../nodes/SupportInbox/trigger/settings';
import { Random } from '../simulator/random';

import { Delays, type Bound } from './longRun/delays';
import { Expectations } from './longRun/expectations';
import { Ledger } from './longRun/ledger';
import { planOf } from './longRun/plan';
import { HOUR, MINUTE, SECOND } from './longRun/units';
import { Views } from './longRun/views';
import { World } from './longRun/world';
import { Scene, SETTINGS } from './scene';

/** What the long run expects is itself a reading of the documents, and can be wrong. */
describe('the ledger of the long run', () => {
	const BEGIN = Date.parse('2026-03-02T08:00:00Z');
	/** No ticket for a sweep to look at. */
	const NONE = { inLookBack: 0, watched: 0 };

	function delays(settings: Partial<Settings> = {}, swept = NONE) {
		const clock = { now: BEGIN };
		return { clock, delays: new Delays({ ...SETTINGS, maxRequests: 6, ...settings }, () => clock.now, () => swept) };
	}

	async function openTicket() {
		const { store } = await Scene.set();
		return { store, ticket: store.createTicket({ message_box_id: 101, status_cd: 'open', messages: [{ method_cd: 'mail', action_cd: 'received', sent_at: BEGIN }] }) };
	}

	/** @param names requests for lists of names in each poll. @returns how many polls pass until what is due is late */
	function pollsUntilLate({ delays: due, clock }: ReturnType<typeof delays>, { names = 0, by = 'poll' as Bound, interval = MINUTE } = {}): number {
		due.expect('ticket 1', 1, by);
		for (let polls = 1; polls < 1_000; polls++) {
			clock.now += interval;
			if (due.polled({ begun: clock.now, isClean: true, isRoomy: true, names }).size > 0) return polls;
		}
		return Infinity;
	}

	it('counts what an older memory must read again once, however often that memory comes back', () => {
		const [once, often] = [delays(), delays()];
		for (const { delays: each } of [once, often]) {
			each.save();
			for (let count = 0; count < 30; count++) each.work();
			each.setBack();
		}
		for (let kills = 0; kills < 10; kills++) often.delays.setBack();

		expect(pollsUntilLate(often)).toBe(pollsUntilLate(once));
	});

	it('counts a search for up to 50 new tickets of an inbox that an older memory must find again', () => {
		/** @returns how many polls pass until what is due after a restore is late: 3 requests of each are for news */
		function afterRestore(happenings: Array<number | undefined>): number {
			const restored = delays({ inboxes: [101, 102], maxRequests: 7 });
			restored.delays.save();
			for (const inbox of happenings) restored.delays.work(inbox);
			restored.delays.setBack();
			return pollsUntilLate(restored);
		}

		expect(afterRestore([])).toBe(1);
		expect(afterRestore([101])).toBe(2);
		// An edit is not in a search for news.
		expect(afterRestore([undefined])).toBe(1);
		// 50 tickets are read twice each: 100 requests and a search, or two where they are in two inboxes.
		expect(afterRestore(Array<number>(50).fill(101))).toBe(34);
		expect(afterRestore([...Array<number>(49).fill(101), 102])).toBe(35);
		// 106 requests and two searches.
		expect(afterRestore(Array<number>(53).fill(101))).toBe(37);
	});

	it('lets news come one poll later, and not two, where lists of names take what a poll has for them', () => {
		/** @returns how many polls pass until a new ticket is late, with so many requests for lists in each of them */
		function withLists(names: number, settings: Partial<Settings>): number {
			const reading = delays({ inboxes: [101, 102, 103], addNames: true, ...settings });
			reading.delays.work(101);
			return pollsUntilLate(reading, { names });
		}

		expect(withLists(0, { maxRequests: 12 })).toBe(1);
		expect(withLists(5, { maxRequests: 12 })).toBe(2);
		expect(withLists(12, { maxRequests: 12 })).toBe(2);
		// All lists and the ticket fit into one poll.
		expect(withLists(12, { maxRequests: 40 })).toBe(1);
		// The last 4 besides the sweeps' share are never for lists: of 6 there are none left.
		expect(withLists(3, { maxRequests: 6, inboxes: [101] })).toBe(1);
		expect(withLists(5, { maxRequests: 12, addNames: false })).toBe(1);
	});

	it('counts what New Message reads whole again a quarter of Look Back later, once in each of two rounds', () => {
		/** @returns how many polls, a quarter of an hour apart, pass until a ticket dated back is late; 2 requests of each are for sweeps */
		function ofSweeps(settings: Partial<Settings>, { inLookBack = 160, happenings = 0, interval = 15 * MINUTE } = {}): number {
			const sweeping = delays({ events: ['newMessage'], lookBack: 12 * HOUR, ...settings }, { inLookBack, watched: 0 });
			for (let count = 0; count < happenings; count++) sweeping.delays.work();
			return pollsUntilLate(sweeping, { by: 'round', interval });
		}

		// Five pages are two rounds of three polls, and done before a quarter of Look Back has passed.
		expect(ofSweeps({})).toBe(8);
		// What happened before takes 10 polls: still all tickets are read again in each round, for 80 polls, and no oftener.
		expect(ofSweeps({}, { happenings: 10 })).toBe(18 + 160);
		// They are read again when the time has come, whatever number of polls that is, and within one quarter once.
		expect(ofSweeps({}, { happenings: 10, interval: MINUTE })).toBe(18);
		expect(ofSweeps({}, { inLookBack: 8, happenings: 10 })).toBe(14 + 4);
		// The others have nothing to find in a ticket of which the row says nothing new.
		expect(ofSweeps({ events: ['ticketCreated', 'ticketChanged'] }, { happenings: 10 })).toBe(18);
	});

	it('counts what has come since something was due also after an older memory came back', () => {
		const { delays: each } = delays();
		each.expect('ticket 1', 1, 'round');
		for (let count = 0; count < 6; count++) each.work();
		each.setBack();
		for (let count = 0; count < 5; count++) each.work();
		expect(each.takenForOld(11)).toEqual([]);
		expect(each.takenForOld(10)).toEqual(['ticket 1']);
	});

	it('lets what comes into a ticket that can be shown again wait until it is tried', () => {
		const tried = delays();
		tried.delays.close(1);
		tried.clock.now += MINUTE;
		tried.delays.open(1);
		// Tried within half an hour; the next poll should have told it.
		expect(pollsUntilLate(tried)).toBe(pollsUntilLate(delays()) + 29);
	});

	it('knows nothing of another tenant by the tickets of the first, not even by those that were deleted there', async () => {
		const { ticket } = await openTicket();
		const { delays: due } = delays();
		const ledger = new Ledger(new Views(true, due), due, () => [0, 0]);
		ledger.views.know(ticket);
		ledger.forgetAll();
		expect(ledger.views.status(ticket.ticket_id)).toBeUndefined();
	});

	it('waits for a ticket that came to fit the filters again, and not for a deleted one whose last edit is answered after that', async () => {
		const { store, ticket } = await openTicket();
		const { delays: due } = delays();
		const ledger = new Ledger(new Views(true, due), due, () => [0, 0]);
		const settings = { ...SETTINGS, filters: { ...SETTINGS.filters, statusCds: ['open' as const] } };
		const expectations = new Expectations({ ...planOf(new Random(1)).triggers[0], settings }, true, ledger, () => BEGIN, () => 0);
		expectations.begin(101, []);
		expectations.created(ticket);
		expect(due.isWaiting()).toBe(true);

		store.editTicket(ticket.ticket_id, { status_cd: 'closed' });
		expectations.edited(ticket);
		expect(due.isWaiting()).toBe(false);
		store.editTicket(ticket.ticket_id, { status_cd: 'open' });
		expectations.edited(ticket);
		expect(due.isWaiting()).toBe(true);

		expectations.removed(ticket);
		expectations.edited(ticket);
		expect(due.isWaiting()).toBe(false);
	});

	it('waits for a change, and not for an edit that changes nothing or takes the last one back', async () => {
		const { store, ticket } = await openTicket();
		const { delays: due } = delays();
		const views = new Views(true, due);
		views.know(ticket);

		store.editTicket(ticket.ticket_id, { status_cd: 'open' });
		views.edited(ticket);
		expect(due.isWaiting()).toBe(false);

		store.editTicket(ticket.ticket_id, { status_cd: 'closed' });
		views.edited(ticket);
		expect(due.isWaiting()).toBe(true);

		store.editTicket(ticket.ticket_id, { status_cd: 'open' });
		views.edited(ticket);
		expect(due.isWaiting()).toBe(false);
	});

	it('takes a message dated back for an own write in about the second of that write, and no other message', async () => {
		/** A message beside a write of 5 s. @param after how long after its answer (ms); negative: while it is on its way. @returns until when the ledger waits for it */
		async function waits(after: number, dating: 'now' | 'back' | 'farBack' = 'back', inTheSame = true): Promise<'soon' | 'reread' | 'never'> {
			const scene = await Scene.set();
			// One dated ahead hides what comes beside it, where the service says nothing of it.
			const messages = [BEGIN, BEGIN + 2 * HOUR].map((sent_at) => ({ method_cd: 'mail' as const, action_cd: 'received' as const, sent_at }));
			const [ticket, another] = [1, 2].map(() => scene.store.createTicket({ message_box_id: 101, messages }));
			const random = new Random(1);
			const plan = planOf(random);
			// Every state is told. What is back for the others is so by less than half the look-back of this one, and what is far
			// back by more.
			const settings = { ...SETTINGS, events: ['newMessage' as const], messages: { methodCds: [], actionCds: [] } };
			const trigger = { ...plan.triggers[0], limits: LIMITS, settings };
			const others = [{ ...trigger, settings: { ...settings, lookBack: settings.lookBack / 2 } }];
			const world = new World('https://tenant.example', scene.simulator, random, { ...plan, honest: true, triggers: others }, () => scene.now);
			const due = new Delays(settings, () => scene.now, () => NONE);
			const expectations = new Expectations(trigger, true, new Ledger(new Views(true, due), due, () => [0, 0]), () => scene.now, () => 0);
			expectations.begin(101, []);
			world.listeners.add(expectations);

			const write = () => world.writeMessage(inTheSame ? ticket : another, dating);
			scene.now += HOUR;
			await world.update(ticket, async (done) => {
				scene.now += 4 * SECOND;
				if (after < 0) write();
				done();
				scene.now += SECOND;
			});
			if (after >= 0) {
				scene.now += after;
				write();
			}
			return due.isWaiting() ? 'soon' : due.isWaiting(true) ? 'reread' : 'never';
		}

		// The end of the write is known to a second, and so is the time of the ticket.
		expect([await waits(-SECOND), await waits(0), await waits(2 * SECOND - 1)]).toEqual(['reread', 'reread', 'reread']);
		expect([await waits(2 * SECOND), await waits(MINUTE - 1)]).toEqual(['soon', 'soon']);
		expect([await waits(0, 'now'), await waits(0, 'back', false)]).toEqual(['soon', 'soon']);
		expect([await waits(2 * SECOND - 1, 'farBack'), await waits(2 * SECOND, 'farBack')]).toEqual(['never', 'soon']);
	});
});
