import { Random } from '../simulator/random';
import type { TriggerEvent } from './longRun/events';
import { Failures } from './longRun/failures';
import type { Ending, PollResult } from './longRun/host';
import { BEGIN, planOf } from './longRun/plan';
import { longRun, type RunOptions } from './longRun/run';
import { HOUR, MINUTE } from './longRun/units';

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
	const plans = Array.from({ length: 60 }, (_, place) => planOf(new Random(place + 1)));
	const each = (values: unknown[]) => [...new Set(values)].sort();
	const triggers = plans.flatMap((plan) => plan.triggers);
	expect(each(plans.map((plan) => plan.triggers.length))).toEqual([1, 2, 3, 4, 6]);
	expect(each(plans.map(({ readings }) => readings.lastUpdatedMoves))).toEqual(['edits', 'messages', 'messagesAndEdits', 'never']);
	expect(each(triggers.map(({ saves }) => saves))).toEqual(['always', 'scheduler', 'whenGiven']);
	expect(each(plans.map(({ readings }) => `${readings.lastUpdatedByComments} ${readings.emptyComments}`))).toHaveLength(4);
	const commented = triggers.filter(({ settings, choosesCommentsAt }) => settings.events.includes('newComment') || choosesCommentsAt < Infinity);
	expect(each(commented.map(({ settings, choosesCommentsAt }) => `${settings.events.length === 1} ${choosesCommentsAt < Infinity}`))).toEqual(['false false', 'false true', 'true false', 'true true']);
	expect(each(commented.map(({ settings: { comments, ignoreOwn } }) => `${comments.types.length > 0} ${comments.commentAuthors.length > 0} ${ignoreOwn}`))).toHaveLength(8);
	expect(each(triggers.map(({ settings }) => settings.start.mode))).toEqual(['date', 'latestTickets', 'now']);
	expect(each(triggers.flatMap(({ comesAndGoes, changesInboxes }) => [comesAndGoes && 'comes', changesInboxes && 'changes']))).toEqual(['changes', 'comes', false]);
});

/** What the ledger must notice in a run whose events are spoiled; that it finds nothing where all is well is what each seed shows. */
describe('a short long run', () => {
	let polls = 0;
	let kept: TriggerEvent[] = [];

	/** @returns what changes the events of each poll */
	const events = (change: (events: TriggerEvent[]) => TriggerEvent[]) => (result: PollResult) => ({ ...result, events: change(result.events) });

	/** @returns what changes the events of a kind */
	const each = (kind: string, change: (event: TriggerEvent) => Partial<TriggerEvent>) => events((all) => all.map((event) => (event.event === kind ? { ...event, ...change(event) } : event)));
	const later = ({ waiting_since }: TriggerEvent) => ({ waiting_since: new Date(Date.parse(waiting_since!) + HOUR).toISOString() });

	it.each<[string, RunOptions['spoil'], RegExp[]]>([
		['is green', undefined, []],
		['is red where two of three events are dropped', events((all) => all.filter(() => ++polls % 3 === 0)), [/lost: ticket/, /lost: message/, /lost: change/, /lost: comment/]],
		['is red where waits are dropped', events((all) => all.filter(({ event }) => event !== 'ticketUnanswered')), [/lost wait/]],
		['is red where events come twice', events((all) => all.flatMap((event) => [event, event])), [/doubled: ticketCreated/, /doubled: newMessage/, /doubled or lost/, /doubled: newComment/, /doubled wait/]],
		['is red where events come 25 polls late', events((all) => (kept = [...kept, ...all], ++polls % 25 > 0 ? [] : kept.splice(0))), [/stale/]],
		['is red where a poll gives its events in another order', events((all) => [...all].reverse()), [/out of order, a message/]],
		['is red where waits begin later', each('ticketUnanswered', later), [/nobody waits/, /too early/]],
		['is red where messages come that nobody has written', each('newMessage', ({ message }) => ({ message: { ...message!, message_id: -1 } })), [/not new: newMessage/]],
		['is red where tickets come that do not fit', each('ticketCreated', () => ({ status_cd: 'spam' })), [/does not fit the filters/]],
		['is red where an event shows a ticket of somebody else, or none', events((all) => all.map((event) => ({ ...event, other_tickets: ++polls % 2 === 0 ? event.other_tickets?.slice(1) : [...(event.other_tickets ?? []), { ticket_id: -1 }] }))), [/missing pair/, /false pair/]],
		['is red where polls fail that read something', (result) => ({ ...result, failed: result.failed || ++polls % 10 === 0 }), [/needless/]],
	])('%s', async (_, spoil, expected) => {
		const run = await longRun(652, { length: 3 * HOUR, spoil });
		expect(run.events).toBeGreaterThan(50);
		if (expected.length === 0) expect(run.faults).toEqual([]);
		for (const fault of expected) expect(run.faults).toContainEqual(expect.stringMatching(fault));
	});
});
