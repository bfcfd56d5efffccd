import type { Unanswered } from '../../nodes/SupportInbox/trigger/properties/settings';
import type { Message } from '../simulator';
import { changed, created, newMessage, row, scene } from './ledgerScene';
import type { TriggerEvent } from './longRun/events';
import { HOUR, MINUTE, SECOND } from './longRun/units';

describe('the ledger of the long run sees of Ticket Unanswered', () => {
	const unanswered = (message: Message): TriggerEvent =>
		({ ...row(message.ticket), event: 'ticketUnanswered', ticket_id: message.ticket.ticket_id, waiting_since: new Date(message.sent_at).toISOString() });

	/** The customer of `question` has waited for an hour. */
	async function waiting(rule: Partial<Unanswered> = {}) {
		const all = await scene({ unanswered: { first: 4 * HOUR, ...rule } });
		const [question] = all.ticket.messages;
		return { ...all, question, pass: (time: number) => void (all.clock.now += time) };
	}

	it('a lost wait, also where it was answered by a draft or a memo only', async () => {
		const { pass, write, faults } = await waiting();
		write(0, { action_cd: 'draft' });
		write(0, { action_cd: 'sent', method_cd: 'record' });
		pass(3 * HOUR - SECOND);
		expect(faults()).toEqual([]);
		pass(2 * SECOND);
		expect(faults()).toEqual(['lost wait']);
		expect(faults(true)).toEqual([]);
	});

	it('a wait that is given too early, and one that is given twice, also after another message', async () => {
		const { question, pass, write, give, faults } = await waiting();
		pass(3 * HOUR - MINUTE);
		give(unanswered(question));
		expect(faults()).toEqual(['too early']);
		const later = write();
		give(newMessage(later));
		pass(5 * HOUR);
		give(unanswered(question), unanswered(later));
		expect(faults()).toEqual(['doubled wait', 'doubled wait']);
	});

	it('a wait that was answered or closed more than a minute before its poll, or that began before the trigger watched', async () => {
		const { before, question, pass, write, add, edit, give, faults } = await waiting();
		const closed = add();
		give(created(closed), newMessage(closed.messages[0]));
		expect(faults()).toEqual([]);
		pass(5 * HOUR);
		write(0, { action_cd: 'sent' });
		edit(closed, { status_cd: 'closed' });
		give(changed(closed, 'open', 'closed'));
		pass(MINUTE + SECOND);
		give(unanswered(question), unanswered(closed.messages[0]), unanswered(before.messages[0]));
		expect(faults()).toEqual(['nobody waits', 'nobody waits', 'nobody waits']);
		edit(closed, { status_cd: 'open' });
		give(changed(closed, 'closed', 'open'), unanswered(closed.messages[0]));
		expect(faults()).toEqual(['the wait had ended', 'doubled wait']);
	});

	it('each wait after an answer, and each after the ticket was closed', async () => {
		const { ticket, question, pass, write, edit, give, faults } = await waiting();
		pass(3 * HOUR);
		give(unanswered(question));
		write(0, { action_cd: 'sent' });
		pass(MINUTE);
		const second = write();
		give(newMessage(second));
		pass(4 * HOUR + SECOND);
		expect(faults()).toEqual(['lost wait']);
		edit(ticket, { status_cd: 'closed' });
		give(changed(ticket, 'open', 'closed'));
		pass(MINUTE);
		expect(faults()).toEqual([]);
		edit(ticket, { status_cd: 'open' });
		pass(MINUTE);
		const third = write();
		give(changed(ticket, 'closed', 'open'), newMessage(third));
		pass(4 * HOUR + SECOND);
		expect(faults()).toEqual(['lost wait']);
	});

	it('a reminder that is lost or comes too early; in a full memory it may be lost, and a later message may wait anew', async () => {
		const { waits, question, pass, write, give, faults } = await waiting({ again: 2 * HOUR });
		pass(3 * HOUR);
		give(unanswered(question));
		pass(2 * HOUR - 2 * MINUTE);
		give(unanswered(question));
		expect(faults()).toEqual(['doubled wait']);
		pass(2 * HOUR);
		give(unanswered(question));
		expect(faults()).toEqual([]);
		pass(2 * HOUR + 2 * SECOND);
		expect(faults()).toEqual(['lost reminder']);

		waits.mayForget = true;
		pass(3 * HOUR);
		const later = write();
		give(newMessage(later));
		expect(faults()).toEqual([]);
		pass(4 * HOUR + SECOND);
		give(unanswered(later));
		expect(faults()).toEqual([]);
	});

	it('a wait that was never given is lost in a full memory, too; one that was given comes again with a later message alone', async () => {
		const { waits, question, pass, write, add, give, faults } = await waiting();
		waits.mayForget = true;
		const another = add();
		give(created(another), newMessage(another.messages[0]));
		pass(4 * HOUR);
		give(unanswered(question));
		pass(MINUTE);
		expect(faults()).toEqual(['lost wait']);
		const later = write();
		give(newMessage(later));
		pass(4 * HOUR);
		give(unanswered(later), unanswered(question));
		expect(faults()).toEqual(['doubled wait']);
	});
});
