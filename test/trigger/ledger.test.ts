import { startSimulator, type Message, type Ticket } from '../simulator';
import { Random } from '../simulator/random';

import { WATCHED_FIELDS, type TriggerEvent, type Watched } from './longRun/events';
import { Expectations } from './longRun/expectations';
import { Failures } from './longRun/failures';
import type { Ending } from './longRun/host';
import { Ledger } from './longRun/ledger';
import { BEGIN, planOf } from './longRun/plan';
import { HOUR, MINUTE, SECOND } from './longRun/units';
import { World } from './longRun/world';
import { SETTINGS } from './scene';

const LOOK_BACK = 12 * HOUR;

/** A ledger of a trigger with all events, and a service with one ticket that came after its start. */
async function scene({ hints = true, statusCds = [] as Array<'open'> } = {}) {
	const clock = { now: BEGIN };
	const simulator = await startSimulator({ clock: () => clock.now, http: false, seed: { tickets: 0 } });
	for (const id of [...simulator.store.tickets.keys()]) simulator.store.removeTicket(id);
	const world = new World(simulator, new Random(1), [101], [LOOK_BACK], () => clock.now);
	const before = world.addTicket({ message_box_id: 101, messages: [{}, { action_cd: 'draft' }] });
	const ledger: Ledger = new Ledger(world.history, {
		fits: (row) => expectations.fits(row),
		followed: statusCds.length > 0 ? ['status_cd'] : WATCHED_FIELDS,
	});
	const settings = {
		...SETTINGS,
		events: ['ticketCreated' as const, 'newMessage' as const, 'ticketChanged' as const],
		messages: { methodCds: [], actionCds: ['received' as const, 'sent' as const] },
		filters: { ...SETTINGS.filters, statusCds },
		lookBack: LOOK_BACK,
	};
	const expectations = new Expectations({ ...planOf(new Random(1)).triggers[0], settings }, hints, ledger, () => clock.now);
	world.listeners.add(expectations);
	clock.now += MINUTE;
	expectations.begin(101, [before]);
	expectations.seen(101);
	clock.now += MINUTE;
	const ticket = world.addTicket({ message_box_id: 101 });

	const give = (...events: TriggerEvent[]) => ledger.deliver(events, { begun: clock.now, ended: clock.now + SECOND });
	give(created(ticket), newMessage(ticket.messages[0]));
	clock.now += HOUR;
	/** @returns the faults up to now, in a word or two each; at a quiet time, or at the end of the run */
	const faults = (isEnd = false) => {
		ledger.check(simulator.store.tickets.values(), clock.now, isEnd);
		return ledger.faults.splice(0).map((fault) => fault.split(':')[0]);
	};
	const write = (age = 0) => world.addMessage(ticket, { sent_at: clock.now - age });
	return { clock, world, ledger, ticket, before, give, faults, write };
}

const row = (ticket: Ticket) => Object.fromEntries(WATCHED_FIELDS.map((field) => [field, structuredClone(ticket[field])])) as Watched;
const created = (ticket: Ticket): TriggerEvent => ({ ...row(ticket), event: 'ticketCreated', ticket_id: ticket.ticket_id, messages: [...ticket.messages] });
const newMessage = (message: Message): TriggerEvent => ({ ...row(message.ticket), event: 'newMessage', ticket_id: message.ticket.ticket_id, message });
const changed = (ticket: Ticket, from: string, to: string): TriggerEvent =>
	({ ...row(ticket), event: 'ticketChanged', ticket_id: ticket.ticket_id, changes: { status_cd: { from, to } } });

describe('the ledger of the long run sees', () => {
	it('nothing wrong where each event comes once and as its ticket is', async () => {
		const { world, ticket, give, faults, write } = await scene();
		const message = write();
		world.editTicket(ticket, { status_cd: 'closed' });
		give(newMessage(message), changed(ticket, 'open', 'closed'));
		expect(faults(true)).toEqual([]);
	});

	it('a lost ticket and a lost message, with the ticket and its history', async () => {
		const { clock, world, write, ledger } = await scene();
		const message = write();
		const ticket = world.addTicket({ message_box_id: 101 });
		ledger.check([], clock.now, false);
		const [first, ...others] = ledger.faults;
		expect(first).toMatch(new RegExp(`^lost: message ${message.message_id} .*\\n.*created in inbox 101.*\\n.*given: ticketCreated ${message.ticket.ticket_id}\\n`));
		expect(others.map((fault) => fault.slice(0, 18))).toEqual([`lost: ticket ${ticket.ticket_id}`, `lost: message ${ticket.messages[0].message_id}`].map((text) => text.slice(0, 18)));
	});

	it('a lost change, also of a ticket that never had an event and is surely watched', async () => {
		const { world, ticket, before, ledger, faults } = await scene();
		ledger.know(before);
		world.editTicket(ticket, { label_ids: [1] });
		world.editTicket(before, { status_cd: 'closed' });
		expect(faults()).toEqual(['lost', 'lost']);
	});

	it('no change where an edit was taken back, or the ticket need not be watched', async () => {
		const { world, ticket, before, faults } = await scene();
		world.editTicket(before, { status_cd: 'closed' });
		world.editTicket(ticket, { status_cd: 'closed' });
		world.editTicket(ticket, { status_cd: 'open' });
		expect(faults()).toEqual([]);
	});

	it('a doubled ticket, message and change', async () => {
		const { world, ticket, give, faults, write } = await scene();
		const message = write();
		world.editTicket(ticket, { status_cd: 'closed' });
		give(newMessage(message), changed(ticket, 'open', 'closed'));
		give(newMessage(message), changed(ticket, 'open', 'closed'), { ...created(ticket), messages: undefined });
		expect(faults()).toEqual(['doubled', 'doubled or lost', 'doubled', 'out of order, a message came before its ticket']);
	});

	it('what is not new, and what does not fit the filters', async () => {
		const { world, before, give, faults } = await scene({ statusCds: ['open'] });
		give(newMessage(before.messages[0]));
		expect(faults()).toEqual(['not new']);
		const ticket = world.addTicket({ message_box_id: 101, status_cd: 'closed' });
		give(created(ticket));
		expect(faults()).toEqual(['does not fit the filters']);
	});

	it('a stale ticket and stale messages, a minute after they changed', async () => {
		const { clock, world, ticket, give, faults, write } = await scene();
		const [old, message] = [row(ticket), write()];
		world.editTicket(ticket, { status_cd: 'closed' });
		const another = world.addTicket({ message_box_id: 101 });
		const item = created(another);
		world.addMessage(another, { action_cd: 'draft' });
		clock.now += MINUTE;
		give({ ...newMessage(message), ...old });
		clock.now += SECOND;
		give(item, newMessage(another.messages[0]), changed(ticket, 'open', 'closed'));
		expect(faults()).toEqual(['stale']);
		give({ ...changed(ticket, 'closed', 'open'), ...old });
		expect(faults()[0]).toBe('stale');
	});

	it('a draft that is sent, in a ticket that was there before the start too, and not one that is not', async () => {
		const { world, before, ticket, faults } = await scene();
		const draft = world.addMessage(ticket, { action_cd: 'draft' });
		expect(faults(true)).toEqual([]);
		world.send(draft);
		world.send(before.messages[1]);
		expect(faults()).toEqual(['lost', 'lost']);
	});

	it('a message dated back within Look Back; beyond it only when something else happens', async () => {
		const { clock, faults, write } = await scene();
		write(LOOK_BACK - SECOND);
		expect(faults()).toEqual(['lost']);
		write(LOOK_BACK + SECOND);
		expect(faults(true)).toEqual([]);
		clock.now += MINUTE;
		write();
		expect(faults()).toEqual(['lost', 'lost']);
	});

	it('what nothing hints at, by the end of the run: dated back by half of Look Back, or in the seconds of an own write', async () => {
		const silent = await scene({ hints: false });
		silent.write(LOOK_BACK / 2);
		silent.write(LOOK_BACK / 2 + SECOND);
		expect([silent.faults(), silent.faults(true)]).toEqual([[], ['lost']]);

		const { clock, world, ticket, faults, write } = await scene();
		await world.ownWrite(ticket, async (done) => done());
		clock.now += 2 * SECOND - 1;
		write(HOUR);
		expect([faults(), faults(true)]).toEqual([[], ['lost']]);
		clock.now += 1;
		write(HOUR);
		expect(faults()).toEqual(['lost']);
	});

	it('nothing due in a ticket that left the filters or was deleted, and late what cannot be shown', async () => {
		const { world, ticket, faults, write } = await scene({ statusCds: ['open'] });
		write();
		world.editTicket(ticket, { status_cd: 'closed' });
		world.removeTicket(world.addTicket({ message_box_id: 101 }));
		expect(faults(true)).toEqual(['lost']);
		world.listeners.forEach((listener) => listener.unreadable(world.addTicket({ message_box_id: 101 })));
		expect([faults(), faults(true)]).toEqual([[], ['lost', 'lost']]);
	});
});

describe('the long run takes a failed poll for needless', () => {
	/** @param polls how the requests of each poll ended, a minute apart; the last one failed */
	function judged(polls: Ending[][], interval = MINUTE): boolean {
		const failures = new Failures(BEGIN);
		const faults = polls.map((endings, place) => {
			const begun = BEGIN + (place + 1) * interval;
			return failures.judge({ events: [], failed: place === polls.length - 1, endings, isTooLate: false, begun, ended: begun });
		});
		return faults[polls.length - 1] !== null;
	}

	it.each<[string, Ending[][], boolean]>([
		['that had read something', [['answered', 'limited']], true],
		['at the rate limit before five minutes', [['limited'], ['limited'], [], []], true],
		['at the rate limit after five minutes', [['limited'], ['limited'], ['limited'], ['limited'], ['limited']], false],
		['of a service that was away once', [['away']], true],
		['of a service that was away for three polls', [['away'], ['away'], ['away']], false],
		['of a service that answered in between', [['away'], ['away'], ['answered'], ['away']], true],
		['that was refused', [['answered', 'refused']], false],
	])('%s', (_, polls, isNeedless) => {
		expect(judged(polls)).toBe(isNeedless);
	});
});
