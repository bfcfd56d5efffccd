import { changed, created, LOOK_BACK, newMessage, row, scene } from './ledgerScene';
import { NODE } from './longRun/expectations';
import { MINUTE, SECOND } from './longRun/units';

describe('the ledger of the long run sees of New Comment', () => {
	it('a lost one, of two that are alike too, and one in a ticket that is not surely watched by the end of the run', async () => {
		const { before, give, faults, comment } = await scene();
		const item = comment();
		comment();
		give(item);
		comment({}, before);
		expect([faults(), faults(true)]).toEqual([['lost'], ['lost']]);
	});

	it('a third of two that are alike as doubled', async () => {
		const { give, faults, comment } = await scene();
		const item = comment();
		comment();
		give(item, item, item);
		expect(faults()).toEqual(['doubled']);
	});

	it('one from before the event was chosen, and none of the same second', async () => {
		const { clock, ticket, ledger, expectations, give, faults, comment } = await scene();
		const old = comment();
		clock.now += SECOND;
		const justNow = comment();
		ledger.forget(ticket);
		expectations.chooseComments([ticket]);
		give(justNow, old);
		expect(faults()).toEqual(['not new']);
	});

	it('what nothing hints at: by the end of the run, or in an old ticket with its next message or change', async () => {
		const { clock, ticket, before, give, faults, write, edit, comment } = await scene({ commentHints: false });
		comment();
		clock.now += LOOK_BACK;
		comment({ comment: 'Later' });
		expect([faults(), faults(true)]).toEqual([[], ['lost']]);
		edit(ticket, { status_cd: 'closed' });
		clock.now += MINUTE + SECOND;
		give(changed(ticket, 'open', 'closed'));
		expect(faults()).toEqual(['lost']);
		comment({}, before);
		expect(faults(true)).toEqual([]);
		give(newMessage(write(0, {}, before)));
		expect(faults()).toEqual(['lost']);
	});

	it('what an own write may explain, only by the end of the run', async () => {
		const { world, ticket, faults, comment } = await scene();
		comment();
		world.beginOwnWrite(ticket)();
		comment({ comment: 'At once' });
		expect([faults(), faults(true)]).toEqual([[], ['lost', 'lost']]);
	});

	it('one of a node, once the process knows of its write, until the process ends', async () => {
		const { clock, world, ticket, give, faults, comment, expectations } = await scene({ ignoreOwn: 'allWorkflows' });
		const [known, unknown, ended] = ['Known', 'Unknown', 'Ended'].map((text) => comment({ commenter: NODE, comment: text }));
		for (const text of ['Known', 'Ended']) world.ownWriteKnown(ticket, text, clock.now);
		expect(faults(true)).toEqual([]);
		clock.now += MINUTE;
		give(known, unknown);
		expect(faults()).toEqual(['own']);
		expectations.processEnded();
		give(ended);
		expect(faults()).toEqual([]);
	});

	it('one that came while its ticket did not fit, after a quiet time, and none that was due before', async () => {
		const { ticket, give, faults, edit, comment } = await scene({ statusCds: ['open'] });
		const due = comment();
		edit(ticket, { status_cd: 'closed' });
		const late = comment({ comment: 'Closed by now' });
		give(changed(ticket, 'open', 'closed'));
		expect(faults(true)).toEqual([]);
		edit(ticket, { status_cd: 'open' });
		give(changed(ticket, 'closed', 'open'), { ...due, ...row(ticket) }, { ...late, ...row(ticket) });
		expect(faults()).toEqual(['not new']);
	});

	it('one that comes before its ticket or its message', async () => {
		const { add, write, give, faults, comment } = await scene();
		const another = add();
		const first = comment({}, another);
		give(first, created(another), newMessage(another.messages[0]));
		expect(faults()).toEqual(['out of order, a message came before its ticket']);
		const message = write();
		give(comment(), newMessage(message));
		expect(faults()).toEqual(['out of order, a comment came before its message']);
	});
});
