import { Random } from '../simulator/random';
import { changed, created, LOOK_BACK, newMessage, row, scene } from './ledgerScene';
import type { TriggerEvent } from './longRun/events';
import { Failures } from './longRun/failures';
import type { Ending, PollResult } from './longRun/host';
import { BEGIN, planOf } from './longRun/plan';
import { longRun, type RunOptions } from './longRun/run';
import { HOUR, MINUTE, SECOND } from './longRun/units';

/** What the ledger must notice. That it finds nothing where all is well is what the long run itself shows in each of its seeds. */
describe('the ledger of the long run sees', () => {
	it('a lost ticket and a lost message, with the history of the ticket', async () => {
		const { clock, ledger, write, add } = await scene();
		const { message_id, ticket } = write();
		add();
		ledger.check([], clock.now, false);
		expect(ledger.faults.map((fault) => /^lost: \w+/.exec(fault)?.[0])).toEqual(['lost: message', 'lost: ticket', 'lost: message']);
		expect(ledger.faults[0]).toMatch(new RegExp(`^lost: message ${message_id} .*\\n.*created, message.*\\n.*given: ticketCreated ${ticket.ticket_id}\\n`));
	});

	it('a lost change, also of a ticket that never had an event and is surely watched', async () => {
		const { ledger, ticket, before, faults, edit } = await scene();
		ledger.know(before);
		edit(ticket, { label_ids: [1] });
		edit(before, { status_cd: 'closed' });
		expect(faults()).toEqual(['lost', 'lost']);
	});

	it('a doubled ticket, message and change, also of a ticket that came back from where changes are not given', async () => {
		const { ticket, give, faults, write, edit } = await scene();
		const message = newMessage(write());
		edit(ticket, { status_cd: 'spam' });
		give(message, changed(ticket, 'open', 'spam'));
		edit(ticket, { status_cd: 'trash' });
		edit(ticket, { status_cd: 'open' });
		const back = changed(ticket, 'trash', 'open');
		give(back);
		expect(faults()).toEqual([]);
		give(message, back, { ...created(ticket), messages: undefined });
		expect(faults()).toEqual(['doubled', 'doubled or lost', 'doubled']);
	});

	it('what is not new, and what does not fit the filters', async () => {
		const { before, give, faults, add } = await scene({ statusCds: ['open'] });
		give(newMessage(before.messages[0]));
		expect(faults()).toEqual(['not new']);
		const ticket = add({ status_cd: 'closed' });
		give(created(ticket));
		expect(faults()).toEqual(['does not fit the filters']);
	});

	it('a stale ticket and stale messages, a minute after they changed', async () => {
		const { clock, ticket, give, faults, write, add, edit } = await scene();
		const [old, message] = [row(ticket), write()];
		edit(ticket, { status_cd: 'closed' });
		const another = add();
		const item = created(another);
		write(0, { action_cd: 'draft' }, another);
		clock.now += MINUTE;
		give({ ...newMessage(message), ...old });
		clock.now += SECOND;
		give(item, newMessage(another.messages[0]), changed(ticket, 'open', 'closed'));
		expect(faults()).toEqual(['stale']);
		give({ ...changed(ticket, 'closed', 'open'), ...old });
		expect(faults()[0]).toBe('stale');
	});

	it('a draft that is sent, in a ticket that was there before the start too, and not one that is not', async () => {
		const { before, faults, write, send } = await scene();
		const draft = write(0, { action_cd: 'draft' });
		expect(faults(true)).toEqual([]);
		send(draft);
		send(before.messages[1]);
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

	it('what nothing hints at, by the end of the run: dated back by half of Look Back, or at most a minute before an own write', async () => {
		const silent = await scene({ hints: false });
		silent.write(LOOK_BACK / 2);
		silent.write(LOOK_BACK / 2 + SECOND);
		expect([silent.faults(), silent.faults(true)]).toEqual([[], ['lost']]);

		const { clock, world, ticket, faults, write } = await scene();
		write(HOUR);
		clock.now += MINUTE;
		write(HOUR);
		world.beginOwnWrite(ticket)();
		expect([faults(), faults(true)]).toEqual([['lost'], ['lost']]);
		clock.now += 2 * SECOND - 1;
		write(HOUR);
		expect([faults(), faults(true)]).toEqual([[], ['lost']]);
		clock.now += 1;
		write(HOUR);
		expect(faults()).toEqual(['lost']);
	});

	it('nothing due in a ticket that left the filters or was deleted, and late what cannot be shown', async () => {
		const { world, ticket, faults, write, add, edit, remove } = await scene({ statusCds: ['open'] });
		write();
		edit(ticket, { status_cd: 'closed' });
		remove(add());
		expect(faults(true)).toEqual(['lost']);
		world.breakTicket(add(), 500, MINUTE);
		expect([faults(), faults(true)]).toEqual([[], ['lost', 'lost']]);
	});
});

/** How the requests of each poll ended, a minute apart; the last one failed. */
it.each<[string, Ending[][]]>([
	['that had read something', [['answered', 'limited']]],
	['at the rate limit before five minutes', [['limited'], ['limited'], [], []]],
	['of a service that was away once', [['away']]],
	['of a service that answered in between', [['away'], ['away'], ['answered'], ['away']]],
])('the long run takes a failed poll for needless %s', (_, polls) => {
	const failures = new Failures(BEGIN);
	const faults = polls.map((endings, place) => {
		const begun = BEGIN + (place + 1) * MINUTE;
		return failures.judge({ events: [], failed: place === polls.length - 1, endings, isTooLate: false, begun, ended: begun });
	});
	expect(faults.at(-1)).not.toBeNull();
});

it('sixty seeds plan one to six triggers, each way in which n8n saves, and each reading of the service', () => {
	const plans = Array.from({ length: 60 }, (_, place) => planOf(place + 1, new Random(place + 1)));
	const each = (values: unknown[]) => [...new Set(values)].sort();
	const triggers = plans.flatMap((plan) => plan.triggers);
	expect(each(plans.map((plan) => plan.triggers.length))).toEqual([1, 2, 3, 4, 6]);
	expect(each(plans.map(({ readings }) => readings.lastUpdatedMoves))).toEqual(['edits', 'messages', 'messagesAndEdits', 'never']);
	expect(each(triggers.map(({ saves }) => saves))).toEqual(['always', 'scheduler', 'whenGiven']);
	expect(each(plans.map(({ readings }) => `${readings.lastUpdatedByComments} ${readings.emptyComments}`))).toHaveLength(4);
	const commented = triggers.filter(({ settings, choosesCommentsAt }) => settings.events.includes('newComment') || choosesCommentsAt < Infinity);
	expect(each(commented.map(({ settings, choosesCommentsAt }) => `${settings.events.length === 1} ${choosesCommentsAt < Infinity}`))).toEqual(['false false', 'false true', 'true false', 'true true']);
	expect(each(commented.map(({ settings: { comments, ignoreOwn } }) => `${comments.types.length > 0} ${comments.commenters.length > 0} ${ignoreOwn}`))).toHaveLength(8);
	expect(each(triggers.map(({ settings }) => settings.start.mode))).toEqual(['newest', 'now', 'sinceDate']);
	expect(each(triggers.flatMap(({ comesAndGoes, changesInboxes }) => [comesAndGoes && 'comes', changesInboxes && 'changes']))).toEqual(['changes', 'comes', false]);
});

describe('a short long run', () => {
	let polls = 0;
	let kept: TriggerEvent[] = [];

	/** @returns what changes the events of each poll */
	const events = (change: (events: TriggerEvent[]) => TriggerEvent[]) => (result: PollResult) => ({ ...result, events: change(result.events) });

	it.each<[string, RunOptions['spoil'], string | undefined]>([
		['is green', undefined, undefined],
		['is red where each third ticket is dropped', events((all) => all.filter(({ ticket_id }) => ticket_id % 3 > 0)), 'lost'],
		['is red where events come twice', events((all) => [...all, ...all.slice(0, 1)]), 'doubled'],
		['is red where events come 25 polls late', events((all) => (kept = [...kept, ...all], ++polls % 25 > 0 ? [] : kept.splice(0))), 'stale'],
		['is red where each third wait is dropped', events((all) => all.filter(({ event, ticket_id }) => event !== 'ticketUnanswered' || ticket_id % 3 > 0)), 'lost wait'],
		['is red where each fifth comment is dropped', events((all) => all.filter(({ event }) => event !== 'newComment' || ++polls % 5 > 0)), 'lost: comment'],
		['is red where comments come twice', events((all) => all.flatMap((each) => (each.event === 'newComment' ? [each, each] : [each]))), 'doubled: newComment'],
		['is red where polls fail that read something', (result) => ({ ...result, failed: result.failed || ++polls % 10 === 0 }), 'needless'],
	])('%s', async (_, spoil, expected) => {
		const run = await longRun(2087, { length: 3 * HOUR, spoil });
		expect(run.events).toBeGreaterThan(50);
		const found = run.faults.map((fault) => /^A: (\w+(?: wait|: comment|: newComment)?)/.exec(fault)?.[1]);
		if (expected === undefined) expect(run.faults).toEqual([]);
		else expect(found).toContain(expected);
	});
});
