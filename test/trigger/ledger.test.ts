import { Delays } from './longRun/delays';
import { Views } from './longRun/views';
import { MINUTE } from './longRun/units';
import { Scene, SETTINGS } from './scene';

/** What the long run expects is itself a reading of the documents, and can be wrong. */
describe('the ledger of the long run', () => {
	const BEGIN = Date.parse('2026-03-02T08:00:00Z');

	function delays() {
		const clock = { now: BEGIN };
		return { clock, delays: new Delays({ ...SETTINGS, maxRequests: 6 }, () => clock.now, () => 1) };
	}

	/** @returns how many polls pass until what is due is late */
	function pollsUntilLate({ delays: due, clock }: ReturnType<typeof delays>): number {
		due.expect('ticket 1', 1, 'poll');
		for (let polls = 1; ; polls++) {
			clock.now += MINUTE;
			if (due.polled({ begun: clock.now, isClean: true, isRoomy: true }).size > 0) return polls;
		}
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

	it('waits for a change, and not for an edit that changes nothing or takes the last one back', async () => {
		const { store } = await Scene.set();
		const ticket = store.createTicket({ message_box_id: 101, status_cd: 'open', messages: [{ method_cd: 'mail', action_cd: 'received', sent_at: BEGIN }] });
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
});
